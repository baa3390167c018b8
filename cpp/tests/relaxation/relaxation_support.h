// Shared by the tests of relaxations.
#pragma once

#include "heataco/relaxation/ascent.h"
#include "heataco/relaxation/support_graph.h"
#include "support.h"

namespace heataco::testing {

inline const SupportParameters all_nodes{.neighbours = 1'000, .orthant_neighbours = 0};
inline const AscentParameters short_ascent{.iterations = 60,
                                           .first_step = 0.3,
                                           .last_step = 0.003,
                                           .momentum = 0.5,
                                           .memory = 0.3,
                                           .separation = 1.25};

// A complete graph of random lengths: whole numbers, so that sums are exact in any order.
inline SupportGraph random_graph(Node n, bool directed, std::uint64_t seed, Node largest = 50) {
  Rng rng(seed);
  SupportGraph graph;
  graph.n = n;
  graph.directed = directed;
  for (Node a = 0; a < n; ++a) {
    for (Node b = directed ? 0 : a + 1; b < n; ++b) {
      if (a == b) continue;
      graph.from.push_back(a);
      graph.to.push_back(b);
      graph.length.push_back(static_cast<float>(rng.below(largest)));
    }
  }
  return graph;
}

inline std::vector<float> random_multipliers(const SupportGraph& graph, std::uint64_t seed) {
  Rng rng(seed);
  std::vector<float> multipliers;
  for (std::size_t i = 0; i < graph.multipliers(); ++i)
    multipliers.push_back(static_cast<float>(rng.below(21)) - 10.0f);
  return multipliers;
}

inline float weight(const SupportGraph& graph, const std::vector<float>& multipliers,
                    std::size_t e) {
  return graph.length[e] + multipliers[graph.tail(e)] + multipliers[graph.head(e)];
}

}  // namespace heataco::testing
