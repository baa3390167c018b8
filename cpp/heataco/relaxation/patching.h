// Cycles of an assignment, and one tour made of them.
#pragma once

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

// The nodes in the order in which the arcs lead through them; there is one cycle.
Tour tour_along(const std::vector<Node>& targets);

// Karp's patching: the smallest cycle first, each is joined to another one by the two arcs that
// cost the least in exchange for one arc of either. The assignment is complete.
Tour patched_tour(const Instance& instance, const Assignment& assignment, Checkpoint& checkpoint);

}  // namespace heataco
