// Nearest-neighbour lists by distance, ties by node number.
#pragma once

#include <vector>

#include "heataco/instance.h"
#include "heataco/search.h"
#include "heataco/types.h"

namespace heataco {

enum class Direction { out, in };

// Rows of equal length k, each ascending by (distance, node).
struct NeighbourLists {
  Node n = 0;
  std::size_t k = 0;
  std::vector<Node> nodes;
  std::vector<double> distances;

  const Node* row(Node v) const noexcept { return nodes.data() + static_cast<std::size_t>(v) * k; }
  const double* row_distances(Node v) const noexcept {
    return distances.data() + static_cast<std::size_t>(v) * k;
  }

  // The first neighbours of every row, packed: short rows stay in the cache.
  NeighbourLists first(std::size_t count) const;
};

// min(k, n − 1) neighbours of every node: to them (out) or from them (in); the same where the
// instance is symmetric.
NeighbourLists nearest_neighbours(const Instance& instance, std::size_t k, Direction direction,
                                  Checkpoint& checkpoint);

}  // namespace heataco
