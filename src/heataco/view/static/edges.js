// Tours as sets of edges.

// Returns the node after and the node before each node.
export function links(tour) {
  const after = new Int32Array(tour.length);
  const before = new Int32Array(tour.length);
  for (let i = 0; i < tour.length; i++) {
    const next = tour[i + 1 === tour.length ? 0 : i + 1];
    after[tour[i]] = next;
    before[next] = tour[i];
  }
  return { after, before };
}

// Returns the edges of one tour that another does not hold, as pairs of nodes.
export function missingFrom(one, other) {
  const pairs = [];
  for (let node = 0; node < one.after.length; node++) {
    const next = one.after[node];
    if (other.after[node] !== next && other.before[node] !== next) pairs.push(node, next);
  }
  return Uint32Array.from(pairs);
}

// Returns the edges of a tour as pairs of nodes.
export function pairsOf(tour) {
  const pairs = new Uint32Array(2 * tour.length);
  for (let i = 0; i < tour.length; i++) {
    pairs[2 * i] = tour[i];
    pairs[2 * i + 1] = tour[i + 1 === tour.length ? 0 : i + 1];
  }
  return pairs;
}

// How many strengths, which descend, are at least so high.
export function countAbove(strength, limit) {
  let low = 0;
  let high = strength.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (strength[middle] >= limit) low = middle + 1;
    else high = middle;
  }
  return low;
}

// Finds the node next to a place by a grid.
export class Places {
  constructor(points) {
    this.points = points;
    this.side = Math.max(1, Math.floor(Math.sqrt(points.length / 8)));
    const cells = this.side * this.side;
    this.starts = new Uint32Array(cells + 1);
    for (let i = 0; i < points.length; i += 2) this.starts[this.cellOf(i) + 1] += 1;
    for (let cell = 0; cell < cells; cell++) this.starts[cell + 1] += this.starts[cell];
    const next = this.starts.slice();
    this.nodes = new Uint32Array(points.length / 2);
    for (let i = 0; i < points.length; i += 2) this.nodes[next[this.cellOf(i)]++] = i / 2;
  }

  clamp(value) {
    return Math.min(this.side - 1, Math.max(0, Math.floor(value * this.side)));
  }

  cellOf(i) {
    return this.clamp(this.points[i + 1]) * this.side + this.clamp(this.points[i]);
  }

  // Returns the nearest node within a radius, or -1.
  nearest(x, y, radius) {
    let best = -1;
    let least = radius * radius;
    for (let row = this.clamp(y - radius); row <= this.clamp(y + radius); row++) {
      for (let column = this.clamp(x - radius); column <= this.clamp(x + radius); column++) {
        const cell = row * this.side + column;
        for (let k = this.starts[cell]; k < this.starts[cell + 1]; k++) {
          const node = this.nodes[k];
          const dx = this.points[2 * node] - x;
          const dy = this.points[2 * node + 1] - y;
          if (dx * dx + dy * dy <= least) {
            least = dx * dx + dy * dy;
            best = node;
          }
        }
      }
    }
    return best;
  }
}
