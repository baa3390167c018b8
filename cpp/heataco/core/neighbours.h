// Nearest-neighbour lists by distance, ties by node number.
#pragma once

#include <vector>

#include "heataco/core/checkpoint.h"
#include "heataco/core/instance.h"
#include "heataco/core/types.h"

namespace heataco {

enum class Direction { out, in };

// Rows of equal length k. The first `near` entries are near nodes, by (distance, node) unless their
// maker says otherwise; connectors follow (see connectors.h), ascending by distance. Short rows are
// filled up with the node itself at an infinite distance.
struct NeighbourLists {
  Node n = 0;
  std::size_t k = 0;
  std::size_t near = 0;
  std::vector<Node> nodes;
  std::vector<double> distances;

  // Rows that `add` is to fill, one after the other.
  static NeighbourLists unfilled(Node n, std::size_t k, std::size_t near) {
    NeighbourLists lists{n, k, near, {}, {}};
    lists.nodes.reserve(index(n) * k);
    lists.distances.reserve(index(n) * k);
    return lists;
  }

  void add(double distance, Node u) {
    nodes.push_back(u);
    distances.push_back(distance);
  }

  const Node* row(Node v) const noexcept { return nodes.data() + index(v) * k; }
  const double* row_distances(Node v) const noexcept { return distances.data() + index(v) * k; }

  // The longest edge of a row, connectors included; infinite where the row is filled up before.
  double longest(Node v) const noexcept {
    const double* distances = row_distances(v);
    std::size_t s = k - 1;
    while (s >= near && nodes[index(v) * k + s] == v) --s;
    return distances[s];
  }

  // The first near nodes of every row, and its connectors, packed: short rows stay in the cache.
  NeighbourLists first(std::size_t count) const;
};

// min(k, n − 1) neighbours of every node: to them (out) or from them (in); the same where the
// instance is symmetric.
NeighbourLists nearest_neighbours(const Instance& instance, std::size_t k, Direction direction,
                                  Checkpoint& checkpoint);

}  // namespace heataco
