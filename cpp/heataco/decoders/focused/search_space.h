// What is searched: an instance, or a part of one, with its candidate edges.
#pragma once

#include <vector>

#include "heataco/core/connectors.h"
#include "heataco/core/instance.h"
#include "heataco/core/neighbours.h"

namespace heataco {

struct SearchSpace {
  Instance instance;
  NeighbourLists candidates;   // filled up as Lin-Kernighan steps expect
  std::vector<float> beliefs;  // for every slot: how likely the edge is to be in a good tour
  std::vector<Node> partners;  // of fixed edges; empty where there are none
  std::vector<double> radii;   // of every node's cluster; empty where directed

  bool fixed(Node a, Node b) const noexcept { return !partners.empty() && partners[index(a)] == b; }

  // Whether an edge leaves the cluster of its first node, and is not fixed.
  bool leap(Node a, Node b) const noexcept {
    return !radii.empty() && !fixed(a, b) &&
           instance.distance(a, b) > far_beyond_radius * radii[index(a)];
  }
};

}  // namespace heataco
