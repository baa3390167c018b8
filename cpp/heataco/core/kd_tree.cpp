#include "heataco/core/kd_tree.h"

#include <cmath>
#include <limits>
#include <numeric>

#include "heataco/core/rng.h"

namespace heataco {

namespace {

std::vector<Node> all_nodes(Node n) {
  std::vector<Node> nodes(index(n));
  std::iota(nodes.begin(), nodes.end(), 0);
  return nodes;
}

}  // namespace

KdTree::KdTree(const Instance& instance, Checkpoint& checkpoint)
    : KdTree(instance, all_nodes(instance.n()), checkpoint) {}

KdTree::KdTree(const Instance& instance, std::vector<Node> nodes, Checkpoint& checkpoint)
    : instance_(&instance), nodes_(std::move(nodes)) {
  if (nodes_.empty()) return;
  checkpoint.throw_if_interrupted();
  std::vector<Point> points(index(instance.n()));
  for (const Node v : nodes_) points[index(v)] = point(v);
  cells_.reserve(4 * nodes_.size() / leaf_size + 1);
  build(0, nodes_.size(), points, checkpoint);
}

KdTree::Cell KdTree::cell_around(std::size_t begin, std::size_t end,
                                 const std::vector<Point>& points) const {
  Cell cell{};
  cell.begin = begin;
  cell.end = end;
  cell.smallest = nodes_[begin];
  cell.low = cell.high = points[index(nodes_[begin])];
  for (std::size_t t = begin; t < end; ++t) {
    const Point& p = points[index(nodes_[t])];
    cell.smallest = std::min(cell.smallest, nodes_[t]);
    for (std::size_t d = 0; d < 3; ++d) {
      cell.low[d] = std::min(cell.low[d], p[d]);
      cell.high[d] = std::max(cell.high[d], p[d]);
    }
  }
  return cell;
}

std::size_t KdTree::build(std::size_t begin, std::size_t end, const std::vector<Point>& points,
                          Checkpoint& checkpoint) {
  constexpr std::size_t nodes_between_looks = 1024;
  if (end - begin >= nodes_between_looks) checkpoint.throw_if_interrupted();
  const Cell cell = cell_around(begin, end, points);
  const std::size_t place = cells_.size();
  cells_.push_back(cell);
  const auto at = [&](std::size_t t) { return nodes_.begin() + static_cast<std::ptrdiff_t>(t); };
  if (end - begin <= leaf_size) {
    // Libraries leave the parts of a partition in orders of their own, and order() shows them.
    std::sort(at(begin), at(end));
    return place;
  }

  std::size_t axis = 0;
  for (std::size_t d = 1; d < 3; ++d)
    if (cell.high[d] - cell.low[d] > cell.high[axis] - cell.low[axis]) axis = d;
  const std::size_t middle = begin + (end - begin) / 2;
  std::nth_element(at(begin), at(middle), at(end), [&](Node a, Node b) {
    const double pa = points[index(a)][axis];
    const double pb = points[index(b)][axis];
    return pa != pb ? pa < pb : a < b;
  });
  const std::size_t left = build(begin, middle, points, checkpoint);
  const std::size_t right = build(middle, end, points, checkpoint);
  cells_[place].left = left;
  cells_[place].right = right;
  return place;
}

// A node straight beside, above or below p counts as turned a little anticlockwise: what lies on
// one line with p is then in two opposite orthants, and what lies on either side of it in the
// others.
unsigned KdTree::orthant_of(const Point& q, const Point& p) {
  const bool right = q[0] != p[0] ? q[0] > p[0] : q[1] <= p[1];
  const bool above = q[1] != p[1] ? q[1] > p[1] : q[0] >= p[0];
  return (right ? 1u : 0u) | (above ? 2u : 0u) | (q[2] >= p[2] ? 4u : 0u);
}

bool KdTree::reaches(unsigned orthant, const Point& p, const Point& low, const Point& high) {
  const bool up = (orthant & 4u) != 0;
  if (up ? high[2] < p[2] : low[2] >= p[2]) return false;
  switch (orthant & 3u) {
    case 0:
      return low[0] < p[0] && low[1] <= p[1];
    case 1:
      return high[0] >= p[0] && low[1] < p[1];
    case 2:
      return low[0] <= p[0] && high[1] > p[1];
    default:
      if (high[0] > p[0] && high[1] >= p[1]) return true;
      // Or it holds a place straight above or below p.
      return low[0] <= p[0] && high[0] >= p[0] && low[1] <= p[1] && high[1] >= p[1] &&
             (!up || high[2] > p[2]);
  }
}

void KdTree::nearest_in_orthant(Node v, unsigned orthant, std::size_t k, Found& found) const {
  const Point p = point(v);
  search(
      v, k, found,
      [&](Node u) {
        const Point q = point(u);
        return q != p && orthant_of(q, p) == orthant;
      },
      [&](const Cell& cell) { return reaches(orthant, p, cell.low, cell.high); });
}

unsigned KdTree::orthants_of(Node v, const Node* nodes, std::size_t count) const {
  const Point p = point(v);
  unsigned held = 0;
  for (std::size_t s = 0; s < count; ++s)
    if (const Point q = point(nodes[s]); q != p) held |= 1u << orthant_of(q, p);
  return held;
}

KdTree KdTree::renumbered(const Instance& instance) const {
  KdTree tree(*this);
  tree.instance_ = &instance;
  std::iota(tree.nodes_.begin(), tree.nodes_.end(), 0);
  return tree;
}

Node KdTree::nearest_in(Node v, const NodeSet& set) const {
  std::pair<double, Node> nearest{std::numeric_limits<double>::infinity(), no_node};
  visit_in(0, point(v), set, nearest);
  return nearest.second;
}

// Compares measures: every metric grows with its own, and nothing is to be rooted or rounded on the
// way.
void KdTree::visit_in(std::size_t index, const Point& p, const NodeSet& set,
                      std::pair<double, Node>& nearest) const {
  const Cell& cell = cells_[index];
  if (!set.any(static_cast<Node>(cell.begin), static_cast<Node>(cell.end))) return;
  if (cell.left == 0) {
    for (auto u = static_cast<Node>(cell.begin); u < static_cast<Node>(cell.end); ++u)
      if (set.contains(u))
        nearest = std::min(nearest, {measure(instance_->metric(), p, point(u)), u});
    return;
  }
  std::pair<double, std::size_t> children[2] = {{gap(cells_[cell.left], p), cell.left},
                                                {gap(cells_[cell.right], p), cell.right}};
  if (children[1].first < children[0].first) std::swap(children[0], children[1]);
  for (const auto& [bound, child] : children)
    if (bound < nearest.first) visit_in(child, p, set, nearest);
}

double KdTree::gap(const Cell& cell, const Point& p) const {
  const auto along = [&](std::size_t d, double at) {
    return std::max(cell.low[d] - at, 0.0) + std::max(at - cell.high[d], 0.0);
  };
  double x = along(0, p[0]);
  if (is_periodic(instance_->metric()))
    x = std::min({x, along(0, p[0] + full_turn), along(0, p[0] - full_turn)});
  return measure(instance_->metric(), x, along(1, p[1]), along(2, p[2]));
}

bool KdTree::second_first(Node v, std::size_t cell) {
  return Rng::for_item(0, static_cast<std::uint64_t>(v), cell).below(2) != 0;
}

double KdTree::length_across(double gap) const {
  if (instance_->metric() != Metric::geo) return length(instance_->metric(), gap);
  // A chord c spans the cosine 1 − c²/2. The slack covers what the two formulas round apart.
  const double cosine = 1.0 - gap / 2.0 + 1e-12;
  return Instance::great_circle_length(std::clamp(cosine, -1.0, 1.0));
}

}  // namespace heataco
