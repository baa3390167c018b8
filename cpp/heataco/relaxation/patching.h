// Cycles of an assignment, and one tour made of them.
#pragma once

#include <utility>
#include <vector>

#include "heataco/relaxation/assignment.h"

namespace heataco {

// The cycles that arcs make, one out of every node and one into it.
struct Cycles {
  std::vector<Node> of;     // the number of a node's cycle
  std::vector<Node> sizes;  // by that number

  std::size_t count() const noexcept { return sizes.size(); }
  Node smallest() const noexcept;
};

Cycles cycles_of(const std::vector<Node>& targets);

// The arc into each node, by the arcs out of them.
std::vector<Node> sources_of(const std::vector<Node>& targets);

// An exchange that joins two cycles: the arcs v → target of v and source of u → u go, v → u and
// source of u → target of v come.
struct Patch {
  double cost;
  Node v = no_node;
  Node u = no_node;
};

// Karp's patching: joins the smallest cycle to another one until there is one, each time by the
// patch that `find(arcs, cycles, smallest)` chooses. Stops when that finds none: `u` is `no_node`.
class CycleArcs {
 public:
  explicit CycleArcs(std::vector<Node> targets)
      : targets_(std::move(targets)), sources_(sources_of(targets_)) {}

  const std::vector<Node>& targets() const noexcept { return targets_; }
  Node target(Node v) const noexcept { return targets_[index(v)]; }
  Node source(Node u) const noexcept { return sources_[index(u)]; }

  // `cycles` are those of the arcs. Returns whether one is left.
  template <class Find>
  bool patch(Cycles cycles, const Find& find) {
    for (; cycles.count() > 1; cycles = cycles_of(targets_)) {
      const Patch best = find(*this, cycles, cycles.smallest());
      if (best.u == no_node) return false;
      const Node w = source(best.u);
      link(w, target(best.v));
      link(best.v, best.u);
    }
    return true;
  }

 private:
  void link(Node v, Node u) noexcept {
    targets_[index(v)] = u;
    sources_[index(u)] = v;
  }

  std::vector<Node> targets_;
  std::vector<Node> sources_;
};

// The nodes in the order in which the arcs lead through them; there is one cycle.
Tour tour_along(const std::vector<Node>& targets);

// The patched tour of a complete assignment: of all patches the cheapest is chosen.
Tour patched_tour(const Instance& instance, const Assignment& assignment, Checkpoint& checkpoint);

}  // namespace heataco
