// Minimum 1-trees of a whole instance: every pair of nodes counts, not only those of a sparse
// graph.
#pragma once

#include <vector>

#include "heataco/core/numbering.h"

namespace heataco {

// Lengths with prices: one of every node or, where the instance is directed, n of leaving and n of
// entering the nodes. They are compared as rounded here, the same both ways where symmetric.
struct PricedInstance {
  const Instance& instance;
  const std::vector<double>& prices;

  double leaving(Node v) const noexcept { return prices[index(v)]; }
  double entering(Node v) const noexcept {
    return prices[index(v) + (instance.symmetric() ? 0 : index(instance.n()))];
  }
  double weight(Node from, Node to) const noexcept {
    return instance.distance(from, to) + (leaving(from) + entering(to));
  }
};

// The edges of a minimum 1-tree as in OneTree, with n ≥ 3. Nodes with coordinates need linear
// memory, and time that grows little faster than n; a matrix is read once.
std::vector<Edge> complete_one_tree(const Numbering& numbering, const std::vector<double>& prices,
                                    Checkpoint& checkpoint);

}  // namespace heataco
