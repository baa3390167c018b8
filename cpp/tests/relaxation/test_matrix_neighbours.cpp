#include "heataco/relaxation/matrix_neighbours.h"
#include "support.h"

using namespace heataco;
using namespace heataco::testing;

namespace {

std::vector<double> plane_matrix(Node n, std::uint64_t seed) {
  const auto points = random_points(n, seed);
  const Instance plane(Metric::euclidean, points.data(), n, true);
  std::vector<double> matrix;
  for (Node i = 0; i < n; ++i)
    for (Node j = 0; j < n; ++j) matrix.push_back(plane.distance(i, j));
  return matrix;
}

NeighbourLists neighbours(const Instance& instance, std::size_t k) {
  Checkpoint checkpoint;
  Watch watch(checkpoint, forever);
  return matrix_neighbours(instance, k, watch, checkpoint);
}

}  // namespace

TEST_CASE("hubs are seen in products of weights, and not in the plane or among equals") {
  Checkpoint checkpoint;
  for (const Node n : {50, 200, 500}) {
    const auto weights = products(n);
    const auto plane = plane_matrix(n, 1);
    const std::vector<double> equal(index(n) * index(n), 1.0);
    CHECK(has_hubs({Metric::explicit_matrix, weights.data(), n, true}, checkpoint));
    CHECK(!has_hubs({Metric::explicit_matrix, plane.data(), n, true}, checkpoint));
    CHECK(!has_hubs({Metric::explicit_matrix, equal.data(), n, true}, checkpoint));
  }
  const auto few = products(8);
  CHECK(!has_hubs({Metric::explicit_matrix, few.data(), 8, true}, checkpoint));
}

// The lesser of two weights, with noise: all are as far from the lightest node as it weighs.
std::vector<double> lesser_weights(Node n) {
  Rng rng(3);
  std::vector<double> matrix(index(n) * index(n), 0.0);
  for (Node i = 0; i < n; ++i)
    for (Node j = 0; j < i; ++j)
      matrix[index(i * n + j)] = matrix[index(j * n + i)] =
          5.0 * static_cast<double>(j) + static_cast<double>(rng.below(5));
  return matrix;
}

TEST_CASE("hubs are seen though their own rows hold many other nodes") {
  Checkpoint checkpoint;
  for (const Node n : {50, 200, 600}) {
    const auto matrix = lesser_weights(n);
    CHECK(has_hubs({Metric::explicit_matrix, matrix.data(), n, true}, checkpoint));
  }
}

// Random distances of 1 to 999, but `zeros` nodes are at 0 from all others.
std::vector<double> zero_rows(Node n, Node zeros) {
  Rng rng(7);
  std::vector<double> matrix(index(n) * index(n), 0.0);
  for (Node i = 0; i < n; ++i)
    for (Node j = 0; j < i; ++j)
      if (i % (n / zeros) != 0 && j % (n / zeros) != 0)
        matrix[index(i) * index(n) + index(j)] = matrix[index(j) * index(n) + index(i)] =
            1.0 + static_cast<double>(rng.below(999));
  return matrix;
}

TEST_CASE("hubs are seen where many of them are equally near") {
  Checkpoint checkpoint;
  for (const Node n : {200, 600}) {
    const Node hubs = n / 10;
    const auto matrix = zero_rows(n, hubs);
    const Instance instance(Metric::explicit_matrix, matrix.data(), n, true);
    CHECK(has_hubs(instance, checkpoint));
    // No more nodes have only hubs for neighbours than can lie beside one.
    const NeighbourLists lists = neighbours(instance, 8);
    Node surrounded = 0;
    for (Node v = 0; v < n; ++v)
      surrounded +=
          std::all_of(lists.row(v), lists.row(v) + lists.k, [](Node u) { return u % 10 == 0; });
    CHECK(surrounded <= 2 * hubs);
  }
}

TEST_CASE("nodes that share places are no hubs") {
  const Node n = 60;
  std::vector<double> matrix;
  for (Node i = 0; i < n; ++i)
    for (Node j = 0; j < n; ++j) matrix.push_back(i / 12 == j / 12 ? 0.0 : 1.0);
  Checkpoint checkpoint;
  CHECK(!has_hubs({Metric::explicit_matrix, matrix.data(), n, true}, checkpoint));
}

TEST_CASE("without hubs neighbours are the nearest nodes") {
  const auto matrix = plane_matrix(100, 2);
  const Instance instance(Metric::explicit_matrix, matrix.data(), 100, true);
  Checkpoint checkpoint;
  CHECK(neighbours(instance, 6).nodes ==
        nearest_neighbours(instance, 6, Direction::out, checkpoint).nodes);
}

TEST_CASE("with hubs light nodes are next to heavy ones, and every node is in some row") {
  const Node n = 100;
  const auto matrix = products(n);
  const NeighbourLists lists = neighbours({Metric::explicit_matrix, matrix.data(), n, true}, 8);
  std::vector<bool> chosen(index(n), false);
  for (const Node u : lists.nodes) chosen[index(u)] = true;
  CHECK(std::count(chosen.begin(), chosen.end(), true) == n);
  // The heaviest node belongs between the two lightest, and hardly any other needs them.
  const auto has = [&](Node v, Node u) {
    return std::find(lists.row(v), lists.row(v) + lists.k, u) != lists.row(v) + lists.k;
  };
  CHECK(has(n - 1, 0));
  CHECK(has(0, n - 1));
  CHECK(!has(n / 2, 0));
}

TEST_CASE("prices without directions are below the length of every edge") {
  const auto matrix = products(60);
  const Instance instance(Metric::explicit_matrix, matrix.data(), 60, true);
  Checkpoint checkpoint;
  Watch watch(checkpoint, forever);
  const Prices prices = undirected_prices(instance, watch);
  CHECK(prices.leaving == prices.entering);
  for (Node i = 0; i < 60; ++i)
    for (Node j = 0; j < 60; ++j)
      if (i != j) CHECK(prices.beyond(instance, i, j) >= -1e-9);
}
