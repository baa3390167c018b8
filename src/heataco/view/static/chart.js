// Small charts with axes: lines, points and bars on a canvas.

import { css } from "./palette.js";

const EDGE = 14; // pixels around what is drawn
const LINE = 18; // pixels of a line of text
const ROUNDING = 1e-9; // of a value; sums of the same lengths in another order differ by less

// Round values within limits, and the step between them.
function ticks(low, high, count) {
  const rough = (high - low) / count;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((m) => m * power).find((s) => s >= rough);
  const first = Math.ceil(low / step);
  const last = Math.floor(high / step + ROUNDING);
  const values = Array.from({ length: Math.max(0, last - first + 1) }, (_, k) => (first + k) * step + 0); // not -0
  return { values, step };
}

function text(value, step) {
  if (value !== 0 && (Math.abs(value) >= 1e9 || step < 1e-4)) {
    const known = Math.floor(Math.log10(Math.abs(value))) - Math.floor(Math.log10(step) + 1e-9);
    return value.toExponential(Math.max(0, Math.min(12, known))); // neighbours differ in the last digit
  }
  const digits = Math.max(0, Math.min(6, Math.ceil(-Math.log10(step) - 1e-9)));
  return value.toLocaleString("en", { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

// Draws series of {points: [[x, y], ...], shade, kind: "line" | "steps" | "bars" | "dots"} over axes
// {title, zero, text}: `zero` begins at 0, `text` writes a value of the horizontal axis. A `right`
// axis has `of`, which turns values of the vertical axis into percent.
export function drawChart(canvas, series, { x, y, right = null }) {
  const ratio = devicePixelRatio || 1;
  const [width, height] = [canvas.clientWidth, canvas.clientHeight];
  if (!width || !height) return;
  canvas.width = Math.round(width * ratio);
  canvas.height = Math.round(height * ratio);
  const context = canvas.getContext("2d");
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.font = "11px system-ui, sans-serif";
  const all = series.flatMap((one) => one.points);
  if (!all.length) return;
  const bounds = (axis) => all.reduce(([a, b], p) => [Math.min(a, p[axis]), Math.max(b, p[axis])], [Infinity, -Infinity]);
  const half = series.some(({ kind }) => kind === "bars") ? 0.5 : 0; // of a bar's width
  const xs = widened(bounds(0).map((value, side) => value + (side ? half : -half)));
  const ys = widened(y.zero ? [0, bounds(1)[1]] : bounds(1), y.zero ? 0 : 0.04);
  const axes = { x: labels(xs, 5, x.text), y: labels(ys, 4) };
  if (right) axes.right = labels(ys.map(right.of), 4, (value, step) => `${text(value, step)} %`);
  const widest = (axis) => Math.max(0, ...(axes[axis] ?? []).map(([, word]) => context.measureText(word).width));
  const box = { left: widest("y") + EDGE, right: width - (right ? widest("right") : 0) - EDGE, top: LINE, bottom: height - 2 * LINE };
  const across = (value) => box.left + ((value - xs[0]) / (xs[1] - xs[0])) * (box.right - box.left);
  const up = (value) => box.bottom - ((value - ys[0]) / (ys[1] - ys[0])) * (box.bottom - box.top);
  const frame = { context, across, up, box, width };
  drawAxes(frame, axes, { x, y, right }, right ? inverse(right.of, ys) : null);
  for (const one of series) drawSeries(frame, one, up(y.zero ? 0 : ys[0]));
}

// Limits of an axis; values that differ by rounding alone count as one.
function widened([low, high], share = 0) {
  const large = Math.max(Math.abs(low), Math.abs(high));
  if (high - low <= ROUNDING * large || large === 0) return [low - (large * 0.01 || 1), high + (large * 0.01 || 1)];
  return [low - share * (high - low), high + share * (high - low)];
}

// Pairs of a round value and how it is written.
function labels([low, high], count, write = text) {
  const { values, step } = ticks(low, high, count);
  return values.map((value) => [value, write(value, step)]);
}

// The inverse of a function that is a straight line.
function inverse(of, [low, high]) {
  return (value) => low + ((value - of(low)) / (of(high) - of(low))) * (high - low);
}

function drawAxes({ context, across, up, box, width }, axes, { x, y, right }, back) {
  context.strokeStyle = css("line");
  context.fillStyle = css("soft");
  context.lineWidth = 1;
  const write = (word, px, py, align, baseline) => {
    [context.textAlign, context.textBaseline] = [align, baseline];
    context.fillText(word, px, py);
  };
  for (const [value, word] of axes.y) {
    context.beginPath();
    context.moveTo(box.left, up(value));
    context.lineTo(box.right, up(value));
    context.stroke();
    write(word, box.left - 5, up(value), "right", "middle");
  }
  for (const [value, word] of axes.right ?? []) write(word, box.right + 5, up(back(value)), "left", "middle");
  for (const [value, word] of axes.x) write(word, across(value), box.bottom + 5, "center", "top");
  write(y.title, 0, 0, "left", "top");
  if (right) write(right.title, width, 0, "right", "top");
  write(x.title, box.right, box.bottom + LINE, "right", "top");
}

function drawSeries({ context, across, up }, { points, shade, kind = "line" }, floor) {
  context.strokeStyle = css(shade);
  context.fillStyle = css(shade, kind === "bars" ? 0.75 : 1);
  context.lineWidth = 1.8;
  if (kind === "bars") {
    const wide = points.length > 1 ? across(points[1][0]) - across(points[0][0]) : 20;
    for (const [px, py] of points) context.fillRect(across(px) - 0.4 * wide, up(py), 0.8 * wide, floor - up(py));
    return;
  }
  context.beginPath();
  points.forEach(([px, py], i) => {
    if (i === 0) context.moveTo(across(px), up(py));
    else {
      if (kind === "steps") context.lineTo(across(px), up(points[i - 1][1]));
      context.lineTo(across(px), up(py));
    }
  });
  context.stroke();
  const length = points.length ? across(points[points.length - 1][0]) - across(points[0][0]) : 0;
  if (kind !== "dots" && length >= 1) return; // a shorter line could not be seen
  for (const [px, py] of points) {
    context.beginPath();
    context.arc(across(px), up(py), 3.2, 0, 2 * Math.PI);
    context.fill();
  }
}
