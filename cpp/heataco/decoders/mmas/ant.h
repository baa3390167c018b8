// Ants: tour construction by the transition rule (eq. 4, algorithm 2).
#pragma once

#include <vector>

#include "heataco/core/numbering.h"
#include "heataco/core/rng.h"
#include "heataco/decoders/mmas/pheromone.h"
#include "heataco/decoders/mmas/roulette.h"

namespace heataco {

struct alignas(cache_line) Ant {
  explicit Ant(Node n) : tour(index(n)), unvisited(n) {}

  Rng rng{0};
  Tour tour;
  double cost = 0.0;
  NodeSet unvisited;
};

struct Construction {
  const Numbering& numbering;
  const TransitionWeights& weights;
  DrawSlot draw_slot;
  double exploitation;  // q0: the share of steps that take the largest weight
};

// How many ants in lockstep pay: measured, see docs/lab/performance.md.
inline constexpr std::size_t ants_in_lockstep = 4;

// Builds the tours of up to that many ants in lockstep: their steps do not depend on each other,
// so that one ant's memory latency hides behind the others' arithmetic. The tour of an ant depends
// on its own generator alone. False when stopped before the end.
bool construct_tours(const Construction& construction, Ant* ants, std::size_t count, Watch& watch);

// The start of the search: nearest unvisited node after nearest unvisited node.
Tour nearest_neighbour_tour(const Numbering& numbering, Node start, Checkpoint& checkpoint);

}  // namespace heataco
