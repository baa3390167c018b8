#include "heataco/relaxation/one_tree.h"

#include <algorithm>
#include <limits>

namespace heataco {

OneTree::OneTree(const SupportGraph& graph)
    : graph_(graph), links_(graph.size()), degrees_(graph.multipliers()) {
  for (std::size_t e = 0; e < graph.size(); ++e)
    if (graph.from[e] == 0 || graph.to[e] == 0) starting_.push_back(static_cast<std::uint32_t>(e));
  edges_.reserve(index(graph.n));
}

// The light edges join most nodes; of the others, few still lead from one component to another.
void OneTree::find(const std::vector<float>& multipliers) {
  const std::uint32_t heaviest = heaviest_light(multipliers);
  tree_.begin(graph_.n - 1);
  std::size_t count = 0;
  for (std::size_t e = 0; e < graph_.size(); ++e) {
    const Node a = graph_.from[e];
    const Node b = graph_.to[e];
    if (a == 0 || b == 0) continue;
    const std::uint32_t weight = ordered_bits(graph_.weight(e, multipliers));
    links_[count] = {weight, static_cast<std::uint32_t>(e), a - 1, b - 1};
    count += weight <= heaviest ? 1 : 0;
  }
  tree_.grow({links_.data(), count});
  const std::vector<Node>& components = tree_.components();
  count = 0;
  for (std::size_t e = 0; e < graph_.size(); ++e) {
    if (graph_.from[e] == 0 || graph_.to[e] == 0) continue;
    const Node a = components[index(graph_.from[e] - 1)];
    const Node b = components[index(graph_.to[e] - 1)];
    if (a == b) continue;
    const std::uint32_t weight = ordered_bits(graph_.weight(e, multipliers));
    links_[count++] = {weight, static_cast<std::uint32_t>(e), a, b};
  }
  tree_.grow({links_.data(), count});
  edges_ = tree_.edges();
  take_start(multipliers);
  std::fill(degrees_.begin(), degrees_.end(), 0);
  weight_ = 0.0;
  for (const std::uint32_t e : edges_) {
    ++degrees_[graph_.tail(e)];
    ++degrees_[graph_.head(e)];
    weight_ += graph_.weight(e, multipliers);
  }
}

// By a sample: below it lie 2.2 edges per node. With fewer more of the others are left, with more
// they go through more rounds.
std::uint32_t OneTree::heaviest_light(const std::vector<float>& multipliers) {
  constexpr double per_node = 2.2;
  constexpr std::size_t max_sample = 128;
  const std::size_t step = std::max<std::size_t>(1, graph_.size() / max_sample);
  sample_.clear();
  for (std::size_t e = 0; e < graph_.size(); e += step)
    sample_.push_back(ordered_bits(graph_.weight(e, multipliers)));
  const double share = per_node * graph_.n / static_cast<double>(graph_.size());
  const auto last = static_cast<double>(sample_.size() - 1);
  const auto rank = static_cast<std::ptrdiff_t>(std::min(share, 1.0) * last);
  std::nth_element(sample_.begin(), sample_.begin() + rank, sample_.end());
  return sample_[static_cast<std::size_t>(rank)];
}

// The two lightest edges at node 0 or, where directed, the lightest one that leaves it and the
// lightest one that enters it.
void OneTree::take_start(const std::vector<float>& multipliers) {
  std::sort(starting_.begin(), starting_.end(), [&](std::uint32_t a, std::uint32_t b) {
    const float left = graph_.weight(a, multipliers);
    const float right = graph_.weight(b, multipliers);
    return left != right ? left < right : a < b;
  });
  const auto first = std::find_if(starting_.begin(), starting_.end(), [&](std::uint32_t e) {
    return !graph_.directed || graph_.from[e] == 0;
  });
  const auto second = std::find_if(starting_.begin(), starting_.end(), [&](std::uint32_t e) {
    return e != *first && (!graph_.directed || graph_.to[e] == 0);
  });
  edges_.push_back(*first);
  edges_.push_back(*second);
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
