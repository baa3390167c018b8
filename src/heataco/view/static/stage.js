// The maps: what they show, and how the user moves, picks and draws on them.

import { Camera, control } from "./camera.js";
import { links, missingFrom, Places } from "./edges.js";
import { FlatScene } from "./flat_scene.js";
import { onSchemeChange } from "./palette.js";
import { Pane } from "./pane.js";

const REACH = 12; // pixels from a node in which a click means it
const LOOK_INTERVAL = 25; // milliseconds between two looks whether a picture is finished

const $ = (id) => document.getElementById(id);

// Counts on the page itself, where the tests in a browser can read it.
function count(name, more) {
  document.body.dataset[name] = Number(document.body.dataset[name] ?? 0) + more;
}

export class Stage {
  // `picked` is called with a node that was clicked.
  constructor(picked) {
    this.canvases = [$("map0"), $("map1")];
    this.panes = this.canvases.map((canvas) => new Pane(canvas));
    this.scenes = this.panes.map((pane) => pane.scene);
    this.camera = new Camera();
    this.picked = picked;
    this.points = null;
    this.places = null;
    this.chosen = -1;
    this.drawn = null; // coordinates of points that are being placed, or null
    this.names = [""]; // of the searches that the maps show
    this.links = [null, null];
    this.scheduled = false;
    this.waiting = []; // to be called when the next picture is there
    for (const canvas of this.canvases) {
      control(canvas, this.camera, () => this.redraw(), (...place) => this.clicked(...place));
    }
    for (const id of ["show-nodes", "show-heat", "show-learned", "show-tour", "show-marked"]) {
      $(id).addEventListener("change", () => this.redraw());
    }
    for (const id of ["threshold", "learned-threshold"]) {
      $(id).addEventListener("input", () => {
        $(`${id}-text`).textContent = `${$(id).value} %`;
        this.redraw();
      });
    }
    for (const { canvas } of this.scenes) {
      canvas.addEventListener("webglcontextrestored", () => this.redrawAll());
    }
    onSchemeChange(() => this.redrawAll());
    new ResizeObserver(() => this.redraw()).observe($("panes"));
  }

  get options() {
    return {
      nodes: $("show-nodes").checked || this.drawn !== null,
      heat: $("show-heat").checked,
      learned: $("show-learned").checked,
      tour: $("show-tour").checked,
      marked: $("show-marked").checked,
      thresholds: {
        heat: Number($("threshold").value) / 100,
        learned: Number($("learned-threshold").value) / 100,
      },
      chosen: this.chosen,
    };
  }

  // Has the maps drawn anew.
  redraw() {
    for (const pane of this.panes) pane.outdated = true;
    $("panes").setAttribute("aria-busy", true);
    this.schedule();
  }

  // The same, where nothing of what they have shown is right any more.
  redrawAll() {
    for (const pane of this.panes) pane.forget();
    this.redraw();
  }

  // Shows the maps in the next frame of the screen, and goes on until all is drawn.
  schedule() {
    if (this.scheduled) return;
    this.scheduled = true;
    requestAnimationFrame(() => {
      this.scheduled = false;
      const panes = this.panes.filter((pane) => !pane.hidden);
      const shown = panes.map((pane) => pane.show(this.camera, this.options));
      const finished = shown.filter((one) => one.finished).length;
      if (shown.some((one) => one.changed)) count("frames", 1);
      count("pictures", finished);
      if (finished) for (const call of this.waiting.splice(0)) call();
      const busy = panes.some((pane) => pane.busy);
      $("panes").setAttribute("aria-busy", busy);
      if (busy) setTimeout(() => this.schedule(), LOOK_INTERVAL);
    });
  }

  // Calls back when what there is to draw is on the screen.
  whenShown(call) {
    if (this.panes.some((pane) => pane.busy && !pane.hidden)) this.waiting.push(call);
    else requestAnimationFrame(call);
  }

  setPoints(points) {
    this.points = points;
    this.places = new Places(points);
    this.chosen = -1;
    this.camera.fit();
    this.showPanes([""]);
    this.clear();
  }

  // Takes all edges away.
  clear() {
    this.links = [null, null];
    for (const scene of this.scenes) scene.setPoints(this.points);
    this.redrawAll();
  }

  // Shows a map for each search; points that are being placed are given up.
  showPanes(names) {
    this.names = names;
    this.beside = names.length > 1;
    $("marked-text").textContent = this.beside ? "only in this tour" : "changed last";
    this.setDrawing(false);
  }

  // Says what the maps show, and how many there are.
  layOut() {
    const placed = (this.drawn?.length ?? 0) / 2;
    const names = this.drawn ? [`Click on the map to place points: ${placed} so far.`] : this.names;
    this.canvases.forEach((canvas, i) => {
      canvas.closest("figure").hidden = i >= names.length;
      $(`name${i}`).textContent = names[i] ?? "";
      $(`cost${i}`).hidden = this.drawn !== null;
    });
    $("welcome").hidden = this.points !== null || placed > 0;
    $("use-points").hidden = !this.drawn;
    $("use-points").disabled = !placed;
    this.redraw();
  }

  setHeat(run, edges, strength) {
    this.scenes[run].setEdges("heat", edges, strength);
    this.redraw();
  }

  // Says what searches learn about edges, such as "trails"; nothing hides the choice.
  offerLearned(words) {
    const known = [...new Set(words.filter((word) => word))];
    for (const id of ["learned-field", "learned-slider"]) $(id).hidden = !known.length;
    for (const id of ["learned-text", "learned-name"]) $(id).textContent = known.join(" or ");
  }

  get wantsLearned() {
    return !$("learned-field").hidden && $("show-learned").checked;
  }

  setLearned(run, edges, strength) {
    this.scenes[run].setEdges("learned", edges, strength);
    this.redraw();
  }

  // Shows a tour, and marks what changed or, beside another, where the two differ.
  setTour(run, tour) {
    const before = this.links[run];
    const [now, other] = [links(tour), this.links[1 - run]];
    this.links[run] = now;
    this.scenes[run].setTour(tour);
    if (this.beside && other) {
      this.scenes[run].setEdges("marked", missingFrom(now, other));
      this.scenes[1 - run].setEdges("marked", missingFrom(other, now));
    } else if (!this.beside && before) {
      this.scenes[run].setEdges("marked", missingFrom(now, before));
    }
    this.redraw();
  }

  choose(node) {
    this.chosen = node;
    this.redraw();
  }

  // Moves the map to a node that is out of view.
  reveal(node) {
    if (!this.points || !(2 * node < this.points.length)) return;
    const [x, y] = this.points.subarray(2 * node, 2 * node + 2);
    const { clientWidth: width, clientHeight: height } = this.canvases[0];
    const [left, top] = this.camera.toPixels(x, y, width, height);
    if (left >= 0 && left <= width && top >= 0 && top <= height) return;
    [this.camera.x, this.camera.y] = [x, y];
    this.redraw();
  }

  fit() {
    this.camera.fit();
    this.redraw();
  }

  setDrawing(on) {
    this.drawn = on ? [] : null;
    $("draw").setAttribute("aria-pressed", on);
    for (const canvas of this.canvases) canvas.classList.toggle("drawing", on);
    if (on) this.camera.fit();
    // The scene of the search stays as it is, and goes on.
    if (on || this.panes[0].sketch) {
      this.panes[0].setSketch(on ? new FlatScene(document.createElement("canvas")) : null);
    }
    this.layOut();
  }

  // The placed points, in a square of side 1,000.
  get drawnPoints() {
    const points = [];
    for (let i = 0; i < this.drawn.length; i += 2) {
      points.push([1000 * this.drawn[i], 1000 * this.drawn[i + 1]]);
    }
    return points;
  }

  clicked(px, py, width, height) {
    const [x, y] = this.camera.toMap(px, py, width, height);
    if (this.drawn) {
      this.drawn.push(x, y);
      this.panes[0].sketch.setPoints(Float32Array.from(this.drawn));
      this.layOut();
    } else if (this.places) {
      const node = this.places.nearest(x, y, REACH / this.camera.scale(width, height));
      if (node >= 0) this.picked(node);
    }
  }

  // Saves what a map shows as a picture.
  save(run) {
    this.panes[run].save(this.camera, { ...this.options, marked: false, chosen: -1 }, (blob) => {
      const anchor = document.createElement("a");
      anchor.href = URL.createObjectURL(blob);
      anchor.download = "tour.png";
      anchor.click();
      setTimeout(() => URL.revokeObjectURL(anchor.href), 10000);
    });
    this.redraw();
  }
}
