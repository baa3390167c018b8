#include <cmath>

#include "heataco/core/gain.h"
#include "support.h"

using namespace heataco;
using namespace heataco::testing;

namespace {

Tour improved(const Instance& instance, const std::string& name, Tour tour) {
  Checkpoint checkpoint;
  Watch watch(checkpoint, forever);
  improve(instance, name, 10, tour, watch);
  return tour;
}

std::vector<double> made_symmetric(std::vector<double> matrix, Node n) {
  for (Node i = 0; i < n; ++i)
    for (Node j = 0; j < i; ++j)
      matrix[static_cast<std::size_t>(i * n + j)] = matrix[static_cast<std::size_t>(j * n + i)];
  return matrix;
}

std::vector<double> scaled(std::vector<double> values, double factor) {
  for (double& value : values) value *= factor;
  return values;
}

}  // namespace

TEST_CASE("a gain must be more than the rounding of the sum that it comes from") {
  CHECK(is_gain(1.0, 1e9));
  CHECK(!is_gain(1e-4, 1e9));
  CHECK(!is_gain(0.0, 0.0));
  CHECK(!is_gain(-1.0, 1.0));
  CHECK(is_gain(1e-300, 1e-300));
  CHECK(is_gain(5e-324, 1e-315));  // sums of such numbers are exact
  CHECK(is_gain(1e-11, 1.0, 1'000));
  CHECK(!is_gain(1e-11, 1.0, 1'000'000));
}

// A threshold that went by the longest distance of the instance would leave the tour as it is.
TEST_CASE("one huge distance changes nothing for moves without it") {
  const Node n = 80;
  for (std::uint64_t seed = 0; seed < 4; ++seed) {
    auto matrix = random_matrix(n, seed, 100);
    for (const bool symmetric : {true, false}) {
      if (symmetric) matrix = made_symmetric(matrix, n);
      for (const std::string& name : improving_names()) {
        std::vector<Tour> tours;
        for (const double huge : {1e5, 1e15}) {
          matrix[1] = huge;
          if (symmetric) matrix[index(n)] = huge;
          const Instance instance(Metric::explicit_matrix, matrix.data(), n, symmetric);
          tours.push_back(improved(instance, name, random_tour(n, seed)));
        }
        CHECK(tours[0] == tours[1]);
      }
    }
  }
}

TEST_CASE("tours do not depend on the unit of the distances, nor on where the plane begins") {
  const Node n = 80;
  const auto matrix = random_matrix(n, 3);
  const auto symmetric = made_symmetric(matrix, n);
  auto points = random_points(n, 3, 100);
  const Instance planar(Metric::euclidean, points.data(), n, true);
  const auto moved_points = [&] {
    auto moved = points;
    for (double& coordinate : moved) coordinate += 1e9;
    return moved;
  }();
  const Instance moved(Metric::euclidean, moved_points.data(), n, true);
  for (const std::string& name : improving_names()) {
    const Tour start = random_tour(n, 5);
    CHECK(improved(moved, name, start) == improved(planar, name, start));
    for (const bool directed : {false, true}) {
      const auto& given = directed ? matrix : symmetric;
      const Instance instance(Metric::explicit_matrix, given.data(), n, !directed);
      const Tour expected = improved(instance, name, start);
      CHECK(cost(instance, expected) < cost(instance, start));
      for (const double factor : {0x1p-1000, 0x1p-1060, 0x1p1000}) {  // some subnormal
        const auto other = scaled(given, factor);
        const Instance same(Metric::explicit_matrix, other.data(), n, !directed);
        CHECK(improved(same, name, start) == expected);
      }
    }
  }
}

// If noise were taken for a gain, a descent could go round in circles.
TEST_CASE("descents end where all distances are equal but for their last digits") {
  const Node n = 120;
  for (const double size : {1.0, 1e18}) {
    for (const double huge : {1.0, 1e18}) {
      Rng rng(7);
      std::vector<double> matrix;
      for (Node t = 0; t < n * n; ++t) {
        double distance = rng.below(2) == 0 ? size : huge;
        for (Node step = rng.below(4); step > 0; --step) distance = std::nextafter(distance, 1e300);
        matrix.push_back(distance);
      }
      for (const bool symmetric : {true, false}) {
        if (symmetric) matrix = made_symmetric(matrix, n);
        const Instance instance(Metric::explicit_matrix, matrix.data(), n, symmetric);
        for (const std::string& name : improving_names()) {
          const Tour start = random_tour(n, 5);
          const Tour tour = improved(instance, name, start);
          CHECK(is_permutation(tour, n));
          CHECK(cost(instance, tour) <= cost(instance, start) * (1.0 + 1e-12));
        }
      }
    }
  }
}
