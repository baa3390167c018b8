// What is said about searches, nodes and heatmaps.

import { drawChart } from "./chart.js";
import * as format from "./format.js";

const $ = (id) => document.getElementById(id);

function cells(kind, texts) {
  const row = document.createElement("tr");
  row.append(...texts.map((text, place) => {
    const cell = document.createElement(text !== "" && (place === 0 || kind === "th") ? "th" : "td");
    if (cell.tagName === "TH") cell.scope = kind === "th" ? "col" : "row";
    cell.textContent = text;
    return cell;
  }));
  return row;
}

const SHADES = ["tour", "second"]; // of the first and the second search

// What searches are called, in the colour of their line.
function titles(runs) {
  const row = cells("th", ["", ...runs.map(({ name }) => name)]);
  runs.forEach((_, i) => {
    const key = document.createElement("i");
    key.className = `key ${SHADES[i]}`;
    row.cells[i + 1].prepend(key, " ");
  });
  return row;
}

// The table of numbers, a column for each search.
export function showNumbers(runs, instance) {
  $("numbers").tHead.replaceChildren(...(runs.length > 1 ? [titles(runs)] : []));
  const unit = format.unit(instance.metric);
  const gap = (run) => (instance.best_known > 0 ? 100 * (run.best / instance.best_known - 1) : null);
  const rows = [
    ["cost", (run) => (run.best === null ? "–" : `${format.cost(run.best)}${unit}`)],
    ["gap", (run) => (run.best === null || gap(run) === null ? "unknown" : format.percent(gap(run)))],
    ["iterations", (run) => format.whole(run.iteration)],
    ["rate", (run) => format.rate(run.rate)],
    ["time", (run) => format.seconds(run.seconds)],
    ["state", (run) => run.state],
  ];
  $("no-search").hidden = runs.length > 0;
  $("numbers").tBodies[0].replaceChildren(
    ...(runs.length ? rows : []).map(([name, value]) => cells("td", [name, ...runs.map(value)])),
  );
  for (const i of [0, 1]) $(`cost${i}`).textContent = runs[i]?.best == null ? "" : rows[0][1](runs[i]);
}

export function showTrace(runs, instance) {
  $("trace-figure").hidden = !runs.some((run) => run.rows.length);
  const series = runs.map((run, i) => ({ points: run.rows, shade: SHADES[i], kind: "steps" }));
  const known = instance.best_known;
  const right = known > 0 ? { title: "gap", of: (value) => 100 * (value / known - 1) } : null;
  drawChart($("trace"), series, { x: { title: "seconds" }, y: { title: "cost" }, right });
}

export function showNode(facts, choose) {
  $("node-details").open = true;
  $("node-number").value = facts.node;
  const title = document.createElement("p");
  const name = facts.id === null ? `Node ${facts.node}` : `Node ${facts.node} (${facts.id})`;
  const place = facts.coordinates ? ` at ${facts.coordinates.map(format.short).join(", ")}` : "";
  const beside = facts.beside.length ? `; in the tour beside ${facts.beside.join(" and ")}` : "";
  title.textContent = `${name}${place}${beside}.`;
  const table = document.createElement("table");
  const head = table.createTHead();
  head.append(cells("th", ["rank", "node", "score", "evidence", "distance", "in tour"]));
  const body = table.createTBody();
  for (const row of facts.rows) {
    const line = cells("td", [row.rank, "", format.short(row.score), format.short(row.evidence),
      format.short(row.distance), row.in_tour ? "yes" : "no"]);
    const link = document.createElement("button");
    link.type = "button";
    link.textContent = row.node;
    link.setAttribute("aria-label", `Inspect node ${row.node}`);
    link.addEventListener("click", () => choose(row.node));
    line.cells[1].append(link);
    line.classList.toggle("chosen", row.in_tour);
    body.append(line);
  }
  $("node").replaceChildren(title, table);
}

export function showReport(report) {
  $("report-details").open = true;
  $("report-text").textContent = `${report.grade}: ${report.meaning}`;
  $("findings").replaceChildren(...report.findings.map((text) => {
    const item = document.createElement("li");
    item.textContent = text;
    return item;
  }));
  $("bands-figure").hidden = false;
  const bars = report.edges_per_node.map((value, band) => [band, value]);
  const highest = Math.max(...report.edges_per_node, 1e-9);
  const series = [{ points: bars, shade: "tour", kind: "bars" }];
  if (report.tour_share) {
    const shares = report.tour_share.map((share, band) => [band, share === null ? null : share * highest]);
    series.push({ points: shares.filter(([, share]) => share !== null), shade: "marked", kind: "dots" });
  }
  const right = report.tour_share ? { title: "in the tour", of: (value) => (100 * value) / highest } : null;
  const limit = (band) => (report.limits[band] === undefined ? "" : format.short(report.limits[band]));
  drawChart($("bands"), series, {
    x: { title: "scores of a band, from", text: limit }, y: { title: "edges per node", zero: true }, right,
  });
  $("calibration-figure").hidden = !report.predicted;
  if (!report.predicted) return;
  const points = report.predicted.map((value, i) => [value, report.observed[i], report.edges[i]]);
  const seen = points.filter(([, , edges]) => edges > 0).map(([a, b]) => [a, b]);
  drawChart($("calibration"), [
    { points: [[0, 0], [1, 1]], shade: "line" },
    { points: seen, shade: "marked", kind: "dots" },
  ], { x: { title: "mean score" }, y: { title: "share in the tour", zero: true } });
}

// Links to the files of all searches, and the lines that repeat the first.
export function showTakeAway(session, runs, instance, savePicture) {
  $("downloads").replaceChildren();
  runs.forEach((run, i) => {
    if (!run.tour) return;
    const holder = document.createElement("p");
    holder.className = "row buttons";
    if (runs.length > 1) holder.append(`${i + 1}: ${run.name}`);
    $("downloads").append(holder);
    const files = ["tour.tour", "tour.csv", ...(instance.spherical ? ["tour.geojson"] : []),
      ...(instance.planar ? ["tour.svg"] : []), "record.json",
      ...(instance.saved || i > 0 ? [] : ["instance.tsp"]), ...(run.warm ? ["start.tour"] : [])];
    for (const file of files) {
      if (file === "record.json" && run.state !== "done") continue;
      const link = document.createElement("a");
      link.href = `sessions/${session}/${i}/${file}`;
      link.download = file === "instance.tsp" ? instance.file : file;
      link.textContent = runs.length > 1 ? `${file} (${i + 1})` : file;
      holder.append(link);
    }
    const picture = document.createElement("button");
    picture.type = "button";
    picture.textContent = runs.length > 1 ? `tour.png (${i + 1})` : "tour.png";
    picture.addEventListener("click", () => savePicture(i));
    holder.append(picture);
  });
  const ended = runs.filter((run) => run.shell);
  $("shell").value = ended.map((run) => run.shell).join("\n\n");
  $("python").value = ended.map((run) => run.python).join("\n\n");
  for (const id of ["shell", "python"]) $(id).rows = Math.min(30, $(id).value.split("\n").length + 3); // long lines are broken
  $("lines").hidden = !ended.length;
  $("no-tour").hidden = runs.some((run) => run.tour);
  const notes = new Set(ended.flatMap((run) => run.notes));
  $("notes").replaceChildren(...[...notes].map((text) => {
    const item = document.createElement("li");
    item.textContent = text;
    return item;
  }));
}
