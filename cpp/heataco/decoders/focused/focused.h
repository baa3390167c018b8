// The focused colony: ants that change a small part of one tour, and repair it at once.
#pragma once

#include <cstdint>

#include "heataco/decoders/focused/chain.h"
#include "heataco/decoders/focused/guide.h"
#include "heataco/decoders/mmas/mmas.h"

namespace heataco {

// Named and documented in the Python dataclass, where the defaults stand.
struct FocusedParameters {
  GuideParameters guide;
  ChainParameters chain;
  double temperature;
  std::size_t region_size;
};

// An iteration is one trial for every tenth node.
SearchResult focused(const Problem& problem, const FocusedParameters& parameters,
                     const Budget& budget, WorkerPool& pool, Checkpoint& checkpoint);

}  // namespace heataco
