// Shared by the tests of the Max–Min Ant System.
#pragma once

#include "heataco/decoders/mmas/mmas.h"

namespace heataco::testing {

inline MmasParameters mmas_parameters(const std::string& local_search, int ants = 16) {
  return {.ants = ants,
          .candidates = 10,
          .alpha = 1.0,
          .beta = 2.0,
          .symmetric_evaporation = 0.8,
          .directed_evaporation = 0.2,
          .exploitation = 0.0,
          .local_search = local_search,
          .local_search_neighbours = 10,
          .p_best = 0.05,
          .branching_interval = 20,
          .branching_band = 0.05,
          .branching_threshold = 1.0 + 1e-5,
          .restart_patience = 40,
          .evidence = std::nullopt};
}

}  // namespace heataco::testing
