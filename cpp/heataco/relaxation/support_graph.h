// The sparse graph on which the Held–Karp relaxation of an instance is solved.
#pragma once

#include <cstddef>
#include <vector>

#include "heataco/core/numbering.h"

namespace heataco {

// Edges between nodes, each once; arcs where the instance is directed.
struct SupportGraph {
  Node n = 0;
  bool directed = false;
  std::vector<Node> from, to;
  std::vector<float>
      length;  // in units of the mean edge, so that single precision serves any scale
  double unit = 1.0;
  std::vector<float> first_multipliers;  // where an ascent starts; none: at 0

  std::size_t size() const noexcept { return length.size(); }

  // A node has one multiplier for its degree or, where directed, one for leaving it and another
  // for entering it: the two copies of the node in the symmetric problem of twice the size, whose
  // edge between the copies every tour contains.
  std::size_t multipliers() const noexcept {
    return static_cast<std::size_t>(directed ? 2 * n : n);
  }
  std::size_t tail(std::size_t edge) const noexcept { return static_cast<std::size_t>(from[edge]); }
  std::size_t head(std::size_t edge) const noexcept {
    return static_cast<std::size_t>(directed ? n + to[edge] : to[edge]);
  }
  float weight(std::size_t edge, const std::vector<float>& of_ends) const noexcept {
    return length[edge] + of_ends[tail(edge)] + of_ends[head(edge)];
  }
};

struct SupportParameters {
  std::size_t neighbours;  // nearest nodes of every node, both ways where directed; twice where
                           // only a matrix is given
  std::size_t orthant_neighbours;  // nearest nodes in every quadrant (octant, on the sphere)

  template <class Read>
  void read_by(Read& read) {
    read("neighbours", neighbours);
    read("orthant_neighbours", orthant_neighbours);
  }
};

// Near neighbours, neighbours on all sides, so that clusters are tied to their surroundings, and
// the edges of a greedy tour, so that the graph holds a tour. Directed graphs also hold the arcs
// that are cheap by the prices of the assignment, from which their ascent starts. Nodes go by the
// numbers given.
SupportGraph support_graph(const Numbering& numbering, const SupportParameters& parameters,
                           Checkpoint& checkpoint);

}  // namespace heataco
