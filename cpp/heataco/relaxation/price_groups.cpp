#include "heataco/relaxation/price_groups.h"

#include <algorithm>
#include <numeric>

#include "heataco/core/union_find.h"
#include "heataco/relaxation/spanning_tree.h"

namespace heataco {

namespace {

std::vector<std::uint32_t> ascending_tree(const SupportGraph& graph) {
  std::vector<Link> links;
  links.reserve(graph.size());
  for (std::size_t e = 0; e < graph.size(); ++e)
    links.push_back(
        {ordered_bits(graph.length[e]), static_cast<std::uint32_t>(e), graph.from[e], graph.to[e]});
  SpanningTree tree;
  tree.begin(graph.n);
  tree.grow(links);
  std::vector<std::uint32_t> edges = tree.edges();
  std::sort(edges.begin(), edges.end(), [&](std::uint32_t a, std::uint32_t b) {
    return graph.length[a] != graph.length[b] ? graph.length[a] < graph.length[b] : a < b;
  });
  return edges;
}

// Single linkage: leaves are the nodes, then every edge of the spanning tree, shortest first, joins
// two components to a new one. Components come before their parents.
struct Dendrogram {
  std::vector<Node> parents;   // of the last one: itself
  std::vector<float> lengths;  // the longest edge inside
  std::vector<Node> sizes;

  explicit Dendrogram(const SupportGraph& graph) {
    parents.resize(index(graph.n));
    std::iota(parents.begin(), parents.end(), 0);
    lengths.resize(index(graph.n));
    sizes.assign(index(graph.n), 1);
    UnionFind tops(2 * graph.n - 1);  // the component that a component has become part of
    for (const std::uint32_t e : ascending_tree(graph)) {
      const auto joined = static_cast<Node>(parents.size());
      Node size = 0;
      for (const Node end : {graph.from[e], graph.to[e]}) {
        const Node part = tops.find(end);
        parents[index(part)] = joined;
        tops.join(part, joined);
        size += sizes[index(part)];
      }
      parents.push_back(joined);
      lengths.push_back(graph.length[e]);
      sizes.push_back(size);
    }
  }

  // Whether a component stands apart, and is slow to move node by node: in proportion to its size
  // and to how much longer the edges around it are than those inside. Pairs of near nodes, of which
  // even ground is full, are not worth it.
  bool is_group(std::size_t c, double separation) const {
    constexpr double min_slowness = 12.0;
    const double around = lengths[index(parents[c])];
    const double inside = lengths[c];
    return sizes[c] > 1 && around > 0.0 && around >= separation * inside &&
           around * sizes[c] >= min_slowness * inside;
  }
};

}  // namespace

PriceGroups::PriceGroups(const SupportGraph& graph, double separation)
    : parents_{0}, of_nodes_(index(graph.n)), scales_{0.0f} {
  if (!graph.directed) {
    const Dendrogram tree(graph);
    std::vector<Node> groups(tree.parents.size());
    for (std::size_t c = tree.parents.size() - 1; c-- > 0;) {
      const std::size_t parent = index(tree.parents[c]);
      groups[c] = groups[parent];
      if (!tree.is_group(c, separation)) continue;
      groups[c] = static_cast<Node>(parents_.size());
      parents_.push_back(groups[parent]);
      scales_.push_back(tree.lengths[parent]);
    }
    std::copy_n(groups.begin(), of_nodes_.size(), of_nodes_.begin());
  }
  directions_.resize(parents_.size());
  shifts_.resize(parents_.size());
}

// The excess is cut off: where a group has become a little too cheap all edges around it may enter
// the tree at once, and a step by their number would throw it as far to the other side.
void PriceGroups::move(const std::vector<std::int32_t>& degrees, float step, float momentum,
                       std::vector<float>& multipliers) {
  constexpr float max_excess = 2.0f;
  if (parents_.size() == 1) return;
  std::fill(shifts_.begin(), shifts_.end(), 0.0f);
  for (std::size_t v = 0; v < of_nodes_.size(); ++v)
    shifts_[index(of_nodes_[v])] += static_cast<float>(degrees[v] - 2);
  for (std::size_t g = parents_.size(); g-- > 1;) {
    shifts_[index(parents_[g])] += shifts_[g];
    const float excess = std::clamp(shifts_[g], -max_excess, max_excess);
    directions_[g] = momentum * directions_[g] + (1.0f - momentum) * excess;
  }
  shifts_[0] = 0.0f;
  for (std::size_t g = 1; g < parents_.size(); ++g)
    shifts_[g] = shifts_[index(parents_[g])] + step * scales_[g] * directions_[g];
  for (std::size_t v = 0; v < of_nodes_.size(); ++v) multipliers[v] += shifts_[index(of_nodes_[v])];
}

}  // namespace heataco
