// A k-d tree over the nodes of an instance with coordinates: exact k-nearest queries in the
// instance's own metric; ties are broken by node number, unless said otherwise.
#pragma once

#include <algorithm>
#include <functional>
#include <utility>
#include <vector>

#include "heataco/core/checkpoint.h"
#include "heataco/core/instance.h"
#include "heataco/core/node_set.h"
#include "heataco/core/types.h"

namespace heataco {

class KdTree {
 public:
  // Over all nodes, or over a subset of them.
  KdTree(const Instance& instance, Checkpoint& checkpoint);
  KdTree(const Instance& instance, std::vector<Node> nodes, Checkpoint& checkpoint);

  // The k nearest nodes of the tree to v, v excluded, by (distance, node), ascending.
  // `accept(node)` may leave nodes out.
  template <class Accept>
  void nearest(Node v, std::size_t k, Found& found, const Accept& accept) const {
    search(v, k, found, accept, [](const Cell&) { return true; });
  }

  // The same, but among nodes at the same distance it takes the first that it reaches, on a path
  // through the tree that depends on v: of thousands of ties, different nodes find different ones,
  // and no query visits them all.
  template <class Accept>
  void any_nearest(Node v, std::size_t k, Found& found, const Accept& accept) const {
    found.clear();
    if (k > 0 && !cells_.empty()) visit_any(0, v, point(v), k, found, accept);
    std::sort_heap(found.begin(), found.end());
  }

  // The same as `nearest` among the nodes on one side of v: bit d of `orthant` says whether
  // coordinate d of a place is above that of v or below it. Planar nodes lie in the upper four of
  // the eight. Nodes at v itself lie on no side of it.
  static constexpr unsigned orthants = 8;
  void nearest_in_orthant(Node v, unsigned orthant, std::size_t k, Found& found) const;

  // Those of the eight that hold any of the nodes, a bit each; nodes at v itself are in none.
  unsigned orthants_of(Node v, const Node* nodes, std::size_t count) const;

  // Whether the box from `low` to `high` has a place in that orthant of p. Exact: a cell that only
  // borders on the orthant is left out, or every search on a line along an axis would visit all.
  static bool reaches(unsigned orthant, const Point& p, const Point& low, const Point& high);

  // One value of every cell, out of those of its nodes, for `explore`.
  template <class T, class OfNode, class Join>
  std::vector<T> of_cells(const OfNode& of_node, const Join& join) const;

  // Calls `look(u)` for the nodes around v that may be better than `limit`, which it may lower on
  // the way. `at_least(cell, distance)` is what no node of the cell is better than, where none is
  // nearer than the distance; the best cells come first.
  template <class AtLeast, class Look>
  void explore(Node v, const double& limit, const AtLeast& at_least, const Look& look) const {
    if (!cells_.empty()) visit_below(0, point(v), limit, at_least, look);
  }

  // The nodes in an order that keeps neighbours together: leaf after leaf.
  const std::vector<Node>& order() const noexcept { return nodes_; }

  // This tree over instance.renumbered(order()): its cells are then ranges of node numbers.
  KdTree renumbered(const Instance& instance) const;

  // In a renumbered tree: the member of `set` that is nearest to v, no_node where it is empty.
  Node nearest_in(Node v, const NodeSet& set) const;

 private:
  struct Cell {
    Point low, high;
    std::size_t begin, end;   // its nodes in nodes_
    std::size_t left, right;  // child cells; 0 where this is a leaf
    Node smallest;            // lowest node number inside: decides ties without a visit
  };

  static constexpr std::size_t leaf_size = 8;

  static unsigned orthant_of(const Point& q, const Point& p);  // in which q lies, seen from p

  Point point(Node v) const noexcept { return instance_->place(v); }
  Cell cell_around(std::size_t begin, std::size_t end, const std::vector<Point>& points) const;
  std::size_t build(std::size_t begin, std::size_t end, const std::vector<Point>& points,
                    Checkpoint& checkpoint);
  double lower_bound(const Cell& cell, const Point& p) const { return length_across(gap(cell, p)); }
  double length_across(double gap) const;  // no node beyond it is nearer
  static bool second_first(Node v, std::size_t cell);
  double gap(const Cell& cell, const Point& p) const;  // the least measure from p into the cell

  void visit_in(std::size_t index, const Point& p, const NodeSet& set,
                std::pair<double, Node>& nearest) const;

  // `enter(cell)` may leave cells out that hold no node to accept.
  template <class Accept, class Enter>
  void search(Node v, std::size_t k, Found& found, const Accept& accept, const Enter& enter) const {
    found.clear();
    if (k > 0 && !cells_.empty()) visit(0, v, k, found, accept, enter);
    std::sort_heap(found.begin(), found.end());
  }

  // `found` is a heap of at most k nodes; more take the place of the farthest where they are
  // nearer.
  template <class Accept, class Nearer>
  void visit_leaf(const Cell& cell, Node v, std::size_t k, Found& found, const Accept& accept,
                  const Nearer& nearer) const {
    for (std::size_t t = cell.begin; t < cell.end; ++t) {
      const Node u = nodes_[t];
      if (u == v || !accept(u)) continue;
      const std::pair<double, Node> entry{instance_->distance(v, u), u};
      if (found.size() == k) {
        if (!nearer(entry, found.front())) continue;
        std::pop_heap(found.begin(), found.end());
        found.back() = entry;
      } else {
        found.push_back(entry);
      }
      std::push_heap(found.begin(), found.end());
    }
  }

  template <class Accept, class Enter>
  void visit(std::size_t index, Node v, std::size_t k, Found& found, const Accept& accept,
             const Enter& enter) const {
    const Cell& cell = cells_[index];
    if (!enter(cell)) return;
    if (cell.left == 0) {
      visit_leaf(cell, v, k, found, accept, std::less<>());
      return;
    }
    const Point p = point(v);
    std::pair<std::pair<double, Node>, std::size_t> children[2];
    for (int side = 0; side < 2; ++side) {
      const std::size_t child = side == 0 ? cell.left : cell.right;
      children[side] = {{lower_bound(cells_[child], p), cells_[child].smallest}, child};
    }
    if (children[1].first < children[0].first) std::swap(children[0], children[1]);
    for (const auto& [bound, child] : children)
      if (found.size() < k || bound < found.front()) visit(child, v, k, found, accept, enter);
  }

  template <class Accept>
  void visit_any(std::size_t index, Node v, const Point& p, std::size_t k, Found& found,
                 const Accept& accept) const {
    const Cell& cell = cells_[index];
    if (cell.left == 0) {
      visit_leaf(cell, v, k, found, accept,
                 [](const auto& a, const auto& b) { return a.first < b.first; });
      return;
    }
    // By gaps as they are, which metrics may round to the same length.
    std::pair<double, std::size_t> children[2] = {{gap(cells_[cell.left], p), cell.left},
                                                  {gap(cells_[cell.right], p), cell.right}};
    const bool tied = children[0].first == children[1].first;
    if (tied ? second_first(v, index) : children[1].first < children[0].first)
      std::swap(children[0], children[1]);
    for (const auto& [across, child] : children)
      if (found.size() < k || length_across(across) < found.front().first)
        visit_any(child, v, p, k, found, accept);
  }

  template <class AtLeast, class Look>
  void visit_below(std::size_t index, const Point& p, const double& limit, const AtLeast& at_least,
                   const Look& look) const;

  const Instance* instance_;
  std::vector<Node> nodes_;
  std::vector<Cell> cells_;
};

// Cells come before their children.
template <class T, class OfNode, class Join>
std::vector<T> KdTree::of_cells(const OfNode& of_node, const Join& join) const {
  std::vector<T> values(cells_.size());
  for (std::size_t c = cells_.size(); c-- > 0;) {
    const Cell& cell = cells_[c];
    if (cell.left != 0) {
      values[c] = join(values[cell.left], values[cell.right]);
      continue;
    }
    values[c] = of_node(nodes_[cell.begin]);
    for (std::size_t t = cell.begin + 1; t < cell.end; ++t)
      values[c] = join(values[c], of_node(nodes_[t]));
  }
  return values;
}

template <class AtLeast, class Look>
void KdTree::visit_below(std::size_t index, const Point& p, const double& limit,
                         const AtLeast& at_least, const Look& look) const {
  const Cell& cell = cells_[index];
  if (cell.left == 0) {
    for (std::size_t t = cell.begin; t < cell.end; ++t) look(nodes_[t]);
    return;
  }
  std::pair<double, std::size_t> children[2];
  for (int side = 0; side < 2; ++side) {
    const std::size_t child = side == 0 ? cell.left : cell.right;
    children[side] = {at_least(child, lower_bound(cells_[child], p)), child};
  }
  if (children[1].first < children[0].first) std::swap(children[0], children[1]);
  for (const auto& [best, child] : children)
    if (best < limit) visit_below(child, p, limit, at_least, look);
}

}  // namespace heataco
