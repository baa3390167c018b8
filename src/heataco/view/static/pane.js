// A map on the screen. A picture of 100,000 nodes may take a second where a processor draws it, so
// what is shown is the last picture that is finished, moved to where the map is by now: the map
// follows the hand on any machine, and details follow as fast as they can.

import { css } from "./palette.js";
import { makeScene } from "./scene.js";

export class Pane {
  constructor(canvas) {
    this.canvas = canvas;
    this.context = canvas.getContext("2d");
    this.scene = makeScene();
    this.sketch = null; // a scene that is shown in place of it, or null
    this.finished = { canvas: document.createElement("canvas"), view: null };
    this.begun = null; // the view of the picture that is being drawn, or null
    this.outdated = true;
  }

  // Whether it takes no place on the screen: then no picture of it is ever finished.
  get hidden() {
    return this.size.includes(0);
  }

  // Width and height in pixels of the screen.
  get size() {
    const { clientWidth, clientHeight } = this.canvas;
    return [clientWidth, clientHeight].map((side) => Math.round(side * (devicePixelRatio || 1)));
  }

  // What a picture shows, in pixels of the screen.
  view(camera) {
    const ratio = devicePixelRatio || 1;
    const [width, height] = this.size;
    const { x, y, zoom } = camera;
    return { x, y, zoom, ratio, width, height, scale: camera.scale(width, height) };
  }

  // Shows the map, which is not hidden, where it is; returns whether a picture was finished.
  show(camera, options) {
    const view = this.view(camera);
    const finished = this.begun !== null && this.shown.ready;
    if (finished) this.take();
    if (this.outdated && this.begun === null) {
      this.outdated = false;
      this.begun = view;
      this.shown.draw(view, options);
    }
    this.paint(view);
    return finished;
  }

  get shown() {
    return this.sketch ?? this.scene;
  }

  setSketch(sketch) {
    this.sketch = sketch;
    this.begun = null;
    this.outdated = true;
  }

  get busy() {
    return this.begun !== null || this.outdated;
  }

  take() {
    const { canvas } = this.finished;
    [canvas.width, canvas.height] = [this.begun.width, this.begun.height];
    canvas.getContext("2d").drawImage(this.shown.canvas, 0, 0);
    this.finished.view = this.begun;
    this.begun = null;
  }

  paint({ x, y, width, height, scale }) {
    const { context, finished: { canvas, view } } = this;
    if (this.canvas.width !== width) this.canvas.width = width;
    if (this.canvas.height !== height) this.canvas.height = height;
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.fillStyle = css("back");
    context.fillRect(0, 0, width, height);
    if (!view) return;
    const grown = scale / view.scale;
    const left = width / 2 + (view.x - x) * scale - (grown * view.width) / 2;
    const top = height / 2 - (view.y - y) * scale - (grown * view.height) / 2;
    context.setTransform(grown, 0, 0, grown, left, top);
    context.drawImage(canvas, 0, 0);
  }

  // Draws a picture at once, and hands it over as a file; the map is drawn anew after it.
  save(camera, options, use) {
    this.begun = null;
    this.outdated = true;
    this.scene.draw(this.view(camera), options);
    this.scene.canvas.toBlob(use);
  }
}
