// The tour that a search has before it begins.
#pragma once

#include <utility>

#include "heataco/core/space_filling.h"
#include "heataco/core/tour.h"
#include "heataco/decoders/mmas/mmas.h"

namespace heataco {

// The one that was given, or one at hardly any cost: something to return, however short the time.
inline Tour first_tour(const Problem& problem) {
  return problem.initial != nullptr ? *problem.initial : space_filling_tour(problem.instance);
}

// What a search returns that was stopped before it could begin.
inline SearchResult first_result(const Problem& problem, const Budget& budget, Tour first,
                                 Watch& watch) {
  SearchResult result;
  result.tour = std::move(first);
  result.cost = tour_cost(problem.instance, result.tour.data());
  result.seconds = watch.elapsed();
  result.trace.add({0, result.seconds, result.cost, result.cost});
  if (result.cost <= budget.target) {
    result.stop_reason = StopReason::target;
  } else if (watch.checkpoint().interrupted()) {
    result.stop_reason = StopReason::interrupted;
  } else {
    result.stop_reason = StopReason::time;
  }
  return result;
}

// Runs a search that `prepare(first, deadline)` makes, unless time is up, or the call interrupted,
// before it is made.
template <class Prepare>
SearchResult search_from_first(const Problem& problem, const Budget& budget, Watch& watch,
                               const Prepare& prepare) {
  Tour first = first_tour(problem);
  try {
    Deadline deadline(watch);
    const auto search = prepare(first, deadline);
    SearchResult result = search->run();
    if (result.stop_reason != StopReason::time || result.iterations > 0) return result;
    // Stopped on its way to its own first tour, it may have a worse one.
    SearchResult without = first_result(problem, budget, std::move(first), watch);
    return without.cost < result.cost ? without : result;
  } catch (const Interrupted&) {
    return first_result(problem, budget, std::move(first), watch);
  }
}

}  // namespace heataco
