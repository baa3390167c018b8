// Small charts with axes: lines, points and bars on a canvas.

import { css } from "./palette.js";

const SPACE = { left: 58, right: 14, top: 8, bottom: 30 };

function ticks(low, high, count) {
  const span = high - low || Math.abs(high) || 1;
  const rough = span / count;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((m) => m * power).find((s) => s >= rough);
  const found = [];
  for (let v = Math.ceil(low / step) * step; v <= high + 1e-9 * span; v += step) found.push(v + 0); // not -0
  return found;
}

function text(value, step) {
  if (value !== 0 && (Math.abs(value) >= 1e6 || Math.abs(step) < 1e-4)) return value.toExponential(2);
  const digits = Math.max(0, Math.min(6, Math.ceil(-Math.log10(Math.abs(step) || 1) - 1e-9)));
  return value.toLocaleString("en", { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

// Draws series of {points: [[x, y], ...], shade, kind: "line" | "steps" | "bars" | "dots"} with
// labels of the axes; `right` turns values into those of a second axis on the right.
export function drawChart(canvas, series, { x, y, right = null, zero = false }) {
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
  const [x0, x1] = widened(bounds(0).map((x, side) => x + (side ? half : -half)));
  const [y0, y1] = widened(zero ? [0, bounds(1)[1]] : bounds(1), zero ? 0 : 0.04);
  const rightSpace = right ? 52 : SPACE.right;
  const across = (v) => SPACE.left + ((v - x0) / (x1 - x0)) * (width - SPACE.left - rightSpace);
  const up = (v) => height - SPACE.bottom - ((v - y0) / (y1 - y0)) * (height - SPACE.bottom - SPACE.top);
  const frame = { context, across, up, width, height, rightSpace };
  drawAxes(frame, [x0, x1], [y0, y1], { x, y, right });
  for (const one of series) drawSeries(frame, one, up(zero ? 0 : y0));
}

function widened([low, high], share = 0) {
  if (low === high) return [low - (Math.abs(low) * 0.01 || 1), high + (Math.abs(high) * 0.01 || 1)];
  return [low - share * (high - low), high + share * (high - low)];
}

function drawAxes({ context, across, up, width, height, rightSpace }, xs, ys, { x, y, right }) {
  context.strokeStyle = css("line");
  context.fillStyle = css("soft");
  context.lineWidth = 1;
  const yTicks = ticks(...ys, 4);
  context.textBaseline = "middle";
  for (const value of yTicks) {
    context.beginPath();
    context.moveTo(SPACE.left, up(value));
    context.lineTo(width - rightSpace, up(value));
    context.stroke();
    context.textAlign = "right";
    context.fillText(text(value, yTicks[1] - yTicks[0]), SPACE.left - 5, up(value));
    if (right) {
      context.textAlign = "left";
      context.fillText(`${right(value).toFixed(2)} %`, width - rightSpace + 5, up(value));
    }
  }
  const xTicks = ticks(...xs, 5);
  context.textBaseline = "top";
  context.textAlign = "center";
  for (const value of xTicks) context.fillText(text(value, xTicks[1] - xTicks[0]), across(value), height - SPACE.bottom + 4);
  context.textBaseline = "bottom";
  context.textAlign = "right";
  context.fillText(x, width - rightSpace, height);
  context.textAlign = "left";
  context.fillText(y, 2, height);
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
  if (kind !== "dots" && points.length > 1) return; // one point makes no line
  for (const [px, py] of points) {
    context.beginPath();
    context.arc(across(px), up(py), 3.2, 0, 2 * Math.PI);
    context.fill();
  }
}
