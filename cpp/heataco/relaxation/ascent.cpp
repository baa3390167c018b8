#include "heataco/relaxation/ascent.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "heataco/relaxation/price_groups.h"

namespace heataco {

namespace {

// The lengths of the shortest edges of every node, ascending; as many as there are, at most five.
struct ShortestEdges {
  static constexpr std::size_t count = 5;

  explicit ShortestEdges(std::size_t multipliers) : lengths(multipliers) {
    for (auto& row : lengths) row.fill(std::numeric_limits<float>::infinity());
  }

  void add(std::size_t end, float length) {
    for (float& kept : lengths[end])
      if (length < kept) std::swap(length, kept);
  }

  float mean(std::size_t end) const {
    float sum = 0.0f;
    float found = 0.0f;
    for (const float length : lengths[end]) {
      if (length == std::numeric_limits<float>::infinity()) break;
      sum += length;
      found += 1.0f;
    }
    return sum / found;
  }

  std::vector<std::array<float, count>> lengths;
};

// Each multiplier moves in proportion to the edges around its node: one step for the whole
// instance would be too long inside clusters and too short between them. Where some of these edges
// lead to other clusters the short ones decide; on even ground they change nothing.
std::vector<float> local_scales(const SupportGraph& graph) {
  constexpr float max_over_shortest = 3.0f;
  std::vector<float> sums(graph.multipliers());
  std::vector<float> counts(graph.multipliers());
  ShortestEdges shortest(graph.multipliers());
  for (std::size_t e = 0; e < graph.size(); ++e) {
    for (const std::size_t end : {graph.tail(e), graph.head(e)}) {
      sums[end] += graph.length[e];
      counts[end] += 1.0f;
      if (!graph.directed) shortest.add(end, graph.length[e]);
    }
  }
  for (std::size_t i = 0; i < sums.size(); ++i) {
    sums[i] /= counts[i];
    if (!graph.directed) sums[i] = std::min(sums[i], max_over_shortest * shortest.mean(i));
  }
  return sums;
}

}  // namespace

// The frequencies are the other half of the result: averaged over an ascent with vanishing steps,
// 1-trees approach the fractional solution of the relaxation, in which an edge has weight 1 where
// the relaxation is sure of it. That tells tour edges apart better than the last 1-tree does.
Ascent ascend(const SupportGraph& graph, const AscentParameters& parameters,
              Checkpoint& checkpoint) {
  const std::vector<float> scales = local_scales(graph);
  std::vector<float> multipliers = graph.first_multipliers;
  multipliers.resize(scales.size());
  std::vector<float> direction(scales.size());
  Ascent best;
  best.bound = -std::numeric_limits<double>::infinity();
  best.frequencies.resize(graph.size());
  OneTree tree(graph);
  PriceGroups groups(graph, parameters.separation);
  const auto momentum = static_cast<float>(parameters.momentum);
  const auto iterations = static_cast<double>(parameters.iterations);
  const double decay = std::pow(parameters.last_step / parameters.first_step, 1.0 / iterations);
  double step = parameters.first_step;
  double total = 0.0;
  for (int k = 0; k < parameters.iterations; ++k) {
    checkpoint.throw_if_interrupted();
    tree.find(multipliers);
    const double offset = std::accumulate(multipliers.begin(), multipliers.end(), 0.0);
    if (const double bound = tree.weight() - tree.tour_degree() * offset; bound > best.bound) {
      best.bound = bound;
      best.multipliers = multipliers;
    }
    // An exponential average as a sum in which the last 1-tree weighs 1; the first may well vanish.
    const double weight = std::exp((k + 1 - iterations) / (parameters.memory * iterations));
    for (const std::uint32_t e : tree.edges()) best.frequencies[e] += static_cast<float>(weight);
    for (std::size_t i = 0; i < multipliers.size(); ++i) {
      const auto excess = static_cast<float>(tree.degrees()[i] - tree.tour_degree());
      direction[i] = momentum * direction[i] + (1.0f - momentum) * excess;
      multipliers[i] += static_cast<float>(step) * scales[i] * direction[i];
    }
    groups.move(tree.degrees(), static_cast<float>(step), momentum, multipliers);
    total += weight;
    step *= decay;
  }
  for (float& frequency : best.frequencies) frequency /= static_cast<float>(total);
  return best;
}

}  // namespace heataco
