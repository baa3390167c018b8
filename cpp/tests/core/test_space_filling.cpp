#include "heataco/core/space_filling.h"
#include "support.h"

using namespace heataco;
using namespace heataco::testing;

TEST_CASE("the curve goes from neighbour to neighbour on a grid") {
  std::vector<double> points;
  for (int x = 0; x < 16; ++x)
    for (int y = 0; y < 16; ++y) points.insert(points.end(), {-3.0 + x, 100.0 + y});
  const Instance instance(Metric::euclidean, points.data(), 256, true);
  const Tour tour = space_filling_tour(instance);
  CHECK(is_permutation(tour, 256));
  for (std::size_t t = 1; t < tour.size(); ++t)
    CHECK(instance.distance(tour[t - 1], tour[t]) == 1.0);
}

TEST_CASE("random nodes are toured in a fraction of a random tour") {
  const auto points = random_points(5'000, 1);
  const Instance instance(Metric::euclidean, points.data(), 5'000, true);
  const Tour tour = space_filling_tour(instance);
  CHECK(is_permutation(tour, 5'000));
  CHECK(cost(instance, tour) < 0.05 * cost(instance, random_tour(5'000, 2)));
}

TEST_CASE("nodes that the curve comes by at the same time stay in the order of their numbers") {
  const auto points = random_points(3'000, 3, 20);
  const Instance instance(Metric::euclidean, points.data(), 3'000, true);
  const Tour tour = space_filling_tour(instance);
  CHECK(is_permutation(tour, 3'000));
  for (std::size_t t = 1; t < tour.size(); ++t)
    if (instance.distance(tour[t - 1], tour[t]) == 0.0) CHECK(tour[t - 1] < tour[t]);
}

TEST_CASE("nodes on one point, on a line and without coordinates are toured") {
  for (const Node grid : {1, 2}) {
    const auto points = random_points(50, 1, grid);
    CHECK(is_permutation(space_filling_tour(Instance(Metric::euclidean, points.data(), 50, true)),
                         50));
  }
  const auto matrix = random_matrix(5, 1);
  const Instance directed(Metric::explicit_matrix, matrix.data(), 5, false);
  CHECK(space_filling_tour(directed) == Tour{0, 1, 2, 3, 4});
}
