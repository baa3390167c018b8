// The page: what the user does goes to the server, what the server says is shown.

import { Camera, control } from "./camera.js";
import { links, missingFrom, Places } from "./edges.js";
import { Form } from "./form.js";
import * as format from "./format.js";
import { Link } from "./link.js";
import { onSchemeChange } from "./palette.js";
import { showNode, showNumbers, showReport, showTakeAway, showTrace } from "./results.js";
import { makeScene } from "./scene.js";

const FRAME_INTERVAL = 50; // milliseconds between two frames that are asked for
const REACH = 12; // pixels from a node in which a click means it
const MAX_ROWS = 4000; // of a trace; more are thinned

const $ = (id) => document.getElementById(id);
const canvases = [$("map0"), $("map1")];
const scenes = canvases.map(makeScene);
const camera = new Camera();
const form = new Form();
const state = { instance: null, places: null, runs: [], origin: null, chosen: -1, drawn: null, kept: null };

// ---- drawing

let scheduled = false;
let drawnFrames = 0;

function redraw() {
  if (scheduled) return;
  scheduled = true;
  requestAnimationFrame(() => {
    scheduled = false;
    const options = {
      nodes: $("show-nodes").checked || state.drawn !== null,
      heat: $("show-heat").checked,
      tour: $("show-tour").checked,
      marked: $("show-marked").checked,
      threshold: Number($("threshold").value) / 100,
      chosen: state.chosen,
    };
    scenes.forEach((scene, i) => {
      if (!canvases[i].closest("figure").hidden) scene.draw(camera, options);
    });
    drawnFrames += 1;
    document.body.dataset.frames = drawnFrames;
  });
}

function sentence(text) {
  $("alert").hidden = !text;
  $("alert-text").textContent = text;
}

function refreshButtons() {
  const states = state.runs.map((run) => run.state);
  const running = states.some((one) => one === "running" || one === "predicting");
  const paused = states.some((one) => one === "paused");
  $("start").disabled = !state.instance || !link.open;
  $("pause").disabled = !(running || paused);
  $("pause").textContent = paused ? "Resume" : "Pause";
  $("stop").disabled = !(running || paused);
  $("warm").disabled = !(state.kept || state.runs.some((run) => run.tour));
  $("state").textContent = states.join(", ");
  document.body.dataset.state = states.join(",");
}

function refreshFacts() {
  if (!state.instance) return;
  showNumbers(state.runs, state.instance);
  showTrace(state.runs, state.instance);
}

function refreshTakeAway() {
  showTakeAway(link.session, state.runs, state.instance, savePicture);
}

// ---- messages of the server

function newRun(name, warm) {
  return { name, warm, state: "predicting", tour: null, links: null, rows: [], best: null,
    iteration: 0, seconds: 0, rate: 0, asked: 0 };
}

function takeInstance(message) {
  state.instance = message;
  state.places = new Places(message.points);
  Object.assign(state, { runs: [], chosen: -1, drawn: null, kept: null });
  for (const scene of scenes) scene.setPoints(message.points);
  camera.fit();
  form.setFile(null);
  setDrawing(false);
  showPanes([""]);
  const known = message.best_known === null ? "" : `, best known ${format.cost(message.best_known)}${format.unit(message.metric)}`;
  const way = message.symmetric ? "" : ", asymmetric";
  const circle = message.planar ? "" : "; it has no coordinates, so its nodes stand on a circle";
  $("instance-text").textContent =
    `${message.name}: ${format.whole(message.n)} nodes, ${message.metric}${way}${known}${circle}`;
  $("index-field").hidden = message.count < 2;
  $("index").max = message.count - 1;
  $("index").value = message.index;
  for (const id of ["verdict", "comparison", "report-text", "shell", "python"]) $(id).textContent = "";
  $("findings").replaceChildren();
  $("test").hidden = true;
  $("map0").setAttribute("aria-label", `Map of ${message.name}, ${format.whole(message.n)} nodes`);
  $("numbers").tBodies[0].replaceChildren();
  refreshButtons();
  redraw();
}

function showPanes(names) {
  canvases.forEach((canvas, i) => {
    canvas.closest("figure").hidden = i >= names.length;
    $(`name${i}`).textContent = names[i] ?? "";
  });
  $("marked-text").textContent = names.length > 1 ? "only in this tour" : "changed last";
}

function takeStart(message) {
  state.runs = message.names.map((name) => newRun(name, message.warm));
  state.kept = null;
  showPanes(message.names);
  const empty = new Uint32Array(0);
  for (const scene of scenes) for (const name of ["tour", "marked", "heat"]) scene.setEdges(name, empty);
  for (const id of ["verdict", "comparison"]) $(id).textContent = "";
  $("test").hidden = true;
  message.names.forEach((_, run) => ask(run));
  refreshButtons();
  refreshTakeAway();
  redraw();
}

function takeHeat(message) {
  if (message.run < 0) form.setFile(message.name);
  const chosen = message.run < 0 ? [0] : [message.run];
  for (const run of chosen) scenes[run].setEdges("heat", message.edges, message.strength);
  if (message.run >= 0 && state.runs[message.run].state === "predicting") {
    state.runs[message.run].state = "running";
  }
  refreshButtons();
  redraw();
}

function addRows(run, rows) {
  for (let i = 0; i < rows.length; i += 3) run.rows.push([rows[i + 1], rows[i + 2]]);
  if (run.rows.length > MAX_ROWS) run.rows = run.rows.filter((_, i) => i % 2 === 0 || i === run.rows.length - 1);
}

function takeTour(index, tour) {
  const run = state.runs[index];
  const before = run.links;
  run.tour = tour;
  run.links = links(tour);
  scenes[index].setTour(tour);
  if (state.runs.length > 1) {
    const [a, b] = state.runs;
    if (a.links && b.links) {
      scenes[0].setEdges("marked", missingFrom(a.links, b.links));
      scenes[1].setEdges("marked", missingFrom(b.links, a.links));
    }
  } else if (before) {
    scenes[index].setEdges("marked", missingFrom(run.links, before));
  }
}

function takeFrame(message) {
  const run = state.runs[message.run];
  const spent = message.seconds - run.seconds;
  if (spent > 0) run.rate = (message.iteration - run.iteration) / spent;
  Object.assign(run, { best: message.best, iteration: message.iteration, seconds: message.seconds });
  if (run.state === "predicting") run.state = "running";
  addRows(run, message.rows);
  if (message.tour) takeTour(message.run, message.tour);
  refreshFacts();
  refreshButtons();
  if (!$("downloads").childElementCount) refreshTakeAway();
  redraw();
  // The next one is asked for when this one is on the screen: a slow page gets fewer.
  requestAnimationFrame(() => {
    setTimeout(() => ask(message.run), Math.max(0, run.asked + FRAME_INTERVAL - performance.now()));
  });
}

function ask(run) {
  if (state.runs[run]) state.runs[run].asked = performance.now();
  link.tell("next", { run });
}

function takeEnd(message) {
  const run = state.runs[message.run];
  run.rows = [];
  addRows(run, message.rows);
  takeTour(message.run, message.tour);
  Object.assign(run, { state: "done", best: message.cost, iteration: message.iterations,
    seconds: message.seconds, shell: message.shell, python: message.python, notes: message.notes });
  const searched = message.seconds - (message.prediction?.seconds ?? 0);
  run.rate = searched > 0 ? message.iterations / searched : 0;
  const parts = [`Stopped by: ${message.reason}.`];
  if (message.prediction && !message.prediction.complete) parts.push("The time was too short for the prediction; the search went without a heatmap.");
  if (message.trust) parts.push(`Heatmap: ${message.trust}.`);
  if (state.runs.length === 1 || message.run === 0) $("verdict").textContent = parts.join(" ");
  refreshFacts();
  refreshButtons();
  refreshTakeAway();
  redraw();
}

const messages = {
  hello(message) {
    form.offer(message);
    refreshButtons();
    restore();
  },
  instance: takeInstance,
  heat: takeHeat,
  started: takeStart,
  frame: takeFrame,
  done: takeEnd,
  state(message) {
    message.states.forEach((one, i) => { if (state.runs[i].state !== "done") state.runs[i].state = one; });
    refreshButtons();
    refreshFacts();
  },
  failed(message) {
    sentence(message.text);
    if (state.runs[message.run]) state.runs[message.run].state = "failed";
    refreshButtons();
  },
  error: (message) => sentence(message.text),
  node: (message) => showNode(message, chooseNode),
  report: (message) => { $("diagnose").disabled = false; showReport(message); },
  compared(message) {
    $("comparison").textContent = message.text;
    $("test").hidden = !message.test;
  },
  testing: (message) => { $("comparison").textContent = `Testing with 8 seeds: ${message.text}.`; },
  tested: (message) => { $("comparison").textContent = message.text; $("test").disabled = false; },
};

function showConnection(now) {
  $("connection").dataset.state = now;
  $("connection").textContent = now === "open" ? "connected" : "connection lost, trying again";
  if (now === "open") {
    sentence("");
    return;
  }
  sentence("The connection to the server is lost. The tour stays here; as soon as the server is back, you can go on from it.");
  for (const run of state.runs) if (run.state !== "done") run.state = "lost";
  refreshButtons();
}

// Gives a server that has been started again what the page had.
async function restore() {
  if (!state.origin) return;
  const best = state.runs.filter((run) => run.tour).sort((a, b) => a.best - b.best)[0];
  const kept = best ? best.tour : state.kept;
  await state.origin();
  state.restoring = kept;
}

const link = new Link((message) => {
  messages[message.type]?.(message);
  if (message.type === "instance" && state.restoring?.length === message.n) {
    state.kept = state.restoring;
    scenes[0].setTour(state.kept);
    refreshButtons();
  }
  if (message.type === "instance") state.restoring = null;
}, (now) => showConnection(now));

// ---- what the user does

function open(origin) {
  state.origin = origin;
  return origin();
}

async function upload(file, role) {
  const problem = await link.upload(file, role, $("kind").value);
  sentence(problem ?? "");
  return problem === null;
}

async function uploadInstance(file) {
  if (await upload(file, "instance")) state.origin = () => upload(file, "instance");
}

async function takeFiles(files) {
  const heatLast = [...files].sort((a, b) => Number(isHeat(a)) - Number(isHeat(b)));
  for (const file of heatLast) {
    if (isHeat(file) && state.instance) await upload(file, "any");
    else await uploadInstance(file);
  }
}

function isHeat(file) {
  return /\.(npy|npz|safetensors|lines)$/i.test(file.name);
}

function start(warm) {
  sentence("");
  const tour = warm && state.kept ? [...state.kept] : null;
  link.tell("start", { methods: form.methods, effort: form.effort, warm, tour });
}

function chooseNode(node) {
  state.chosen = node;
  link.tell("node", { node, run: 0 });
  redraw();
}

function setDrawing(on) {
  state.drawn = on ? [] : null;
  $("draw").setAttribute("aria-pressed", on);
  $("use-points").hidden = !on;
  for (const canvas of canvases) canvas.classList.toggle("drawing", on);
  if (on) {
    for (const scene of scenes) scene.setPoints(new Float32Array(0));
    showPanes(["Click to place points, then use them."]);
    camera.fit();
    redraw();
  } else if (state.instance) {
    scenes.forEach((scene) => scene.setPoints(state.instance.points));
    redraw();
  }
}

function clicked(px, py, width, height) {
  const [x, y] = camera.toMap(px, py, width, height);
  if (state.drawn) {
    state.drawn.push(x, y);
    scenes[0].setPoints(Float32Array.from(state.drawn));
    redraw();
  } else if (state.places) {
    const node = state.places.nearest(x, y, REACH / camera.scale(width, height));
    if (node >= 0) chooseNode(node);
  }
}

function savePicture(run) {
  scenes[run].draw(camera, { nodes: true, heat: $("show-heat").checked, tour: true, marked: false,
    threshold: Number($("threshold").value) / 100, chosen: -1 });
  canvases[run].toBlob((blob) => {
    const anchor = document.createElement("a");
    anchor.href = URL.createObjectURL(blob);
    anchor.download = "tour.png";
    anchor.click();
    setTimeout(() => URL.revokeObjectURL(anchor.href), 10000);
  });
  redraw();
}

const clicks = {
  generate: () => { const wanted = form.family; sentence(""); open(() => link.tell("generate", wanted)); },
  draw: () => setDrawing(state.drawn === null),
  "use-points": () => {
    const points = [];
    for (let i = 0; i < state.drawn.length; i += 2) points.push([1000 * state.drawn[i], 1000 * state.drawn[i + 1]]);
    open(() => link.tell("points", { points }));
  },
  start: () => start(false),
  warm: () => start(true),
  pause: () => link.tell($("pause").textContent === "Pause" ? "pause" : "resume"),
  stop: () => link.tell("stop"),
  fit: () => { camera.fit(); redraw(); },
  test: () => { $("test").disabled = true; link.tell("test"); },
  diagnose: () => { $("diagnose").disabled = true; $("report-text").textContent = "Looking …"; link.tell("diagnose", { run: 0 }); setTimeout(() => { $("diagnose").disabled = false; }, 3000); },
  "alert-close": () => sentence(""),
};
for (const [id, action] of Object.entries(clicks)) $(id).addEventListener("click", action);
for (const button of document.querySelectorAll(".copy")) {
  button.addEventListener("click", () => navigator.clipboard.writeText($(button.dataset.from).value));
}
for (const id of ["show-nodes", "show-heat", "show-tour", "show-marked"]) $(id).addEventListener("change", redraw);
$("threshold").addEventListener("input", () => {
  $("threshold-text").textContent = `${$("threshold").value} %`;
  redraw();
});
$("instance-file").addEventListener("change", (event) => uploadInstance(event.target.files[0]));
$("heat-file").addEventListener("change", (event) => upload(event.target.files[0], "heatmap"));
$("index").addEventListener("change", () => link.tell("choose", { index: Number($("index").value) }));
document.addEventListener("dragover", (event) => { event.preventDefault(); document.body.classList.add("dropping"); });
document.addEventListener("dragleave", () => document.body.classList.remove("dropping"));
document.addEventListener("drop", (event) => {
  event.preventDefault();
  document.body.classList.remove("dropping");
  takeFiles(event.dataTransfer.files);
});
canvases.forEach((canvas) => control(canvas, camera, redraw, clicked));
new ResizeObserver(() => { redraw(); refreshFacts(); }).observe($("stage"));
onSchemeChange(() => { redraw(); refreshFacts(); });
