// The node numbers that a search uses internally.
#pragma once

#include <optional>
#include <vector>

#include "heataco/core/kd_tree.h"
#include "heataco/core/neighbours.h"
#include "heataco/core/node_set.h"

namespace heataco {

// Nodes with coordinates are numbered along the leaves of a k-d tree for the time of the search:
// what a construction step or an exchange touches then lies close together in memory, and the
// cells of the tree are ranges of bits in a set of nodes, so that the nearest unvisited node is
// found without going through all nodes. Nodes of a matrix keep their numbers.
class Numbering {
 public:
  Numbering(const Instance& instance, Checkpoint& checkpoint);

  // The instance under the new numbers.
  const Instance& instance() const noexcept { return renumbered_ ? *renumbered_ : original_; }

  // The node that is now called r stands at place r.
  const std::vector<Node>& order() const noexcept { return order_; }

  // The tree over that instance; nodes with coordinates have one.
  const KdTree& tree() const noexcept { return *tree_; }

  Node apply(Node v) const noexcept { return rank_[index(v)]; }
  Node undo(Node r) const noexcept { return order_[index(r)]; }
  NeighbourLists apply(const NeighbourLists& lists, Checkpoint& checkpoint) const;
  Tour apply(const Tour& tour) const;
  Tour undo(const Tour& tour) const;

  // Rows of k values each, such as the weights of candidates.
  std::vector<double> apply_rows(const std::vector<double>& rows, std::size_t k,
                                 Checkpoint& checkpoint) const;

  // By the new numbers: the member of the set that is nearest to v; the set is not empty.
  Node nearest_in(Node v, const NodeSet& set) const;

 private:
  const Instance& original_;
  std::vector<Node> order_;
  std::vector<Node> rank_;  // its inverse
  std::optional<Instance> renumbered_;
  std::optional<KdTree> tree_;
};

}  // namespace heataco
