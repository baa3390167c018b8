// Focused: trials that change a small part of a tour and repair it at once.
#pragma once

#include <cstdint>

#include "heataco/core/worker_pool.h"
#include "heataco/decoders/focused/candidate_builder.h"
#include "heataco/decoders/focused/chain.h"
#include "heataco/search/search.h"

namespace heataco {

// Named and documented in the Python dataclass, where the defaults stand.
struct FocusedParameters {
  CandidateParameters candidates;
  ChainParameters chain;
  double temperature;
  std::size_t region_size;

  template <class Read>
  void read_by(Read& read) {
    candidates.read_by(read);
    chain.read_by(read);
    read("temperature", temperature);
    read("region_size", region_size);
  }
};

// Prepares a first tour, judges the heat, then runs rounds of breeding, recombining and polishing.
// An iteration is one trial for every tenth node, one generation, or the beginning of a round.
SearchResult focused(const Problem& problem, const FocusedParameters& parameters,
                     const Budget& budget, WorkerPool& pool, Checkpoint& checkpoint);

}  // namespace heataco
