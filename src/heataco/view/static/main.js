// The page: what the user does goes to the server, what the server says is shown.

import { EFFORT, Form } from "./form.js";
import * as format from "./format.js";
import { Link } from "./link.js";
import { Origin } from "./origin.js";
import { onSchemeChange } from "./palette.js";
import { showNode, showNumbers, showReport, showTakeAway, showTrace } from "./results.js";
import { Stage } from "./stage.js";

const FRAME_INTERVAL = 50; // milliseconds between two states that are asked for
const MAX_ROWS = 4000; // of a trace; more are thinned

const $ = (id) => document.getElementById(id);
const form = new Form();
const stage = new Stage(chooseNode);
const origin = new Origin();
// The instance, its searches, a tour that outlived its server, whether a new server has yet to be
// given the instance, and whether a test with several seeds is under way.
const state = { instance: null, runs: [], kept: null, waiting: false, testing: false };

// Says what is wrong: beside the field that it is about, otherwise above the page.
function sentence(text, about) {
  const above = form.complain(text, about) ? "" : text;
  $("alert").hidden = !above;
  $("alert-text").textContent = above;
}

function refreshButtons() {
  const states = state.runs.map((run) => run.state);
  const running = states.some((one) => one === "running" || one === "preparing");
  const paused = states.includes("paused");
  const ready = state.instance && link.open && !state.waiting;
  const focused = document.activeElement;
  $("start").disabled = !ready;
  $("pause").disabled = !(running || paused);
  $("pause").textContent = paused ? "Resume" : "Pause";
  $("stop").disabled = !(running || paused || state.testing);
  $("test").disabled = state.testing;
  $("warm").disabled = !ready || !(state.kept || state.runs.some((run) => run.tour));
  // A button that can no longer be pressed would leave the keyboard nowhere.
  if (focused.disabled) (running || state.testing ? $("stop") : $("start")).focus();
  $("state").textContent = states.join(", ");
  document.body.dataset.state = states.join(",");
}

function refreshFacts() {
  if (!state.instance) return;
  showNumbers(state.runs, state.instance);
  showTrace(state.runs, state.instance);
}

function refreshTakeAway() {
  showTakeAway(link.session, state.runs, state.instance, (run) => stage.save(run));
}

// ---- what the server says

function takeInstance(message) {
  state.instance = message;
  Object.assign(state, { runs: [], kept: null, waiting: false, testing: false });
  stage.setPoints(message.points);
  stage.offerLearned([]);
  form.setFile(null);
  const unit = format.unit(message.metric);
  const known = message.best_known === null ? "" : `, best known ${format.cost(message.best_known)}${unit}`;
  const way = message.symmetric ? "" : ", asymmetric";
  const circle = message.planar ? "" : "; it has no coordinates, so its nodes stand on a circle";
  const size = `${format.whole(message.n)} ${message.n === 1 ? "node" : "nodes"}`;
  $("instance-text").textContent = `${message.name}: ${size}, ${message.metric}${way}${known}${circle}`;
  $("map0").setAttribute("aria-label", `Map of ${message.name}, ${size}`);
  $("index-field").hidden = message.count < 2;
  $("index").max = message.count - 1;
  $("index").value = message.index;
  $("node-number").max = message.n - 1;
  for (const id of ["verdict", "comparison", "report-text"]) $(id).textContent = "";
  for (const id of ["bands-figure", "calibration-figure", "test"]) $(id).hidden = true;
  $("findings").replaceChildren();
  refreshFacts();
  const { tour, index } = origin.arrived(message);
  if (tour) {
    state.kept = tour;
    stage.setTour(0, tour);
  }
  if (index !== undefined) link.tell("choose", { index });
  refreshTakeAway();
  refreshButtons();
}

function takeStart(message) {
  Object.assign(state, { kept: null, testing: false });
  state.runs = message.names.map((name) => ({ name, warm: message.warm, state: "preparing",
    tour: null, rows: [], best: null, iteration: 0, seconds: 0, rate: 0, asked: 0 }));
  stage.clear();
  stage.showPanes(message.names);
  stage.offerLearned(message.learns);
  for (const id of ["verdict", "comparison"]) $(id).textContent = "";
  $("test").hidden = true;
  message.names.forEach((_, run) => ask(run));
  refreshButtons();
  refreshTakeAway();
}

function takeHeat(message) {
  if (message.run < 0) {
    form.setFile(message.name, origin.choice ?? "file");
    origin.choice = null;
  }
  stage.setHeat(Math.max(message.run, 0), message.edges, message.strength);
}

function addRows(run, rows) {
  for (let i = 0; i < rows.length; i += 3) run.rows.push([rows[i + 1], rows[i + 2]]);
  const last = run.rows.length - 1;
  if (last >= MAX_ROWS) run.rows = run.rows.filter((_, i) => i % 2 === 0 || i === last);
}

function takeFrame(message) {
  const run = state.runs[message.run];
  const spent = message.seconds - run.seconds;
  if (spent > 0) run.rate = (message.iteration - run.iteration) / spent;
  Object.assign(run, { best: message.best, iteration: message.iteration, seconds: message.seconds });
  if (run.state === "preparing") run.state = "running";
  addRows(run, message.rows);
  if (message.tour) {
    run.tour = message.tour;
    stage.setTour(message.run, message.tour);
  }
  if (message.learned) stage.setLearned(message.run, message.learned, message.strength);
  refreshFacts();
  refreshButtons();
  if (!$("downloads").childElementCount) refreshTakeAway();
  // The next one is asked for when this one is on the screen: a slow page gets fewer.
  stage.whenShown(() => {
    setTimeout(() => ask(message.run), Math.max(0, run.asked + FRAME_INTERVAL - performance.now()));
  });
}

function ask(run) {
  if (!state.runs[run]) return;
  state.runs[run].asked = performance.now();
  link.tell("next", { run, learned: stage.wantsLearned });
}

function takeEnd(message) {
  const run = state.runs[message.run];
  const searched = message.seconds - (message.prediction?.seconds ?? 0);
  Object.assign(run, { state: "done", tour: message.tour, rows: [], best: message.cost,
    iteration: message.iterations, seconds: message.seconds,
    rate: searched > 0 ? message.iterations / searched : 0,
    shell: message.shell, python: message.python, notes: message.notes });
  addRows(run, message.rows);
  stage.setTour(message.run, message.tour);
  const parts = [`Stopped by: ${message.reason}.`];
  if (message.prediction && !message.prediction.complete) {
    parts.push("The time was too short for the prediction; the search went without a heatmap.");
  }
  if (message.trust) parts.push(`Heatmap: ${message.trust}.`);
  if (message.run === 0) $("verdict").textContent = parts.join(" ");
  refreshFacts();
  refreshButtons();
  refreshTakeAway();
}

function takeFailure(message) {
  sentence(message.text);
  if (state.runs[message.run]) state.runs[message.run].state = "failed";
  else state.testing = false;
  refreshFacts();
  refreshButtons();
}

const messages = {
  hello(message) {
    form.offer(message);
    restore();
    refreshButtons();
  },
  instance: takeInstance,
  heat: takeHeat,
  started: takeStart,
  frame: takeFrame,
  done: takeEnd,
  failed: takeFailure,
  state(message) {
    message.states.forEach((one, i) => {
      if (state.runs[i].state !== "done") state.runs[i].state = one;
    });
    refreshButtons();
    refreshFacts();
  },
  error(message) {
    sentence(message.text, message.about);
    state.waiting = false;
    if (message.about === "test") state.testing = false;
    if (["generate", "points"].includes(message.about)) origin.opening = null;
    refreshButtons();
    $("diagnose").disabled = false;
  },
  warning: (message) => sentence(message.text),
  node: (message) => showNode(message, chooseNode),
  report(message) {
    $("diagnose").disabled = false;
    showReport(message);
  },
  compared(message) {
    $("comparison").textContent = message.text;
    $("test").hidden = !message.test;
  },
  testing: (message) => { $("comparison").textContent = `Testing: ${message.text}.`; },
  tested(message) {
    $("comparison").textContent = message.text;
    state.testing = false;
    refreshButtons();
  },
};

function showConnection(now, reason = "") {
  $("connection").dataset.state = now;
  $("connection").textContent = now === "open" ? "connected" : "connection lost, trying again";
  if (now === "open") {
    sentence("");
    return;
  }
  sentence(reason ? `The server does not take this page: ${reason}.`
    : "The connection to the server is lost. The tour stays here; when the server is back, you can go on from it.");
  for (const run of state.runs) if (run.state !== "done") run.state = "lost";
  state.testing = false;
  refreshFacts();
  refreshButtons();
}

// Asks a server that has been started again for what the page had.
function restore() {
  if (!state.instance) return;
  const [best] = state.runs.filter((run) => run.tour).sort((a, b) => a.best - b.best);
  const tour = best ? best.tour : state.kept;
  state.waiting = origin.restore({ instance: state.instance, tour, heat: form.heat });
}

const link = new Link((message) => messages[message.type]?.(message), showConnection);

// ---- what the user does

// Opens an instance as the user wishes.
function open(how) {
  sentence("");
  return origin.open(how);
}

// Uploads a file, and remembers it as what the server says that it is.
async function upload(file, role) {
  if (!file) return; // the choice of a file was given up
  origin.choice = null;
  const kind = $("kind").value;
  const send = (as) => async () => {
    const answer = await link.upload(file, as, kind);
    if (answer.error) sentence(answer.error);
    return answer;
  };
  if (role === "instance") {
    const { error } = await open(send("instance"));
    if (error) origin.opening = null;
  } else {
    sentence("");
    const { found, several } = await send(role)();
    if (found === "instance") [origin.instance, origin.heat] = [send("instance"), null];
    if (found === "heatmap") [origin.heat, origin.several] = [send("heatmap"), several];
  }
}

async function takeFiles(files) {
  const isHeat = (file) => /\.(npy|npz|safetensors|lines)$/i.test(file.name);
  const either = (file) => isHeat(file) || /\.txt$/i.test(file.name);
  // Instances first: a heatmap is one only beside its instance.
  for (const file of [...files].sort((a, b) => isHeat(a) - isHeat(b))) {
    await upload(file, either(file) && state.instance ? "any" : "instance");
  }
}

function start(warm) {
  sentence("");
  if (!form.readable(EFFORT)) return;
  const tour = warm && state.kept ? [...state.kept] : null;
  link.tell("start", { methods: form.methods, effort: form.effort, warm, tour });
}

function chooseNode(node) {
  form.complain("");
  stage.choose(node);
  link.tell("node", { node, run: 0 });
}

// A page that is not from this machine and not encrypted has no clipboard but the old way.
async function copy(area) {
  if (navigator.clipboard) await navigator.clipboard.writeText(area.value);
  else {
    area.select();
    document.execCommand("copy");
  }
}

const clicks = {
  generate() {
    if (!form.readable(["nodes", "family-seed"])) return;
    const wanted = form.family;
    open(() => link.tell("generate", wanted));
  },
  draw: () => stage.setDrawing(stage.drawn === null),
  "use-points"() {
    const points = stage.drawnPoints;
    open(() => link.tell("points", { points }));
  },
  start: () => start(false),
  warm: () => start(true),
  pause: () => link.tell($("pause").textContent === "Pause" ? "pause" : "resume"),
  stop: () => link.tell("stop"),
  fit: () => stage.fit(),
  test() {
    state.testing = true;
    refreshButtons();
    link.tell("test");
  },
  diagnose() {
    $("diagnose").disabled = true;
    $("report-text").textContent = "Looking at the heatmap …";
    link.tell("diagnose", { run: 0 });
  },
  "alert-close": () => sentence(""),
};
for (const [id, action] of Object.entries(clicks)) $(id).addEventListener("click", action);
for (const button of document.querySelectorAll(".copy")) {
  button.addEventListener("click", async () => {
    await copy($(button.dataset.from));
    button.textContent = "Copied";
    setTimeout(() => { button.textContent = "Copy"; }, 2000);
  });
}
for (const [id, role] of [["instance-file", "instance"], ["heat-file", "heatmap"]]) {
  $(id).addEventListener("click", ({ target }) => { target.value = ""; }); // the same file is read anew
  $(id).addEventListener("change", ({ target }) => upload(target.files[0], role));
}
$("node-number").addEventListener("change", () => {
  const node = Number($("node-number").value);
  chooseNode(node);
  stage.reveal(node);
});
$("index").addEventListener("change", () => {
  Object.assign(origin, { lost: null, choosing: true, choice: form.heat });
  link.tell("choose", { index: Number($("index").value) });
});
document.addEventListener("dragover", (event) => {
  event.preventDefault();
  document.body.classList.add("dropping");
});
document.addEventListener("dragleave", () => document.body.classList.remove("dropping"));
document.addEventListener("drop", (event) => {
  event.preventDefault();
  document.body.classList.remove("dropping");
  takeFiles(event.dataTransfer.files);
});
new ResizeObserver(refreshFacts).observe($("facts"));
onSchemeChange(refreshFacts);
