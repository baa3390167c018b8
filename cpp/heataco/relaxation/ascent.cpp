#include "heataco/relaxation/ascent.h"

#include <cmath>
#include <limits>
#include <numeric>

namespace heataco {

namespace {

// Each multiplier moves in proportion to the edges around its node: one step for the whole
// instance would be too long inside clusters and too short between them.
std::vector<float> local_scales(const SupportGraph& graph) {
  std::vector<float> sums(graph.multipliers());
  std::vector<float> counts(graph.multipliers());
  for (std::size_t e = 0; e < graph.size(); ++e) {
    for (const std::size_t end : {graph.tail(e), graph.head(e)}) {
      sums[end] += graph.length[e];
      counts[end] += 1.0f;
    }
  }
  for (std::size_t i = 0; i < sums.size(); ++i) sums[i] /= counts[i];
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
  const auto momentum = static_cast<float>(parameters.momentum);
  const auto iterations = static_cast<double>(parameters.iterations);
  const double decay = std::pow(parameters.last_step / parameters.first_step, 1.0 / iterations);
  // An exponential average, kept as a sum whose newest term weighs the most.
  const double growth = std::exp(1.0 / (parameters.memory * iterations));
  double step = parameters.first_step;
  double weight = 1.0;
  double total = 0.0;
  for (int k = 0; k < parameters.iterations; ++k) {
    checkpoint.throw_if_interrupted();
    tree.find(multipliers);
    const double offset = std::accumulate(multipliers.begin(), multipliers.end(), 0.0);
    if (const double bound = tree.weight() - tree.tour_degree() * offset; bound > best.bound) {
      best.bound = bound;
      best.multipliers = multipliers;
    }
    for (const std::uint32_t e : tree.edges()) best.frequencies[e] += static_cast<float>(weight);
    for (std::size_t i = 0; i < multipliers.size(); ++i) {
      const auto excess = static_cast<float>(tree.degrees()[i] - tree.tour_degree());
      direction[i] = momentum * direction[i] + (1.0f - momentum) * excess;
      multipliers[i] += static_cast<float>(step) * scales[i] * direction[i];
    }
    total += weight;
    weight *= growth;
    step *= decay;
  }
  for (float& frequency : best.frequencies) frequency /= static_cast<float>(total);
  return best;
}

}  // namespace heataco
