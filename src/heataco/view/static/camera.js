// What part of the unit square a map shows, and how mouse, fingers and keys change that.

const STEP = 60; // pixels that an arrow key moves
const ZOOM = 1.25; // that + and − do
const CLICK = 4; // pixels that a pointer may move in a click

export class Camera {
  constructor() {
    this.fit();
  }

  fit() {
    this.x = 0.5;
    this.y = 0.5;
    this.zoom = 1;
  }

  // Pixels per unit on a map of that size.
  scale(width, height) {
    return 0.94 * Math.min(width, height) * this.zoom;
  }

  toMap(px, py, width, height) {
    const scale = this.scale(width, height);
    return [this.x + (px - width / 2) / scale, this.y - (py - height / 2) / scale];
  }

  toPixels(x, y, width, height) {
    const scale = this.scale(width, height);
    return [width / 2 + (x - this.x) * scale, height / 2 - (y - this.y) * scale];
  }

  move(dx, dy, width, height) {
    const scale = this.scale(width, height);
    this.x -= dx / scale;
    this.y += dy / scale;
  }

  zoomAt(factor, px, py, width, height) {
    const [x, y] = this.toMap(px, py, width, height);
    this.zoom = Math.min(Math.max(this.zoom * factor, 0.2), 20000);
    const [nx, ny] = this.toMap(px, py, width, height);
    this.x += x - nx;
    this.y += y - ny;
  }
}

// Lets a canvas move the camera; `changed` is called after each move, `clicked` with a place.
export function control(canvas, camera, changed, clicked) {
  const pointers = new Map();
  let moved = 0;
  const size = () => [canvas.clientWidth, canvas.clientHeight];
  const spread = () => {
    const [a, b] = [...pointers.values()];
    return [Math.hypot(a[0] - b[0], a[1] - b[1]), (a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
  };
  canvas.addEventListener("pointerdown", (event) => {
    canvas.setPointerCapture(event.pointerId);
    pointers.set(event.pointerId, [event.offsetX, event.offsetY]);
    moved = 0;
  });
  canvas.addEventListener("pointermove", (event) => {
    const before = pointers.get(event.pointerId);
    if (!before) return;
    const wide = pointers.size === 2 ? spread() : null;
    pointers.set(event.pointerId, [event.offsetX, event.offsetY]);
    const [dx, dy] = [event.offsetX - before[0], event.offsetY - before[1]];
    moved += Math.hypot(dx, dy);
    if (wide) {
      const [now, x, y] = spread();
      camera.zoomAt(now / Math.max(wide[0], 1), x, y, ...size());
    } else {
      camera.move(dx, dy, ...size());
    }
    changed();
  });
  const end = (event) => {
    if (!pointers.delete(event.pointerId) || event.type !== "pointerup") return;
    if (moved < CLICK) clicked(event.offsetX, event.offsetY, ...size());
  };
  canvas.addEventListener("pointerup", end);
  canvas.addEventListener("pointercancel", end);
  canvas.addEventListener("wheel", (event) => {
    event.preventDefault();
    camera.zoomAt(Math.exp(-event.deltaY / 400), event.offsetX, event.offsetY, ...size());
    changed();
  }, { passive: false });
  canvas.addEventListener("keydown", (event) => {
    const [width, height] = size();
    const actions = {
      ArrowLeft: () => camera.move(STEP, 0, width, height),
      ArrowRight: () => camera.move(-STEP, 0, width, height),
      ArrowUp: () => camera.move(0, STEP, width, height),
      ArrowDown: () => camera.move(0, -STEP, width, height),
      "+": () => camera.zoomAt(ZOOM, width / 2, height / 2, width, height),
      "-": () => camera.zoomAt(1 / ZOOM, width / 2, height / 2, width, height),
      0: () => camera.fit(),
    };
    const action = actions[event.key];
    if (!action) return;
    event.preventDefault();
    action();
    changed();
  });
}
