#include "heataco/decoders/focused/symmetrised.h"
#include "support.h"

using namespace heataco;
using namespace heataco::testing;

namespace {

// Distances of points, longer by up to a share in each direction.
std::vector<double> skewed(Node n, double share, std::uint64_t seed) {
  const auto points = random_points(n, seed);
  const Instance plane(Metric::euclidean, points.data(), n, true);
  Rng rng(seed);
  std::vector<double> matrix;
  for (Node i = 0; i < n; ++i)
    for (Node j = 0; j < n; ++j)
      matrix.push_back(plane.distance(i, j) * (1.0 + share * rng.uniform()));
  return matrix;
}

}  // namespace

TEST_CASE("directions that hardly differ are left out of the start, others are not") {
  Checkpoint checkpoint;
  const auto slightly = skewed(100, 0.1, 1);
  const auto strongly = skewed(100, 2.0, 1);
  const auto random = random_matrix(100, 1);
  const auto small = skewed(99, 0.1, 1);  // solved before it would pay
  CHECK(Symmetrised::pays({Metric::explicit_matrix, slightly.data(), 100, false}, checkpoint));
  CHECK(!Symmetrised::pays({Metric::explicit_matrix, strongly.data(), 100, false}, checkpoint));
  CHECK(!Symmetrised::pays({Metric::explicit_matrix, random.data(), 100, false}, checkpoint));
  CHECK(!Symmetrised::pays({Metric::explicit_matrix, slightly.data(), 100, true}, checkpoint));
  CHECK(!Symmetrised::pays({Metric::explicit_matrix, small.data(), 99, false}, checkpoint));
}

// Mean distances say nothing of an order that is nearly forced.
TEST_CASE("penalties on going back count as directions, though near arcs hardly have any") {
  Checkpoint checkpoint;
  for (const bool mixed : {false, true}) {
    auto matrix = skewed(100, 0.1, 5);
    const auto group = [mixed](Node v) { return mixed ? v % 10 : v / 10; };
    for (Node i = 0; i < 100; ++i)
      for (Node j = 0; j < 100; ++j) {
        // Places of one group lie together.
        if (group(i) == group(j)) matrix[index(i) * 100 + index(j)] *= 0.01;
        if (group(i) > group(j)) matrix[index(i) * 100 + index(j)] += 1e6;
      }
    CHECK(!Symmetrised::pays({Metric::explicit_matrix, matrix.data(), 100, false}, checkpoint));
  }
}

TEST_CASE("heights, which add nothing to a tour, do not count as directions") {
  Checkpoint checkpoint;
  auto matrix = skewed(100, 0.1, 4);
  Rng rng(4);
  std::vector<double> heights;
  for (Node v = 0; v < 100; ++v) heights.push_back(1e6 * rng.uniform());
  for (Node i = 0; i < 100; ++i)
    for (Node j = 0; j < 100; ++j)
      matrix[index(i) * 100 + index(j)] += std::max(0.0, heights[index(j)] - heights[index(i)]);
  CHECK(Symmetrised::pays({Metric::explicit_matrix, matrix.data(), 100, false}, checkpoint));
}

TEST_CASE("distances are the means of both directions, and a tour takes the cheaper one") {
  Checkpoint checkpoint;
  const auto matrix = skewed(20, 0.5, 2);
  const Instance directed(Metric::explicit_matrix, matrix.data(), 20, false);
  const Symmetrised symmetrised(directed, checkpoint);
  for (Node i = 0; i < 20; ++i)
    for (Node j = 0; j < 20; ++j)
      CHECK(symmetrised.instance().distance(i, j) ==
            doctest::Approx(0.5 * (directed.distance(i, j) + directed.distance(j, i))));
  const Tour tour = random_tour(20, 3);
  const Tour turned(tour.rbegin(), tour.rend());
  CHECK(cost(directed, symmetrised.directed(tour)) ==
        std::min(cost(directed, tour), cost(directed, turned)));
}
