// Which parameter of a Python dataclass goes into which member: one line for each.
#pragma once

#include "heataco/decoders/focused/focused.h"
#include "heataco/decoders/greedy/greedy.h"
#include "heataco/decoders/mcts/mcts.h"
#include "heataco/decoders/mmas/mmas.h"
#include "heataco/relaxation/alpha_nearness.h"
#include "parameters.h"

namespace heataco::bindings {

inline void fill(GreedyParameters& into, ParameterReader& read) {
  read("local_search", into.local_search);
  read("local_search_neighbours", into.local_search_neighbours);
}

inline void fill(EvidenceParameters& into, ParameterReader& read) {
  read("heat_threshold", into.heat_threshold);
  read("confidence_floor", into.confidence_floor);
  read("evidence_quantile", into.evidence_quantile);
  read("evidence_cap", into.evidence_cap);
  read("kappa", into.kappa);
}

inline void fill(MmasParameters& into, ParameterReader& read) {
  read("ants", into.ants);
  read("candidates", into.candidates);
  read("alpha", into.alpha);
  read("beta", into.beta);
  read("symmetric_evaporation", into.symmetric_evaporation);
  read("directed_evaporation", into.directed_evaporation);
  read("exploitation", into.exploitation);
  read("local_search", into.local_search);
  read("local_search_neighbours", into.local_search_neighbours);
  read("p_best", into.p_best);
  read("branching_interval", into.branching_interval);
  read("branching_band", into.branching_band);
  read("branching_threshold", into.branching_threshold);
  read("restart_patience", into.restart_patience);
  if (into.evidence) fill(*into.evidence, read);
}

inline void fill(MctsParameters& into, ParameterReader& read) {
  read("local_search", into.local_search);
  read("local_search_neighbours", into.local_search_neighbours);
  read("candidate_limit", into.candidate_limit);
  read("heat_threshold", into.heat_threshold);
  read("exploration", into.exploration);
  read("reinforcement", into.reinforcement);
  read("tries", into.tries);
  read("depth", into.depth);
  read("chains", into.chains);
}

inline void fill(FocusedParameters& into, ParameterReader& read) {
  read("candidates", into.guide.candidates);
  read("neighbours", into.guide.neighbours);
  read("heat_threshold", into.guide.heat_threshold);
  read("heatmap_trust", into.guide.heatmap_trust);
  read("depth", into.chain.steps.depth);
  read("breadth", into.chain.steps.breadth);
  read("second_breadth", into.chain.steps.second_breadth);
  read("reach", into.chain.reach);
  read("least_doubt", into.chain.least_doubt);
  read("learning", into.chain.learning);
  read("temperature", into.temperature);
  read("region_size", into.region_size);
}

struct AlphaParameters {
  SupportParameters support;
  AscentParameters ascent;
};

inline void fill(AlphaParameters& into, ParameterReader& read) {
  read("neighbours", into.support.neighbours);
  read("orthant_neighbours", into.support.orthant_neighbours);
  read("iterations", into.ascent.iterations);
  read("first_step", into.ascent.first_step);
  read("last_step", into.ascent.last_step);
  read("momentum", into.ascent.momentum);
  read("memory", into.ascent.memory);
  read("separation", into.ascent.separation);
}

inline void fill(Budget& into, ParameterReader& read) {
  read.unless_none("iterations", into.iterations);
  read.unless_none("seconds", into.seconds);
  read.unless_none("target", into.target);
}

inline MmasParameters heataco_parameters() {
  MmasParameters with_evidence{};
  with_evidence.evidence.emplace();
  return with_evidence;
}

// `first` decides which optional parts are read: those that it has.
template <class Parameters>
Parameters read_parameters(const char* owner, const NamedValues& values, Parameters first = {}) {
  ParameterReader read(owner, values);
  fill(first, read);
  read.refuse_others();
  return first;
}

}  // namespace heataco::bindings
