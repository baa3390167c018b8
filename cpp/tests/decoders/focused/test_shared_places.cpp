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

TEST_CASE("nodes that are near each other and as far from everything share a place") {
  auto matrix = shared(60, 12);
  for (Node i = 0; i < 60; ++i)
    for (Node j = 0; j < 60; ++j)
      if (i != j && i % 12 == j % 12) matrix[index(i * 60 + j)] = 1.0;
  CHECK(found(matrix, 60)->instance().n() == 12);
  for (double& length : matrix)
    if (length == 1.0) length = 1e9;  // they are not near
  CHECK(!found(matrix, 60));
}

TEST_CASE("rows of ones and twos are told apart") {
  const Node n = 120;
  const Node count = 24;
  Rng rng(1);
  std::vector<double> matrix(index(n * n), 1.0);
  for (Node i = 0; i < count; ++i)
    for (Node j = 0; j < i; ++j)
      if (rng.below(2) == 0)
        for (Node a = i; a < n; a += count)
          for (Node b = j; b < n; b += count)
            matrix[index(a * n + b)] = matrix[index(b * n + a)] = 2.0;
  CHECK(found(matrix, n)->instance().n() == count);
  const std::size_t last = index((n - 1) * n);  // the row of the last node
  for (const std::size_t s : {last, index(n - 1)}) matrix[s] = 3.0 - matrix[s];
  CHECK(found(matrix, n, false)->instance().n() > count);
  CHECK(!found(std::vector<double>(index(n * n), 1.0), n));
}

TEST_CASE("zeros of either sign are the same distance") {
  auto matrix = shared(60, 12);
  matrix[0 * 60 + 12] = -0.0;
  matrix[5 * 60 + 17] = matrix[17 * 60 + 5] = -0.0;
  CHECK(found(matrix, 60)->instance().n() == 12);
}

TEST_CASE("places of a directed matrix are as far in both directions") {
  auto matrix = shared(60, 12);
  for (Node i = 0; i < 60; ++i)
    for (Node j = 0; j < 60; ++j)
      if (i % 12 < j % 12) matrix[index(i * 60 + j)] *= 2.0;
  const auto places = found(matrix, 60, false);
  REQUIRE(places);
  CHECK(places->instance().n() == 12);
  CHECK(!places->instance().symmetric());
  CHECK(places->instance().distance(1, 2) == matrix[1 * 60 + 2]);
  CHECK(places->instance().distance(2, 1) == matrix[2 * 60 + 1]);
  matrix[5 * 60 + 0] += 1.0;
  CHECK(found(matrix, 60, false)->instance().n() == 14);  // nodes 0 and 5 are on their own
}

TEST_CASE("nodes from which all others are equally near share no place") {
  auto matrix = shared(60, 60);
  for (Node i = 0; i < 60; ++i)
    for (Node j = 0; j < 60; ++j)
      if (i < 20 || j < 20) matrix[index(i * 60 + j)] = 0.0;
  CHECK(!found(matrix, 60));
}

TEST_CASE("places are left alone where hardly any are shared, or few there are") {
  CHECK(!found(shared(60, 60), 60));
  CHECK(!found(shared(60, 58), 60));
  CHECK(found(shared(60, 57), 60));
  CHECK(!found(shared(60, 2), 60));
  CHECK(found(shared(60, 3), 60));
}
