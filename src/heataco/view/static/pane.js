// A map on the screen. A picture of 100,000 nodes may take a second where a processor draws it, so
// what is shown is the last picture that is finished, moved to where the map is by now: the map
// follows the hand on any machine, and details follow as fast as they can. Around it lies the last
// picture of the whole map, so that what comes into view is not blank.

import { css } from "./palette.js";
import { makeScene } from "./scene.js";

const same = (view, other) => other !== null && Object.keys(view).every((k) => view[k] === other[k]);

const layer = () => ({ canvas: document.createElement("canvas"), view: null });

// Whether a picture shows all nodes, which lie in the unit square.
function showsAll({ x, y, width, height, scale }) {
  const [across, up] = [width / scale / 2, height / scale / 2];
  return Math.abs(x - 0.5) + 0.5 <= across && Math.abs(y - 0.5) + 0.5 <= up;
}

export class Pane {
  constructor(canvas) {
    this.canvas = canvas;
    this.context = canvas.getContext("2d");
    this.scene = makeScene();
    this.sketch = null; // a scene that is shown in place of it, or null
    this.finished = layer();
    this.whole = layer();
    this.begun = null; // the view of the picture that is being drawn, or null
    this.painted = null; // the view that is on the screen
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

  // Shows the map, which is not hidden, where it is; returns whether a picture was finished, and
  // whether anything on the screen has changed. What has not is not painted again: that would take
  // its time from the picture that is being drawn.
  show(camera, options) {
    const view = this.view(camera);
    const finished = this.begun !== null && this.shown.ready;
    if (finished) this.take();
    if (this.outdated && this.begun === null) {
      this.outdated = false;
      this.begun = view;
      this.shown.draw(view, options);
    }
    const changed = finished || !same(view, this.painted);
    if (changed) this.paint(view);
    return { finished, changed };
  }

  get shown() {
    return this.sketch ?? this.scene;
  }

  // Shows no longer what comes into view as it looked before.
  forget() {
    this.whole.view = null;
  }

  setSketch(sketch) {
    this.forget();
    this.sketch = sketch;
    this.begun = null;
    this.outdated = true;
  }

  get busy() {
    return this.begun !== null || this.outdated;
  }

  take() {
    for (const picture of showsAll(this.begun) ? [this.finished, this.whole] : [this.finished]) {
      [picture.canvas.width, picture.canvas.height] = [this.begun.width, this.begun.height];
      picture.canvas.getContext("2d").drawImage(this.shown.canvas, 0, 0);
      picture.view = this.begun;
    }
    this.begun = null;
  }

  paint(shown) {
    const { context, finished, whole } = this;
    this.painted = shown;
    if (this.canvas.width !== shown.width) this.canvas.width = shown.width;
    if (this.canvas.height !== shown.height) this.canvas.height = shown.height;
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.fillStyle = css("back");
    context.fillRect(0, 0, shown.width, shown.height);
    if (whole.view && whole.view !== finished.view) this.place(whole, shown);
    if (finished.view) this.place(finished, shown);
  }

  place({ canvas, view }, { x, y, width, height, scale }) {
    const grown = scale / view.scale;
    const left = width / 2 + (view.x - x) * scale - (grown * view.width) / 2;
    const top = height / 2 - (view.y - y) * scale - (grown * view.height) / 2;
    this.context.setTransform(grown, 0, 0, grown, left, top);
    this.context.drawImage(canvas, 0, 0);
  }

  // Draws a picture at once, and hands it over as a file; the map is drawn anew after it.
  save(camera, options, use) {
    this.begun = null;
    this.outdated = true;
    this.scene.draw(this.view(camera), options);
    this.scene.canvas.toBlob(use);
  }
}
