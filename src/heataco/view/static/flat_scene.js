// A map as `scene.js` draws it, where there is no WebGL: slower, and in fewer shades.

import { countAbove, pairsOf } from "./edges.js";
import { css } from "./palette.js";
import { LAYERS, thickness } from "./scene.js";

const LEVELS = 5; // of strength

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

  // Pictures are there at once.
  get ready() {
    return true;
  }

  draw({ x, y, zoom, ratio, width, height, scale }, options) {
    this.canvas.width = width;
    this.canvas.height = height;
    this.context.fillStyle = css("back");
    this.context.fillRect(0, 0, width, height);
    this.place = (node) => [width / 2 + (this.points[2 * node] - x) * scale,
      height / 2 - (this.points[2 * node + 1] - y) * scale];
    const thick = ratio * thickness(this.points.length / 2, zoom);
    for (const [name, style] of Object.entries(LAYERS)) {
      if (options[name] && this.layers[name]) this.drawLayer(name, style, thick, options.thresholds[name]);
    }
    if (options.nodes) this.drawNodes(Math.max(1, 4.5 * thick));
    if (options.chosen >= 0) {
      const [left, top] = this.place(options.chosen);
      this.context.fillStyle = css("chosen");
      this.context.fillRect(left - 6 * ratio, top - 6 * ratio, 12 * ratio, 12 * ratio);
    }
  }

  drawLayer(name, { widths, alphas }, thick, threshold) {
    const { pairs, strength } = this.layers[name];
    const mix = ([low, high], share) => low + (high - low) * share;
    if (!strength) {
      this.stroke(pairs, 0, pairs.length / 2, widths[1] * thick, css(name, alphas[1]));
      return;
    }
    const count = countAbove(strength, threshold);
    for (let level = LEVELS; level-- > 0;) {
      const visible = (level + 0.5) / LEVELS;
      const from = level + 1 === LEVELS ? 0 : countAbove(strength, ((level + 1) / LEVELS) ** 2);
      const to = Math.min(count, countAbove(strength, (level / LEVELS) ** 2));
      this.stroke(pairs, from, to, mix(widths, visible) * thick, css(name, mix(alphas, visible)));
    }
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
