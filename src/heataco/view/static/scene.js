// Pictures of a map: nodes and layers of edges, drawn by WebGL; without it by `flat_scene.js`.

import { countAbove, pairsOf } from "./edges.js";
import { FlatScene } from "./flat_scene.js";
import { colour } from "./palette.js";

const THIN = 1.6; // pixels; lines up to this width need no triangles
const ROW = 2048; // texels of a row of the texture that holds edges
const CROWDED = 16; // pixels for each edge or node; with fewer they cannot be told apart

// Each edge is a line or two triangles, whose corners look their edge up in a texture, by numbers
// that are listed for the edges in view. Instances would be the usual way, but four corners each are
// too few to be drawn fast, above all by software.
const LINES = `#version 300 es
precision highp float;
precision highp sampler2D;
uniform sampler2D edges;
uniform sampler2D strengths;
uniform bool weighted;
uniform bool thin;
uniform vec2 middle;
uniform float scale;
uniform vec2 size;
uniform vec2 widths;
out float visible;
void main() {
  int edge = gl_VertexID / (thin ? 2 : 6);
  int turn = gl_VertexID % (thin ? 2 : 6);
  ivec2 texel = ivec2(edge % ${ROW}, edge / ${ROW});
  vec4 ends = texelFetch(edges, texel, 0);
  float strength = weighted ? texelFetch(strengths, texel, 0).r : 1.0;
  vec2 a = (ends.xy - middle) * scale;
  vec2 b = (ends.zw - middle) * scale;
  vec2 along = b - a;
  float reach = length(along);
  along = reach > 0.0 ? along / reach : vec2(1.0, 0.0);
  float half_width = 0.5 * mix(widths.x, widths.y, sqrt(strength));
  bool far = turn == 1 || turn == 2 || turn == 4;
  bool left = turn == 2 || turn == 4 || turn == 5;
  vec2 corner = vec2(far ? 1.0 : 0.0, left ? 1.0 : 0.0);
  vec2 across = vec2(-along.y, along.x) * (2.0 * corner.y - 1.0) * half_width;
  vec2 place = mix(a, b, corner.x) + (thin ? vec2(0.0) : across);
  visible = sqrt(strength);
  gl_Position = vec4(2.0 * place / size, 0.0, 1.0);
}`;
const LINE_COLOUR = `#version 300 es
precision mediump float;
in float visible;
uniform vec3 colour;
uniform vec2 alphas;
out vec4 result;
void main() {
  float alpha = mix(alphas.x, alphas.y, visible);
  result = vec4(colour * alpha, alpha);
}`;
const NODES = `#version 300 es
in vec2 point;
uniform vec2 middle;
uniform float scale;
uniform vec2 size;
uniform float diameter;
void main() {
  gl_Position = vec4(2.0 * (point - middle) * scale / size, 0.0, 1.0);
  gl_PointSize = diameter;
}`;
const NODE_COLOUR = `#version 300 es
precision mediump float;
uniform vec3 colour;
out vec4 result;
void main() {
  if (distance(gl_PointCoord, vec2(0.5)) > 0.5) discard;
  result = vec4(colour, 1.0);
}`;

function program(gl, vertex, fragment) {
  const made = gl.createProgram();
  for (const [kind, text] of [[gl.VERTEX_SHADER, vertex], [gl.FRAGMENT_SHADER, fragment]]) {
    const shader = gl.createShader(kind);
    gl.shaderSource(shader, text);
    gl.compileShader(shader);
    gl.attachShader(made, shader);
  }
  gl.linkProgram(made);
  if (!gl.getProgramParameter(made, gl.LINK_STATUS)) throw new Error(gl.getProgramInfoLog(made));
  return made;
}

// Layers of edges from the lowest to the highest: width and opacity of the weakest and of the
// strongest edges. Their colours have the same names.
export const LAYERS = {
  heat: { widths: [0.5, 6], alphas: [0.1, 0.9] },
  learned: { widths: [0.7, 3.4], alphas: [0.25, 0.9] },
  tour: { widths: [2.6, 2.6], alphas: [1, 1] },
  marked: { widths: [3.4, 3.4], alphas: [0.95, 0.95] },
};

// A width for lines and nodes that fits their number: thin where there are many.
export function thickness(n, zoom) {
  const fine = Math.min(1.3, Math.max(0.2, (200 / Math.max(n, 1)) ** 0.35));
  return Math.min(1.6, fine * Math.max(1, zoom) ** 0.35);
}

class GlScene {
  constructor(canvas, gl) {
    this.canvas = canvas;
    this.gl = gl;
    this.layers = {};
    this.points = new Float32Array(0);
    this.listed = new Uint32Array(0);
    this.begin();
    // A graphics card may drop what it holds, for example while the machine sleeps.
    canvas.addEventListener("webglcontextlost", (event) => event.preventDefault());
    canvas.addEventListener("webglcontextrestored", () => this.restore());
  }

  begin() {
    const gl = this.gl;
    this.lines = program(gl, LINES, LINE_COLOUR);
    this.dots = program(gl, NODES, NODE_COLOUR);
    this.fence = null;
    this.dotBuffer = gl.createBuffer();
    this.listBuffer = gl.createBuffer();
    gl.enable(gl.BLEND);
    gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
  }

  restore() {
    const layers = this.layers;
    this.layers = {};
    this.begin();
    this.setPoints(this.points);
    for (const [name, { pairs, strength }] of Object.entries(layers)) this.setEdges(name, pairs, strength);
  }

  setPoints(points) {
    this.points = points;
    for (const { edges, weights } of Object.values(this.layers)) {
      this.gl.deleteTexture(edges);
      this.gl.deleteTexture(weights);
    }
    this.layers = {};
    this.gl.bindBuffer(this.gl.ARRAY_BUFFER, this.dotBuffer);
    this.gl.bufferData(this.gl.ARRAY_BUFFER, points, this.gl.STATIC_DRAW);
  }

  // Edges as pairs of nodes; strengths descend, and without any all are 1.
  setEdges(name, pairs, strength = null) {
    const count = pairs.length / 2;
    const rows = Math.max(1, Math.ceil(count / ROW));
    const data = new Float32Array(4 * ROW * rows);
    for (let i = 0; i < count; i++) {
      const [a, b] = [2 * pairs[2 * i], 2 * pairs[2 * i + 1]];
      data[4 * i] = this.points[a];
      data[4 * i + 1] = this.points[a + 1];
      data[4 * i + 2] = this.points[b];
      data[4 * i + 3] = this.points[b + 1];
    }
    const gl = this.gl;
    const layer = this.layers[name] ?? { edges: gl.createTexture(), weights: gl.createTexture() };
    this.fill(layer.edges, gl.RGBA32F, gl.RGBA, rows, data);
    if (strength) {
      const padded = new Float32Array(ROW * rows);
      padded.set(strength);
      this.fill(layer.weights, gl.R32F, gl.RED, rows, padded);
    }
    this.layers[name] = Object.assign(layer, { count, pairs, strength, places: data });
  }

  fill(texture, inside, form, rows, data) {
    const gl = this.gl;
    gl.bindTexture(gl.TEXTURE_2D, texture);
    gl.texImage2D(gl.TEXTURE_2D, 0, inside, ROW, rows, 0, form, gl.FLOAT, data);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.NEAREST);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.NEAREST);
  }

  setTour(tour) {
    this.setEdges("tour", pairsOf(tour));
  }

  // Begins a picture of what a pane shows; it is there when `ready` says so.
  draw(view, options) {
    const { x, y, zoom, ratio, width, height, scale } = view;
    const gl = this.gl;
    if (this.canvas.width !== width) this.canvas.width = width;
    if (this.canvas.height !== height) this.canvas.height = height;
    gl.viewport(0, 0, width, height);
    gl.clearColor(...colour("back"), 1);
    gl.clear(gl.COLOR_BUFFER_BIT);
    const thick = ratio * thickness(this.points.length / 2, zoom);
    const frame = (used) => {
      gl.useProgram(used);
      gl.uniform2f(gl.getUniformLocation(used, "middle"), x, y);
      gl.uniform1f(gl.getUniformLocation(used, "scale"), scale);
      gl.uniform2f(gl.getUniformLocation(used, "size"), width, height);
    };
    frame(this.lines);
    for (const [name, style] of Object.entries(LAYERS)) {
      if (options[name] && this.layers[name]) this.drawLines(name, style, thick, view, options);
    }
    frame(this.dots);
    if (options.nodes) this.drawDots(Math.max(1, 4.5 * thick), "node", this.listNodes(view, options));
    if (options.chosen >= 0) this.drawDots(12 * ratio, "chosen", Uint32Array.of(options.chosen));
    gl.deleteSync(this.fence);
    this.fence = gl.fenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0);
    gl.flush();
  }

  // Without a fence the picture is gone with all that the card held; a new one is asked for then.
  get ready() {
    const gl = this.gl;
    return !this.fence || gl.isContextLost() || gl.getSyncParameter(this.fence, gl.SYNC_STATUS) === gl.SIGNALED;
  }

  // The nodes in view. Where they are so many that they would cover the tour, there are none: it
  // shows by itself where they are.
  listNodes({ x, y, width, height, scale }, options) {
    const most = options.tour && this.layers.tour ? (width * height) / CROWDED : Infinity;
    const [across, up] = [width / scale / 2, height / scale / 2];
    const list = this.room(this.points.length / 2);
    let used = 0;
    for (let i = 0; i < this.points.length && used <= most; i += 2) {
      if (Math.abs(this.points[i] - x) > across || Math.abs(this.points[i + 1] - y) > up) continue;
      list[used++] = i / 2;
    }
    return list.subarray(0, used > most ? 0 : used);
  }

  // Lists the corners of the edges in view, of weighted ones not more than can be told apart.
  listCorners({ places, strength }, count, each, { x, y, width, height, scale }) {
    const most = each * (strength ? Math.min(count, Math.ceil((width * height) / CROWDED)) : count);
    const list = this.room(most);
    const [left, right] = [x - width / scale / 2, x + width / scale / 2];
    const [low, high] = [y - height / scale / 2, y + height / scale / 2];
    let used = 0;
    for (let edge = 0, i = 0; edge < count && used < most; edge += 1, i += 4) {
      const [ax, ay, bx, by] = [places[i], places[i + 1], places[i + 2], places[i + 3]];
      if ((ax < left && bx < left) || (ax > right && bx > right)) continue;
      if ((ay < low && by < low) || (ay > high && by > high)) continue;
      for (let turn = 0; turn < each; turn++) list[used++] = each * edge + turn;
    }
    return list.subarray(0, used);
  }

  // Numbers that are listed for one call only.
  room(size) {
    if (this.listed.length < size) this.listed = new Uint32Array(size);
    return this.listed;
  }

  drawListed(kind, list) {
    const gl = this.gl;
    gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, this.listBuffer);
    gl.bufferData(gl.ELEMENT_ARRAY_BUFFER, list, gl.STREAM_DRAW);
    gl.drawElements(kind, list.length, gl.UNSIGNED_INT, 0);
  }

  drawLines(name, style, thick, view, { thresholds }) {
    const gl = this.gl;
    const layer = this.layers[name];
    const count = layer.strength ? countAbove(layer.strength, thresholds[name]) : layer.count;
    const widths = style.widths.map((width) => width * thick);
    const place = (uniform) => gl.getUniformLocation(this.lines, uniform);
    gl.uniform2f(place("widths"), ...widths.map((width) => Math.max(width, 0.7)));
    gl.uniform2f(place("alphas"), ...style.alphas);
    gl.uniform3f(place("colour"), ...colour(name));
    gl.uniform1i(place("weighted"), layer.strength ? 1 : 0);
    const thin = Math.max(...widths) <= THIN;
    gl.uniform1i(place("thin"), thin ? 1 : 0);
    gl.uniform1i(place("edges"), 0);
    gl.uniform1i(place("strengths"), 1);
    gl.activeTexture(gl.TEXTURE1);
    gl.bindTexture(gl.TEXTURE_2D, layer.strength ? layer.weights : layer.edges);
    gl.activeTexture(gl.TEXTURE0);
    gl.bindTexture(gl.TEXTURE_2D, layer.edges);
    this.drawListed(thin ? gl.LINES : gl.TRIANGLES, this.listCorners(layer, count, thin ? 2 : 6, view));
  }

  drawDots(diameter, shade, nodes) {
    const gl = this.gl;
    const at = gl.getAttribLocation(this.dots, "point");
    gl.bindBuffer(gl.ARRAY_BUFFER, this.dotBuffer);
    gl.enableVertexAttribArray(at);
    gl.vertexAttribPointer(at, 2, gl.FLOAT, false, 8, 0);
    gl.uniform1f(gl.getUniformLocation(this.dots, "diameter"), diameter);
    gl.uniform3f(gl.getUniformLocation(this.dots, "colour"), ...colour(shade));
    this.drawListed(gl.POINTS, nodes);
    gl.disableVertexAttribArray(at);
  }
}

export function makeScene() {
  const canvas = document.createElement("canvas");
  const gl = canvas.getContext("webgl2", { antialias: true, alpha: false, preserveDrawingBuffer: true });
  return gl ? new GlScene(canvas, gl) : new FlatScene(canvas);
}
