// A problem with nodes that share points, solved by its points.
#pragma once

#include <optional>

#include "heataco/core/distinct.h"
#include "heataco/search/first_tour.h"

namespace heataco {

// Solves a problem by its points: `solve(problem, budget)` is any search.
template <class Solve>
SearchResult solve_distinct(const Problem& problem, const Budget& budget, Checkpoint& checkpoint,
                            const Solve& solve) {
  // Looking takes 50 ns a node; a limit that is too short for it is not spent on it.
  constexpr double share = 0.05;
  Watch patience(checkpoint, share * budget.seconds);
  const Distinct distinct(problem.instance, patience);
  std::optional<HeatArrays> heat;
  Tour initial;
  if (distinct.worthwhile()) {
    if (problem.heat != nullptr) heat = distinct.collapsed(*problem.heat);
    if (problem.initial != nullptr) initial = distinct.collapsed(*problem.initial);
  }
  Budget left = budget;
  left.seconds -= patience.elapsed();
  if (!distinct.worthwhile()) {
    SearchResult result = solve(problem, left);
    // Sums of the same lengths in another order may differ in the last digit.
    if (problem.initial != nullptr && !result.tour.empty()) keep_shorter(problem, result);
    return result;
  }
  const HeatRows rows = heat ? heat->rows() : HeatRows{};
  SearchResult result =
      solve(Problem{distinct.points(), heat ? &rows : nullptr,
                    problem.initial != nullptr ? &initial : nullptr, problem.seed},
            left);
  if (result.tour.empty()) return result;
  result.tour = distinct.expanded(result.tour);
  keep_shorter(problem, result);
  result.seconds = patience.elapsed();
  return result;
}

}  // namespace heataco
