// The Max–Min Ant System of the paper: HeatACO, and plain MMAS where the evidence is switched off.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "heataco/core/worker_pool.h"
#include "heataco/decoders/mmas/evidence.h"
#include "heataco/search/search.h"

namespace heataco {

// Named and documented in the Python dataclasses, where the defaults stand.
struct MmasParameters {
  int ants;
  std::size_t candidates;
  double alpha;
  double beta;
  double symmetric_evaporation;
  double directed_evaporation;
  double exploitation;
  std::string local_search;
  std::size_t local_search_neighbours;
  double p_best;
  std::int64_t branching_interval;
  double branching_band;
  double branching_threshold;
  std::int64_t restart_patience;
  std::optional<EvidenceParameters> evidence;  // none: plain MMAS

  bool improving() const { return local_search != "none"; }

  template <class Read>
  void read_by(Read& read) {
    read("ants", ants);
    read("candidates", candidates);
    read("alpha", alpha);
    read("beta", beta);
    read("symmetric_evaporation", symmetric_evaporation);
    read("directed_evaporation", directed_evaporation);
    read("exploitation", exploitation);
    read("local_search", local_search);
    read("local_search_neighbours", local_search_neighbours);
    read("p_best", p_best);
    read("branching_interval", branching_interval);
    read("branching_band", branching_band);
    read("branching_threshold", branching_threshold);
    read("restart_patience", restart_patience);
    if (evidence) evidence->read_by(read);
  }
};

// Of HeatACO.
inline MmasParameters with_evidence() {
  MmasParameters parameters{};
  parameters.evidence.emplace();
  return parameters;
}

SearchResult mmas(const Problem& problem, const MmasParameters& parameters, const Budget& budget,
                  WorkerPool& pool, Checkpoint& checkpoint);

}  // namespace heataco
