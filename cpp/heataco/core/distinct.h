// Nodes that lie on one point: a search visits the point, and all its nodes there.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "heataco/core/heatmap.h"
#include "heataco/core/instance.h"
#include "heataco/decoders/mmas/mmas.h"
#include "heataco/search/search.h"

namespace heataco {

// The points of an instance with coordinates. Where nodes share points, lists of neighbours hold
// nothing but those, no search finds its way out of them, and all orders among them cost the same.
// A shortest tour of the points is a shortest tour of the nodes where the metric knows no short
// cuts. Rounding to the nearest integer does: there a detour over a point may be shorter by 1 than
// the way past it, which is ignored but in the smallest instances. Nodes that are not at distance 0
// on one point (GEO) are left alone, and so are matrices.
class Distinct {
 public:
  // Gives up when told to, and then finds none.
  Distinct(const Instance& instance, Watch& watch);

  // Whether nodes share points.
  bool worthwhile() const noexcept { return points_.has_value(); }

  // For what follows it must be.
  const Instance& points() const noexcept { return *points_; }
  const std::vector<Node>& point_of() const noexcept { return point_of_; }  // of every node
  const std::vector<Node>& nodes() const noexcept {
    return first_;
  }  // the first node of each point

  Tour collapsed(const Tour& tour) const;
  Tour expanded(const Tour& tour) const;

 private:
  void find_points(const Instance& instance, Watch& watch);

  std::vector<Node> point_of_;
  std::vector<Node> first_;
  std::optional<Instance> points_;
};

// A heatmap of nodes as one of their points: of several scores the highest.
class CollapsedHeat {
 public:
  CollapsedHeat(const HeatRows& heat, const Distinct& distinct);

  HeatRows rows() const noexcept;

 private:
  std::vector<std::int64_t> offsets_;
  std::vector<std::int32_t> columns_;
  std::vector<float> values_;
};

// The cost of the result's tour; or the initial tour, where that is no longer.
void keep_shorter(const Problem& problem, SearchResult& result);

// Solves a problem by its points: `solve(problem, budget)` is any search.
template <class Solve>
SearchResult solve_distinct(const Problem& problem, const Budget& budget, Checkpoint& checkpoint,
                            const Solve& solve) {
  // Looking takes 50 ns a node; a limit that is too short for it is not spent on it.
  constexpr double share = 0.05;
  Watch patience(checkpoint, share * budget.seconds);
  const Distinct distinct(problem.instance, patience);
  std::optional<CollapsedHeat> heat;
  Tour initial;
  if (distinct.worthwhile()) {
    if (problem.heat != nullptr) heat.emplace(*problem.heat, distinct);
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
