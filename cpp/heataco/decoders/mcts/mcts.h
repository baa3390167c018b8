// The Monte-Carlo tree search of Fu, Qiu and Zha: k-opt actions sampled by learnt potentials.
#pragma once

#include <cstdint>
#include <string>

#include "heataco/core/worker_pool.h"
#include "heataco/search/search.h"

namespace heataco {

// Named and documented in the Python dataclass, where the defaults stand.
struct MctsParameters {
  std::string local_search;
  std::size_t local_search_neighbours;
  std::size_t candidate_limit;
  double heat_threshold;
  double exploration;
  double reinforcement;
  std::int64_t tries;
  int depth;
  int chains;

  template <class Read>
  void read_by(Read& read) {
    read("local_search", local_search);
    read("local_search_neighbours", local_search_neighbours);
    read("candidate_limit", candidate_limit);
    read("heat_threshold", heat_threshold);
    read("exploration", exploration);
    read("reinforcement", reinforcement);
    read("tries", tries);
    read("depth", depth);
    read("chains", chains);
  }
};

// For symmetric instances with a heatmap. An iteration is n simulations in every chain.
SearchResult mcts(const Problem& problem, const MctsParameters& parameters, const Budget& budget,
                  WorkerPool& pool, Checkpoint& checkpoint);

}  // namespace heataco
