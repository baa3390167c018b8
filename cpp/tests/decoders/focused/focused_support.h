// Shared by the tests of the focused colony.
#pragma once

#include <algorithm>
#include <cmath>

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

// Two rings of nodes, one around the other, and a tour that goes around twice. It changes the ring
// at an odd number of rungs, and once in the tour `straight`: undoing one of the others leaves two
// subtours, undoing two a tour.
struct Rings {
  Rings(Node rungs, std::vector<Node> changes) {
    const double turn = 2.0 * std::acos(-1.0) / static_cast<double>(rungs);
    for (const double radius : {1.0 / turn, 5.0 + 1.0 / turn})
      for (Node i = 0; i < rungs; ++i)
        points.insert(points.end(), {radius * std::cos(turn * i), radius * std::sin(turn * i)});
    changes.push_back(0);
    straight = around_twice(rungs, {0});
    winding = around_twice(rungs, changes);
  }
  Node n() const { return static_cast<Node>(straight.size()); }

  static Tour around_twice(Node rungs, const std::vector<Node>& changes) {
    Tour tour;
    Node ring = 0;
    for (Node i = 0; i < 2 * rungs; ++i) {
      if (std::find(changes.begin(), changes.end(), i % rungs) != changes.end())
        ring = rungs - ring;
      tour.push_back(ring + i % rungs);
    }
    return tour;
  }

  std::vector<double> points;
  Tour straight;
  Tour winding;
};

}  // namespace heataco::testing
