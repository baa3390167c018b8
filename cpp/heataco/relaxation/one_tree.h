// Minimum 1-trees: the relaxation of tours behind the Held–Karp bound.
#pragma once

#include <cstdint>
#include <vector>

#include "heataco/relaxation/spanning_tree.h"
#include "heataco/relaxation/support_graph.h"

namespace heataco {

// A 1-tree is a spanning tree of all nodes but node 0, and two edges at node 0; where directed,
// the tree looks at no direction, and one of the two arcs leaves node 0 and one enters it. Every
// tour is a 1-tree, and a 1-tree in which all degrees are those of a tour is one.
class OneTree {
 public:
  // Needs n ≥ 3 and a graph that holds a tour.
  explicit OneTree(const SupportGraph& graph);

  // The 1-tree that is shortest where edge e has length d + multiplier of tail + of head.
  void find(const std::vector<float>& multipliers);

  // Of the 1-tree found last: its edges; their total weight; how often each multiplier stands in
  // it. A tour would have each `tour_degree` times.
  const std::vector<std::uint32_t>& edges() const noexcept { return edges_; }
  double weight() const noexcept { return weight_; }
  const std::vector<std::int32_t>& degrees() const noexcept { return degrees_; }
  std::int32_t tour_degree() const noexcept { return graph_.directed ? 1 : 2; }

 private:
  std::uint32_t heaviest_light(const std::vector<float>& multipliers);
  void take_start(const std::vector<float>& multipliers);

  const SupportGraph& graph_;
  SpanningTree tree_;
  std::vector<Link> links_;
  std::vector<std::uint32_t> sample_;    // of weights
  std::vector<std::uint32_t> starting_;  // edges at node 0
  std::vector<std::uint32_t> edges_;
  std::vector<std::int32_t> degrees_;
  double weight_ = 0.0;
};

// The largest weight on the path between any two nodes of a tree that grows edge by edge.
class PathMaxima {
 public:
  explicit PathMaxima(Node n);

  // Joins two nodes that no path connects yet; weights come in ascending order.
  void join(Node a, Node b, float weight);
  float between(Node a, Node b) const noexcept;  // of connected nodes

 private:
  Node root(Node v) const noexcept;

  // Every node hangs below a larger tree since the `joined_` th edge, of weight `weight_`. Paths
  // to the root have logarithmic length, and the edges on them come in ascending order.
  std::vector<Node> parents_;
  std::vector<Node> sizes_;
  std::vector<Node> joined_;
  std::vector<float> weights_;
  Node count_ = 0;
};

}  // namespace heataco
