// Groups of nodes whose multipliers move together: clusters, clusters of clusters, duplicates.
#pragma once

#include <cstdint>
#include <vector>

#include "heataco/relaxation/support_graph.h"

namespace heataco {

// A cluster that the 1-tree reaches by one edge only must become cheaper by about the distance to
// the next cluster. Node by node that takes thousands of 1-trees, since its total degree is short
// by 1, however many nodes share the change, and nodes move by the edges inside. As a group it
// moves by the edges around it. Groups are found by single linkage: components of the minimum
// spanning tree's edges up to some length, where the next edge is `separation` times as long as the
// longest one inside. Directed graphs have none: the assignment's prices have done their work.
class PriceGroups {
 public:
  PriceGroups(const SupportGraph& graph, double separation);

  // One step along the momentum of what each group's degrees exceed those of a tour by.
  void move(const std::vector<std::int32_t>& degrees, float step, float momentum,
            std::vector<float>& multipliers);

  // Of every group, one that holds it; of every node, the smallest that holds it. Group 0 is all
  // nodes and never moves; every other one comes after its parent.
  const std::vector<Node>& parents() const noexcept { return parents_; }
  const std::vector<Node>& of_nodes() const noexcept { return of_nodes_; }

 private:
  std::vector<Node> parents_;
  std::vector<Node> of_nodes_;
  std::vector<float> scales_;  // the edge that joins the group to the next one
  std::vector<float> directions_;
  std::vector<float> shifts_;  // on the way: excess degrees, then changes of the multipliers
};

}  // namespace heataco
