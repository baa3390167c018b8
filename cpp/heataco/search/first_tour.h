// The tour that a search has before it begins, and the result if it never does.
#pragma once

#include <utility>

#include "heataco/core/nearest_tour.h"
#include "heataco/core/space_filling.h"
#include "heataco/core/tour.h"
#include "heataco/search/search.h"

namespace heataco {

// The one that was given, or one at little cost: something to return, however short the time.
inline Tour first_tour(const Problem& problem) {
  if (problem.initial != nullptr) return *problem.initial;
  if (problem.fallback != nullptr) return *problem.fallback;
  return problem.instance.has_coordinates() ? space_filling_tour(problem.instance)
                                            : nearest_tour(problem.instance);
}

// Sets the cost of the result's tour, or takes the initial tour where that is no longer.
inline void keep_shorter(const Problem& problem, SearchResult& result) {
  result.cost = tour_cost(problem.instance, result.tour.data());
  if (problem.initial != nullptr) {
    const double cost = tour_cost(problem.instance, problem.initial->data());
    if (cost <= result.cost) {
      result.tour = *problem.initial;
      result.cost = cost;
    }
  }
  result.trace.end_with(result.cost);
}

// The result of a search that was stopped before it could begin.
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

}  // namespace heataco
