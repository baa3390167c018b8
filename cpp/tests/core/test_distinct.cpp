#include "decoders/mcts/mcts_support.h"
#include "heataco/search/solve_distinct.h"

using namespace heataco;
using namespace heataco::testing;

namespace {

constexpr Node n = 60;

// On a coarse grid, so that many nodes share their points.
struct Shared {
  std::vector<double> points = random_points(n, 3, 5);
  Instance instance{Metric::euclidean, points.data(), n, true};
  Checkpoint checkpoint;
  Watch watch{checkpoint, forever};
  Distinct distinct{instance, watch};
};

}  // namespace

TEST_CASE("nodes of one point are one, all others are not") {
  const Shared shared;
  REQUIRE(shared.distinct.worthwhile());
  const auto& point_of = shared.distinct.point_of();
  for (Node a = 0; a < n; ++a)
    for (Node b = 0; b < n; ++b)
      CHECK((point_of[index(a)] == point_of[index(b)]) == (shared.instance.distance(a, b) == 0.0));
}

TEST_CASE("a tour of the points becomes a tour of the nodes that costs the same, and back") {
  const Shared shared;
  const Tour tour = random_tour(shared.distinct.points().n(), 4);
  const Tour expanded = shared.distinct.expanded(tour);
  CHECK(is_permutation(expanded, n));
  CHECK(cost(shared.instance, expanded) == doctest::Approx(cost(shared.distinct.points(), tour)));
  CHECK(shared.distinct.collapsed(expanded) == tour);
}

TEST_CASE("a heatmap of the points has the highest score of their nodes") {
  const Shared shared;
  std::vector<std::vector<float>> scores(index(n), std::vector<float>(index(n), 0.0F));
  Rng rng(5);
  for (auto& row : scores)
    for (float& score : row)
      if (rng.below(4) == 0) score = rng.uniform_float();
  const Heat heat(scores);
  const HeatArrays collapsed = shared.distinct.collapsed(heat.rows());
  const HeatRows rows = collapsed.rows();
  const auto& point_of = shared.distinct.point_of();
  REQUIRE(rows.n == shared.distinct.points().n());
  std::vector<std::vector<float>> highest(index(rows.n), std::vector<float>(index(rows.n), 0.0F));
  for (Node a = 0; a < n; ++a)
    for (Node b = 0; b < n; ++b)
      if (point_of[index(a)] != point_of[index(b)])
        highest[index(point_of[index(a)])][index(point_of[index(b)])] =
            std::max(highest[index(point_of[index(a)])][index(point_of[index(b)])],
                     scores[index(a)][index(b)]);
  for (Node p = 0; p < rows.n; ++p) {
    for (std::int64_t e = rows.offsets[p]; e < rows.offsets[p + 1]; ++e) {
      CHECK((e == rows.offsets[p] || rows.columns[e - 1] < rows.columns[e]));
      CHECK(rows.values[e] == highest[index(p)][index(rows.columns[e])]);
      highest[index(p)][index(rows.columns[e])] = 0.0F;
    }
    for (const float left : highest[index(p)]) CHECK(left == 0.0F);
  }
}

TEST_CASE("an initial tour that is no longer than what was found is kept as it is") {
  const Shared shared;
  const Tour tour = random_tour(n, 6);
  const Problem problem{shared.instance, nullptr, &tour, 0};
  Checkpoint checkpoint;
  const SearchResult result = solve_distinct(problem, {}, checkpoint,
                                             [](const Problem& points, const Budget&, Checkpoint&) {
                                               SearchResult found;
                                               found.tour = *points.initial;
                                               return found;
                                             });
  CHECK(result.cost <= cost(shared.instance, tour));
  CHECK(result.cost == cost(shared.instance, result.tour));
  CHECK(is_permutation(result.tour, n));
}

TEST_CASE("a pause stops the clock of a search of points, too") {
  struct Pausing : Checkpoint {
    bool on_report(const Progress&, const Snapshots&) override {
      add_pause(1e6);
      return true;
    }
  };
  struct Nothing : Snapshots {
    Tour copy_tour() const override { return {}; }
    Learned copy_learned() const override { return {}; }
  };
  const Shared shared;
  const Problem problem{shared.instance, nullptr, nullptr, 0};
  Pausing pausing;
  constexpr double limit = 10.0;
  const auto solve = [&](const Problem& points, const Budget&, Checkpoint& checkpoint) {
    Watch watch(checkpoint, limit);
    checkpoint.report({1, 0.0, 1.0, 1.0}, Nothing{});
    CHECK(&checkpoint != &pausing);
    CHECK(watch.left() > limit);
    CHECK(Watch(checkpoint, limit).left() <= limit);
    SearchResult found;
    found.tour = random_tour(points.instance.n(), 6);
    return found;
  };
  CHECK(solve_distinct(problem, {}, pausing, solve).seconds < 0.0);
}

TEST_CASE("matrices and the sphere are left as they are, and all when time is up") {
  Checkpoint checkpoint;
  Watch watch(checkpoint, forever);
  const auto points = random_points(n, 3, 5);
  const auto matrix = random_matrix(n, 3, 1);
  CHECK(!Distinct({Metric::geo, points.data(), n, true}, watch).worthwhile());
  CHECK(!Distinct({Metric::explicit_matrix, matrix.data(), n, true}, watch).worthwhile());
  Watch expired(checkpoint, 0.0);
  CHECK(!Distinct({Metric::euclidean, points.data(), n, true}, expired).worthwhile());
}
