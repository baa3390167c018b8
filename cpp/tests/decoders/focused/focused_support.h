// Shared by the tests of the focused colony.
#pragma once

#include "decoders/mcts/mcts_support.h"
#include "heataco/decoders/focused/candidate_builder.h"
#include "heataco/decoders/focused/chain.h"

namespace heataco::testing {

inline const ChainParameters chain_parameters{
    .steps = {.depth = 12, .breadth = 3, .second_breadth = 2},
    .reach = 20,
    .min_doubt = 0.1,
    .learning = 0.1};

inline const CandidateParameters candidate_parameters{
    .candidates = 6, .neighbours = 8, .heat_threshold = 1e-4, .heatmap_trust = std::nullopt};

inline SearchSpace space_of(const Instance& instance, std::size_t k) {
  Checkpoint checkpoint;
  NeighbourLists lists = nearest_neighbours(instance, k, Direction::out, checkpoint);
  std::vector<float> beliefs(lists.nodes.size(), 0.0F);
  return {instance.view(), std::move(lists), std::move(beliefs), {}, {}};
}

inline Heat random_heat(Node n, std::uint64_t seed) {
  Rng rng(seed);
  std::vector<std::vector<float>> scores(index(n), std::vector<float>(index(n), 0.0F));
  for (Node i = 0; i < n; ++i)
    for (int e = 0; e < 8; ++e)
      if (const Node j = rng.below(n); j != i) scores[index(i)][index(j)] = rng.uniform_float();
  return Heat(scores);
}

inline Tour descended(const SearchSpace& space, const Tour& tour) {
  Checkpoint checkpoint;
  Watch watch(checkpoint, forever);
  Chain chain(space, chain_parameters);
  chain.start(tour, watch);
  return chain.tour();
}

inline bool has_edge(const Tour& tour, Node a, Node b) {
  for (std::size_t p = 0; p < tour.size(); ++p) {
    const Node next = tour[(p + 1) % tour.size()];
    if ((tour[p] == a && next == b) || (tour[p] == b && next == a)) return true;
  }
  return false;
}

}  // namespace heataco::testing
