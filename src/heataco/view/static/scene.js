// A map: nodes, heat, tour and marked edges, drawn by WebGL; without it by `flat_scene.js`.

import { countAbove, pairsOf } from "./edges.js";
import { FlatScene } from "./flat_scene.js";
import { colour } from "./palette.js";

const THIN = 1.6; // pixels; lines up to this width need no triangles
const ROW = 2048; // texels of a row of the texture that holds edges

// Each edge is a line or two triangles, whose corners look their edge up in a texture. Instances
// would be the usual way, but four corners each are too few to be drawn fast, above all by software.
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

// A width for lines and nodes that fits their number: thin where there are many.
export function thickness(n, zoom) {
  const fine = Math.min(1.3, Math.max(0.2, (200 / Math.max(n, 1)) ** 0.35));
  return Math.min(1.6, fine * Math.max(1, zoom) ** 0.35);
}

class GlScene {
  constructor(canvas, gl) {
    this.canvas = canvas;
    this.gl = gl;
    this.lines = program(gl, LINES, LINE_COLOUR);
    this.dots = program(gl, NODES, NODE_COLOUR);
    this.layers = {};
    this.points = new Float32Array(0);
    this.dotBuffer = gl.createBuffer();
    gl.enable(gl.BLEND);
    gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
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
    this.layers[name] = Object.assign(layer, { count, strength });
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

  draw(camera, options) {
    const gl = this.gl;
    const ratio = this.fitCanvas();
    const { width, height } = this.canvas;
    gl.viewport(0, 0, width, height);
    gl.clearColor(...colour("back"), 1);
    gl.clear(gl.COLOR_BUFFER_BIT);
    const scale = camera.scale(width, height);
    const thick = ratio * thickness(this.points.length / 2, camera.zoom);
    const frame = (used) => {
      gl.useProgram(used);
      gl.uniform2f(gl.getUniformLocation(used, "middle"), camera.x, camera.y);
      gl.uniform1f(gl.getUniformLocation(used, "scale"), scale);
      gl.uniform2f(gl.getUniformLocation(used, "size"), width, height);
    };
    frame(this.lines);
    if (options.heat) this.drawLines("heat", "heat", [0.5 * thick, 6 * thick], [0.1, 0.9], options);
    if (options.tour) this.drawLines("tour", "tour", [1.8 * thick, 1.8 * thick], [1, 1], options);
    if (options.marked) {
      this.drawLines("marked", "marked", [2.8 * thick, 2.8 * thick], [0.95, 0.95], options);
    }
    frame(this.dots);
    if (options.nodes) this.drawDots(Math.max(1, 4.5 * thick), "node", 0, this.points.length / 2);
    if (options.chosen >= 0) this.drawDots(12 * ratio, "chosen", options.chosen, 1);
  }

  drawLines(name, shade, widths, alphas, options) {
    const gl = this.gl;
    const layer = this.layers[name];
    if (!layer) return;
    let count = layer.count;
    if (layer.strength) count = Math.min(options.limit, countAbove(layer.strength, options.threshold));
    const place = (uniform) => gl.getUniformLocation(this.lines, uniform);
    gl.uniform2f(place("widths"), ...widths.map((width) => Math.max(width, 0.7)));
    gl.uniform2f(place("alphas"), ...alphas);
    gl.uniform3f(place("colour"), ...colour(shade));
    gl.uniform1i(place("weighted"), layer.strength ? 1 : 0);
    const thin = Math.max(...widths) <= THIN;
    gl.uniform1i(place("thin"), thin ? 1 : 0);
    gl.uniform1i(place("edges"), 0);
    gl.uniform1i(place("strengths"), 1);
    gl.activeTexture(gl.TEXTURE1);
    gl.bindTexture(gl.TEXTURE_2D, layer.strength ? layer.weights : layer.edges);
    gl.activeTexture(gl.TEXTURE0);
    gl.bindTexture(gl.TEXTURE_2D, layer.edges);
    gl.drawArrays(thin ? gl.LINES : gl.TRIANGLES, 0, (thin ? 2 : 6) * count);
  }

  drawDots(diameter, shade, first, count) {
    const gl = this.gl;
    const at = gl.getAttribLocation(this.dots, "point");
    gl.bindBuffer(gl.ARRAY_BUFFER, this.dotBuffer);
    gl.enableVertexAttribArray(at);
    gl.vertexAttribPointer(at, 2, gl.FLOAT, false, 8, 0);
    gl.uniform1f(gl.getUniformLocation(this.dots, "diameter"), diameter);
    gl.uniform3f(gl.getUniformLocation(this.dots, "colour"), ...colour(shade));
    gl.drawArrays(gl.POINTS, first, count);
    gl.disableVertexAttribArray(at);
  }

  // Makes the canvas as fine as the screen, and returns how fine that is.
  fitCanvas() {
    const ratio = devicePixelRatio || 1;
    const [width, height] = [this.canvas.clientWidth, this.canvas.clientHeight];
    if (this.canvas.width !== Math.round(width * ratio)) this.canvas.width = Math.round(width * ratio);
    if (this.canvas.height !== Math.round(height * ratio)) this.canvas.height = Math.round(height * ratio);
    return ratio;
  }
}

export function makeScene(canvas) {
  const gl = canvas.getContext("webgl2", { antialias: true, alpha: false });
  return gl ? new GlScene(canvas, gl) : new FlatScene(canvas);
}
