#include "heataco/relaxation/one_tree.h"

#include <algorithm>
#include <limits>
#include <numeric>

namespace heataco {

namespace {

std::size_t index(Node v) {
  return static_cast<std::size_t>(v);
}

}  // namespace

OneTree::OneTree(const SupportGraph& graph)
    : graph_(graph), degrees_(graph.multipliers()), parents_(index(graph.n)) {
  edges_.reserve(parents_.size());
}

void OneTree::find(const std::vector<float>& multipliers) {
  const auto weight = [&](std::size_t e) {
    return graph_.length[e] + multipliers[graph_.tail(e)] + multipliers[graph_.head(e)];
  };
  order_.sort(graph_.size(), weight);
  std::iota(parents_.begin(), parents_.end(), 0);
  std::fill(degrees_.begin(), degrees_.end(), 0);
  free_at_start_[0] = free_at_start_[1] = 1;
  edges_.clear();
  weight_ = 0.0;
  for (std::size_t place = 0; edges_.size() < parents_.size(); ++place) {
    const std::uint32_t e = order_[place];
    if (!joins(e)) continue;
    edges_.push_back(e);
    ++degrees_[graph_.tail(e)];
    ++degrees_[graph_.head(e)];
    weight_ += weight(e);
  }
}

// Whether the next edge, by weight, belongs to the 1-tree.
bool OneTree::joins(std::uint32_t edge) {
  const Node from = graph_.from[edge];
  const Node to = graph_.to[edge];
  if (from == 0 || to == 0) {
    // Without directions either of the two may be taken first.
    int& own = free_at_start_[from == 0 ? 0 : 1];
    int& other = free_at_start_[from == 0 ? 1 : 0];
    int& taken = own == 0 && !graph_.directed ? other : own;
    if (taken == 0) return false;
    --taken;
    return true;
  }
  const Node a = root(from);
  const Node b = root(to);
  if (a == b) return false;
  parents_[index(a)] = b;
  return true;
}

Node OneTree::root(Node v) noexcept {
  while (parents_[index(v)] != v) {
    parents_[index(v)] = parents_[index(parents_[index(v)])];
    v = parents_[index(v)];
  }
  return v;
}

PathMaxima::PathMaxima(Node n)
    : parents_(index(n), no_node),
      sizes_(index(n), 1),
      joined_(index(n), std::numeric_limits<Node>::max()),
      weights_(index(n)) {}

void PathMaxima::join(Node a, Node b, float weight) {
  a = root(a);
  b = root(b);
  if (sizes_[index(a)] > sizes_[index(b)]) std::swap(a, b);
  parents_[index(a)] = b;
  sizes_[index(b)] += sizes_[index(a)];
  joined_[index(a)] = count_++;
  weights_[index(a)] = weight;
}

float PathMaxima::between(Node a, Node b) const noexcept {
  float largest = -std::numeric_limits<float>::infinity();
  while (a != b) {
    if (joined_[index(a)] > joined_[index(b)]) std::swap(a, b);
    largest = weights_[index(a)];
    a = parents_[index(a)];
  }
  return largest;
}

Node PathMaxima::root(Node v) const noexcept {
  while (parents_[index(v)] != no_node) v = parents_[index(v)];
  return v;
}

}  // namespace heataco
