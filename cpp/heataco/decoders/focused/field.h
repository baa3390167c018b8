// What ants walk on: an instance, or a part of one, with its candidate edges.
#pragma once

#include <vector>

#include "heataco/core/connectors.h"
#include "heataco/core/instance.h"
#include "heataco/core/neighbours.h"

namespace heataco {

struct Field {
  Instance instance;
  NeighbourLists candidates;   // filled up as Lin-Kernighan steps expect
  std::vector<float> beliefs;  // for every slot: how likely the edge is to be in a good tour
  std::vector<Node> partners;  // of fixed edges; empty where there are none
  std::vector<double> reach;   // of every node's near neighbours; empty where directed

  bool fixed(Node a, Node b) const noexcept { return !partners.empty() && partners[index(a)] == b; }

  // Whether an edge leaves the cluster of its first node, and is not fixed.
  bool leap(Node a, Node b) const noexcept {
    return !reach.empty() && !fixed(a, b) &&
           instance.distance(a, b) > far_beyond_reach * reach[index(a)];
  }
};

}  // namespace heataco
