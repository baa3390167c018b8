// A problem with nodes that share points, solved by its points.
#pragma once

#include <optional>

#include "heataco/core/distinct.h"
#include "heataco/search/first_tour.h"

namespace heataco {

// What can be asked of a search of points, for the nodes: a point's edges are those of its first.
class NodeSnapshots final : public Snapshots {
 public:
  NodeSnapshots(const Snapshots& points, const Distinct& distinct)
      : points_(points), distinct_(distinct) {}

  Tour copy_tour() const override { return distinct_.expanded(points_.copy_tour()); }
  Learned copy_learned() const override {
    Learned learned = points_.copy_learned();
    for (auto& [from, to] : learned.edges) {
      from = distinct_.nodes()[index(from)];
      to = distinct_.nodes()[index(to)];
    }
    return learned;
  }

 private:
  const Snapshots& points_;
  const Distinct& distinct_;
};

// The outside world of a search of points: the tours that it reports become tours of the nodes.
class PointsCheckpoint final : public Checkpoint {
 public:
  PointsCheckpoint(Checkpoint& outer, const Distinct& distinct)
      : outer_(outer), distinct_(distinct) {}

 private:
  bool poll() override { return outer_.interrupted(); }

  bool on_report(const Progress& progress, const Snapshots& snapshots) override {
    const double paused_before = outer_.paused();
    const bool goes_on = outer_.report(progress, NodeSnapshots(snapshots, distinct_));
    add_pause(outer_.paused() - paused_before);
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
  // This takes 50 ns per node, and is left out if the time limit is too short for it.
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
