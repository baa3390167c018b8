// A directed instance as a symmetric one of twice as many nodes: tours and lists of the one in the
// numbers of the other. See Instance::doubled.
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "heataco/core/neighbours.h"
#include "heataco/core/types.h"

namespace heataco {

// Leaving a node and entering it are joined by a fixed edge.
inline std::vector<Node> doubled_partners(Node n) {
  std::vector<Node> partners;
  for (Node v = 0; v < 2 * n; ++v) partners.push_back(v < n ? v + n : v - n);
  return partners;
}

inline Tour doubled_tour(const Tour& tour) {
  const auto n = static_cast<Node>(tour.size());
  Tour doubled;
  doubled.reserve(2 * tour.size());
  for (const Node v : tour) doubled.insert(doubled.end(), {v + n, v});
  return doubled;
}

// Back again, from a tour that goes either way.
inline Tour single_tour(const Tour& doubled) {
  const auto n = static_cast<Node>(doubled.size() / 2);
  Tour tour;
  tour.reserve(doubled.size() / 2);
  for (const Node v : doubled)
    if (v < n) tour.push_back(v);
  // A node is entered before it is left.
  const auto at =
      static_cast<std::size_t>(std::find(doubled.begin(), doubled.end(), 0) - doubled.begin());
  if (doubled[(at + 1) % doubled.size()] == n) std::reverse(tour.begin(), tour.end());
  return tour;
}

// From where a node is left to where others are entered, and the other way round. Short rows are
// filled up with their owner here, too.
inline NeighbourLists doubled_lists(NeighbourLists out, NeighbourLists in) {
  const Node n = out.n;
  for (Node v = 0; v < n; ++v) {
    for (std::size_t s = index(v) * out.k; s < (index(v) + 1) * out.k; ++s) {
      if (out.nodes[s] != v) out.nodes[s] += n;
      if (in.nodes[s] == v) in.nodes[s] += n;
    }
  }
  out.n *= 2;
  out.nodes.insert(out.nodes.end(), in.nodes.begin(), in.nodes.end());
  out.distances.insert(out.distances.end(), in.distances.begin(), in.distances.end());
  return out;
}

}  // namespace heataco
