// Where a search begins, and begins again: a tour drawn by the weights of its edges.
#pragma once

#include "heataco/core/rng.h"
#include "heataco/decoders/mcts/edge_potentials.h"

namespace heataco {

// From a random node on, each next one among all unvisited j with probability ∝ exp(W_ij), W being
// 0 outside the candidates. Interrupted, it takes the rest as it comes.
Tour weighted_tour(const EdgePotentials& potentials, Rng& rng, Checkpoint& checkpoint);

}  // namespace heataco
