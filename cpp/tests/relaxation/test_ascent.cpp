#include <cmath>

#include "heataco/relaxation/alpha_nearness.h"
#include "heataco/relaxation/ascent.h"
#include "relaxation/relaxation_support.h"

using namespace heataco;
using namespace heataco::testing;

TEST_CASE("the bound is below the optimum and above that without multipliers") {
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    for (const bool directed : {false, true}) {
      const auto points = random_points(8, seed);
      const auto matrix = random_matrix(8, seed);
      const Instance instance = directed
                                    ? Instance(Metric::explicit_matrix, matrix.data(), 8, false)
                                    : Instance(Metric::euclidean, points.data(), 8, true);
      Checkpoint checkpoint;
      const SupportGraph graph =
          support_graph(Numbering(instance, checkpoint), all_nodes, checkpoint);
      CHECK(graph.size() == (directed ? 56 : 28));
      AscentParameters first = short_ascent;
      first.iterations = 1;
      const double optimal = optimum(instance) / graph.unit;
      const Ascent ascent = ascend(graph, short_ascent, checkpoint);
      CHECK(ascent.bound <= optimal * 1.0001);
      CHECK(ascent.bound >= ascend(graph, first, checkpoint).bound);
      CHECK(ascent.bound >= (directed ? 0.8 : 0.95) * optimal);
      const double total =
          std::accumulate(ascent.frequencies.begin(), ascent.frequencies.end(), 0.0);
      CHECK(total == doctest::Approx(8.0));  // every 1-tree has n edges
    }
  }
}

TEST_CASE("clusters far apart are connected, and nodes on one point do no harm") {
  std::vector<double> points;
  for (Node v = 0; v < 60; ++v) {
    const double place = v % 3 == 0 ? 0.0 : v % 3 == 1 ? 1e6 : 1e6 + v;
    points.insert(points.end(), {place, v < 30 ? 0.0 : 1e7});
  }
  const Instance instance(Metric::euclidean, points.data(), 60, true);
  Checkpoint checkpoint;
  const AlphaNearness nearness = alpha_nearness(instance, {{2, 0}, short_ascent}, checkpoint);
  CHECK(nearness.bound > 1e7);  // at least one way between the clusters
  for (const float alpha : nearness.alpha) CHECK(alpha >= 0.0f);
  for (const float share : nearness.frequencies) CHECK((share >= 0.0f && share <= 1.00001f));
}

TEST_CASE("an ascent arrives between clusters and between duplicates") {
  // Tours of these visit each place once: the relaxation is the ring, out and back.
  for (const double width : {0.0, 1.0}) {
    std::vector<double> points;
    for (const auto& [x, y] : {std::pair{0.0, 0.0}, {1e3, 0.0}, {1e3, 1e3}, {0.0, 1e3}})
      for (Node v = 0; v < 10; ++v) points.insert(points.end(), {x + width * v / 10, y});
    const Instance instance(Metric::euclidean, points.data(), 40, true);
    Checkpoint checkpoint;
    AscentParameters usual = short_ascent;
    usual.iterations = 200;
    const double bound = alpha_nearness(instance, {{8, 2}, usual}, checkpoint).bound;
    CHECK(bound > 3'980.0);
    CHECK(bound < 4'000.0 + 4 * width);
  }
}

TEST_CASE("prices that go far do not lift the bound above the optimum") {
  for (std::uint64_t seed = 0; seed < 6; ++seed) {
    std::vector<double> points = random_points(8, seed, 10);
    for (std::size_t v = 4; v < 8; ++v) points[2 * v] += 1e4;
    const Instance instance(Metric::euclidean, points.data(), 8, true);
    Checkpoint checkpoint;
    const AscentParameters wide{.iterations = 3'000,
                                .first_step = 30.0,
                                .last_step = 1.0,
                                .momentum = 0.9,
                                .memory = 0.3,
                                .separation = 1.25};
    CHECK(alpha_nearness(instance, {{7, 2}, wide}, checkpoint).bound <=
          optimum(instance) * (1.0 + 1e-5));
  }
}

TEST_CASE("a short memory and the smallest distances leave numbers") {
  std::vector<double> matrix = random_matrix(12, 3, 5);
  for (Node i = 0; i < 12; ++i)
    for (Node j = 0; j < i; ++j)
      matrix[static_cast<std::size_t>(12 * i + j)] = matrix[static_cast<std::size_t>(12 * j + i)];
  for (const double unit : {5e-324, 1e-300, 1.0, 1e150}) {
    std::vector<double> scaled = matrix;
    for (double& length : scaled) length *= unit;
    for (const bool symmetric : {true, false}) {
      const Instance instance(Metric::explicit_matrix, scaled.data(), 12, symmetric);
      Checkpoint checkpoint;
      AscentParameters forgetful = short_ascent;
      forgetful.memory = 1e-4;
      const AlphaNearness nearness = alpha_nearness(instance, {{4, 0}, forgetful}, checkpoint);
      CHECK(std::isfinite(nearness.bound));
      for (const float alpha : nearness.alpha) CHECK((alpha >= 0.0f && std::isfinite(alpha)));
      for (const float share : nearness.frequencies) CHECK((share >= 0.0f && share <= 1.00001f));
    }
  }
}

TEST_CASE("where the prices have far to go a second climb follows, unless one is asked for") {
  const auto points = random_points(200, 1, 6);
  const Instance lattice(Metric::euclidean, points.data(), 200, true);
  Checkpoint checkpoint;
  const SupportGraph graph = support_graph(Numbering(lattice, checkpoint), {8, 3}, checkpoint);
  const double one = ascend(graph, short_ascent, checkpoint, Climbs::one).bound;
  CHECK(ascend(graph, short_ascent, checkpoint).bound > one);
}

TEST_CASE("an ascent can be interrupted") {
  struct Stop : Checkpoint {
    bool poll() override { return true; }
  } stop;
  const SupportGraph graph = random_graph(30, false, 1);
  CHECK_THROWS_AS(ascend(graph, short_ascent, stop), Interrupted);
}
