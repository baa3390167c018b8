#include "heataco/decoders/focused/shared_places.h"
#include "support.h"

using namespace heataco;
using namespace heataco::testing;

namespace {

// Distances between points at which several nodes lie: node v is at point v % places.
std::vector<double> shared(Node n, Node places) {
  const auto points = random_points(places, 1);
  const Instance plane(Metric::euclidean, points.data(), places, true);
  std::vector<double> matrix;
  for (Node i = 0; i < n; ++i)
    for (Node j = 0; j < n; ++j) matrix.push_back(plane.distance(i % places, j % places));
  return matrix;
}

std::optional<SharedPlaces> found(const std::vector<double>& matrix, Node n,
                                  bool symmetric = true) {
  static Checkpoint checkpoint;
  return SharedPlaces::find({Metric::explicit_matrix, matrix.data(), n, symmetric}, checkpoint);
}

}  // namespace

TEST_CASE("nodes of one place are one node, and stand together in the tour") {
  const Node n = 60;
  const Node count = 12;
  const auto matrix = shared(n, count);
  const auto places = found(matrix, n);
  REQUIRE(places);
  REQUIRE(places->instance().n() == count);
  for (Node i = 0; i < count; ++i)
    for (Node j = 0; j < count; ++j)
      CHECK(places->instance().distance(i, j) == matrix[index(i) * index(n) + index(j)]);
  const Tour tour = random_tour(count, 2);
  const Tour expanded = places->expanded(tour);
  CHECK(is_permutation(expanded, n));
  const Instance nodes(Metric::explicit_matrix, matrix.data(), n, true);
  CHECK(cost(nodes, expanded) == doctest::Approx(cost(places->instance(), tour)));
}

TEST_CASE("nodes at distance 0 that differ in how far others are share no place") {
  auto matrix = shared(60, 12);
  CHECK(found(matrix, 60)->instance().n() == 12);
  matrix[0 * 60 + 5] += 1.0;
  matrix[5 * 60 + 0] += 1.0;
  CHECK(found(matrix, 60)->instance().n() == 14);  // nodes 0 and 5 are on their own
}

TEST_CASE(
    "places are left alone where hardly any are shared, few there are, or directions differ") {
  CHECK(!found(shared(60, 60), 60));
  CHECK(!found(shared(60, 58), 60));
  CHECK(found(shared(60, 57), 60));
  CHECK(!found(shared(60, 7), 60));
  CHECK(found(shared(60, 8), 60));
  CHECK(!found(shared(60, 12), 60, false));
}
