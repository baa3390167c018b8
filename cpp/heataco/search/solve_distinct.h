// A problem with nodes that share points, solved by its points.
#pragma once

#include <optional>

#include "heataco/core/distinct.h"
#include "heataco/search/first_tour.h"

namespace heataco {

// The outside world of a search of points: the tours that it reports become tours of the nodes.
class PointsCheckpoint final : public Checkpoint {
 public:
  PointsCheckpoint(Checkpoint& outer, const Distinct& distinct)
      : outer_(outer), distinct_(distinct) {}

 private:
  bool poll() override { return outer_.interrupted(); }

  bool on_report(const Progress& progress, const CopyTour& copy_tour) override {
    const bool goes_on = outer_.report(progress, [&] { return distinct_.expanded(copy_tour()); });
    if (outer_.interrupted()) interrupt();
    return goes_on;
  }

  Checkpoint& outer_;
  const Distinct& distinct_;
};

// Solves a problem by its points: `solve(problem, budget, checkpoint)` is any search.
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
    SearchResult result = solve(problem, left, checkpoint);
    // Sums of the same lengths in another order may differ in the last digit.
    if (problem.initial != nullptr && !result.tour.empty()) keep_shorter(problem, result);
    return result;
  }
  const HeatRows rows = heat ? heat->rows() : HeatRows{};
  PointsCheckpoint points_checkpoint(checkpoint, distinct);
  SearchResult result =
      solve(Problem{distinct.points(), heat ? &rows : nullptr,
                    problem.initial != nullptr ? &initial : nullptr, problem.seed},
            left, points_checkpoint);
  if (result.tour.empty()) return result;
  result.tour = distinct.expanded(result.tour);
  keep_shorter(problem, result);
  result.seconds = patience.elapsed();
  return result;
}

}  // namespace heataco
