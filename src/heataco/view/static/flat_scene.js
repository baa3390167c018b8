// A map as `scene.js` draws it, where there is no WebGL: slower, and in fewer shades.

import { countAbove, pairsOf } from "./edges.js";
import { css } from "./palette.js";
import { thickness } from "./scene.js";

const LEVELS = 5; // of heat

export class FlatScene {
  constructor(canvas) {
    this.canvas = canvas;
    this.context = canvas.getContext("2d");
    this.points = new Float32Array(0);
    this.layers = {};
  }

  setPoints(points) {
    this.points = points;
    this.layers = {};
  }

  setEdges(name, pairs, strength = null) {
    this.layers[name] = { pairs, strength };
  }

  setTour(tour) {
    this.setEdges("tour", pairsOf(tour));
  }

  draw(camera, options) {
    const ratio = devicePixelRatio || 1;
    const [width, height] = [this.canvas.clientWidth, this.canvas.clientHeight];
    this.canvas.width = Math.round(width * ratio);
    this.canvas.height = Math.round(height * ratio);
    this.context.setTransform(ratio, 0, 0, ratio, 0, 0);
    this.context.fillStyle = css("back");
    this.context.fillRect(0, 0, width, height);
    this.place = (node) =>
      camera.toPixels(this.points[2 * node], this.points[2 * node + 1], width, height);
    const thick = thickness(this.points.length / 2, camera.zoom);
    if (options.heat) this.drawHeat(thick, options);
    if (options.tour) this.drawLayer("tour", 1.8 * thick, css("tour"));
    if (options.marked) this.drawLayer("marked", 2.8 * thick, css("marked"));
    if (options.nodes) this.drawNodes(Math.max(1, 4.5 * thick));
    if (options.chosen >= 0) {
      const [x, y] = this.place(options.chosen);
      this.context.fillStyle = css("chosen");
      this.context.fillRect(x - 6, y - 6, 12, 12);
    }
  }

  drawHeat(thick, { threshold, limit }) {
    const layer = this.layers.heat;
    if (!layer) return;
    const count = Math.min(limit, countAbove(layer.strength, threshold));
    for (let level = LEVELS; level-- > 0;) {
      const visible = (level + 0.5) / LEVELS;
      const from = countAbove(layer.strength, ((level + 1) / LEVELS) ** 2);
      const to = Math.min(count, countAbove(layer.strength, (level / LEVELS) ** 2));
      this.stroke(layer.pairs, from, to, (0.5 + 5.5 * visible) * thick, css("heat", 0.1 + 0.8 * visible));
    }
  }

  drawLayer(name, width, shade) {
    const layer = this.layers[name];
    if (layer) this.stroke(layer.pairs, 0, layer.pairs.length / 2, width, shade);
  }

  stroke(pairs, from, to, width, shade) {
    const context = this.context;
    context.beginPath();
    for (let i = from; i < to; i++) {
      context.moveTo(...this.place(pairs[2 * i]));
      context.lineTo(...this.place(pairs[2 * i + 1]));
    }
    context.lineWidth = width;
    context.strokeStyle = shade;
    context.stroke();
  }

  drawNodes(diameter) {
    this.context.fillStyle = css("node");
    for (let node = 0; node < this.points.length / 2; node++) {
      const [x, y] = this.place(node);
      this.context.fillRect(x - diameter / 2, y - diameter / 2, diameter, diameter);
    }
  }
}
