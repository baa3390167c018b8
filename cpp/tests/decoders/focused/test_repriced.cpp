#include "heataco/decoders/focused/repriced.h"
#include "support.h"

using namespace heataco;
using namespace heataco::testing;

TEST_CASE("prices make all tours shorter by the same, and no edge shorter than nothing") {
  const Node n = 60;
  const auto matrix = products(n);
  const Instance instance(Metric::explicit_matrix, matrix.data(), n, true);
  Checkpoint checkpoint;
  Watch watch(checkpoint, forever);
  const Repriced repriced(instance, watch, checkpoint);
  const auto difference = [&](std::uint64_t seed) {
    const Tour tour = random_tour(n, seed);
    return cost(instance, tour) - cost(repriced.instance(), tour);
  };
  CHECK(difference(1) > 0.0);
  for (const std::uint64_t seed : {2, 3, 4})
    CHECK(difference(seed) == doctest::Approx(difference(1)));
  for (Node i = 0; i < n; ++i)
    for (Node j = 0; j < n; ++j) CHECK(repriced.instance().distance(i, j) >= 0.0);
}

TEST_CASE("real weights give the same length in both directions, to the last digit") {
  // Lin-Kernighan would otherwise find gains in it for ever.
  const Node n = 60;
  Rng rng(3);
  std::vector<double> weights;
  for (Node v = 0; v < n; ++v) weights.push_back(rng.uniform());
  for (const double longest : {1.0, 1e8, 1e200}) {
    std::vector<double> matrix;
    for (Node i = 0; i < n; ++i)
      for (Node j = 0; j < n; ++j)
        matrix.push_back(i == j ? 0.0 : weights[index(i)] * weights[index(j)]);
    matrix[1] = matrix[index(n)] = longest;
    const Instance instance(Metric::explicit_matrix, matrix.data(), n, true);
    Checkpoint checkpoint;
    Watch watch(checkpoint, forever);
    const Repriced repriced(instance, watch, checkpoint);
    for (Node i = 0; i < n; ++i)
      for (Node j = 0; j < i; ++j)
        CHECK(repriced.instance().distance(i, j) == repriced.instance().distance(j, i));
  }
}

TEST_CASE("only symmetric matrices with hubs are priced") {
  Checkpoint checkpoint;
  const auto weights = products(60);
  const auto random = random_matrix(60, 1);
  const auto points = random_points(60, 1);
  CHECK(Repriced::pays({Metric::explicit_matrix, weights.data(), 60, true}, checkpoint));
  CHECK(!Repriced::pays({Metric::explicit_matrix, weights.data(), 60, false}, checkpoint));
  CHECK(!Repriced::pays({Metric::explicit_matrix, random.data(), 60, false}, checkpoint));
  CHECK(!Repriced::pays({Metric::euclidean, points.data(), 60, true}, checkpoint));
}
