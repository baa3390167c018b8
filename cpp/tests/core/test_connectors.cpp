#include "heataco/core/connectors.h"
#include "heataco/core/union_find.h"
#include "support.h"

using namespace heataco;
using namespace heataco::testing;

namespace {

// Twelve tight clusters, far apart.
std::vector<double> clustered_points(Node n, std::uint64_t seed, Node duplicates) {
  Rng rng(seed);
  std::vector<double> centres;
  for (int c = 0; c < 24; ++c) centres.push_back(1e6 * rng.uniform());
  std::vector<double> points;
  for (Node v = 0; v < n; ++v) {
    if (v >= n - duplicates) {
      points.insert(points.end(), {points[0], points[1]});
      continue;
    }
    const auto c = index(rng.below(12));
    points.push_back(centres[2 * c] + 100.0 * rng.uniform());
    points.push_back(centres[2 * c + 1] + 100.0 * rng.uniform());
  }
  return points;
}

std::vector<double> matrix_of(const Instance& instance) {
  std::vector<double> matrix;
  for (Node i = 0; i < instance.n(); ++i)
    for (Node j = 0; j < instance.n(); ++j) matrix.push_back(instance.distance(i, j));
  return matrix;
}

NeighbourLists connected_lists(const Instance& instance, std::size_t k) {
  Checkpoint checkpoint;
  return with_connectors(instance, nearest_neighbours(instance, k, Direction::out, checkpoint),
                         checkpoint);
}

Node components(const NeighbourLists& lists) {
  UnionFind sets(lists.n);
  for (Node v = 0; v < lists.n; ++v)
    for (std::size_t s = 0; s < lists.k; ++s) sets.join(v, lists.row(v)[s]);
  return sets.sets();
}

}  // namespace

TEST_CASE("clusters are tied together, in coordinates and in matrices, duplicates or not") {
  for (const std::uint64_t seed : {1, 2, 3}) {
    for (const Node duplicates : {0, 30}) {
      const auto points = clustered_points(300, seed, duplicates);
      const Instance plane(Metric::euclidean, points.data(), 300, true);
      const auto distances = matrix_of(plane);
      const Instance matrix(Metric::explicit_matrix, distances.data(), 300, true);
      Checkpoint checkpoint;
      CHECK(components(nearest_neighbours(plane, 8, Direction::out, checkpoint)) > 1);
      CHECK(components(connected_lists(plane, 8)) == 1);
      CHECK(components(connected_lists(matrix, 8)) == 1);
    }
  }
}

TEST_CASE("places of a matrix that fill whole rows with their own nodes are tied together") {
  const auto places = random_points(20, 7);
  std::vector<double> points;
  for (Node v = 0; v < 200; ++v)
    points.insert(points.end(), {places[index(v / 10) * 2], places[index(v / 10) * 2 + 1]});
  const auto distances = matrix_of({Metric::euclidean, points.data(), 200, true});
  const Instance matrix(Metric::explicit_matrix, distances.data(), 200, true);
  Checkpoint checkpoint;
  CHECK(components(nearest_neighbours(matrix, 8, Direction::out, checkpoint)) == 20);
  CHECK(components(connected_lists(matrix, 8)) == 1);
}

TEST_CASE("rows are the nearest nodes, then farther ones in ascending order, then filled up") {
  const auto points = clustered_points(300, 4, 10);
  const Instance instance(Metric::euclidean, points.data(), 300, true);
  Checkpoint checkpoint;
  const NeighbourLists near = nearest_neighbours(instance, 6, Direction::out, checkpoint);
  const NeighbourLists lists = connected_lists(instance, 6);
  REQUIRE(lists.near == 6);
  REQUIRE(lists.k > 6);
  for (Node v = 0; v < 300; ++v) {
    CHECK(std::equal(near.row(v), near.row(v) + 6, lists.row(v)));
    double before = near.row_distances(v)[5];
    for (std::size_t s = 6; s < lists.k; ++s) {
      const Node u = lists.row(v)[s];
      const double distance = lists.row_distances(v)[s];
      CHECK(distance >= (s == 6 ? 0.0 : before));
      CHECK(distance == (u == v ? forever : instance.distance(v, u)));
      before = distance;
    }
  }
}

TEST_CASE("uniform nodes away from the border get no connectors") {
  const auto points = random_points(2'000, 5, 1'000);
  const Instance instance(Metric::euclidean, points.data(), 2'000, true);
  const NeighbourLists lists = connected_lists(instance, 10);
  int with = 0;
  for (Node v = 0; v < 2'000; ++v) {
    const bool inside = std::min({instance.x(v), 999.0 - instance.x(v), instance.y(v),
                                  999.0 - instance.y(v)}) > 100.0;
    if (inside && lists.k > lists.near && lists.row(v)[lists.near] != v) ++with;
  }
  CHECK(with < 20);
}

TEST_CASE("a row reaches to its last edge, or to its first leap behind the second one") {
  const std::vector<double> even{1.0, 2.0, 3.0, 4.0};
  const std::vector<double> pair{1.0, 20.0, 30.0, 40.0};
  const std::vector<double> cluster{1.0, 2.0, 30.0, 40.0};
  CHECK(cluster_radius(even.data(), 4) == 4.0);
  CHECK(cluster_radius(pair.data(), 4) == 40.0);
  CHECK(cluster_radius(cluster.data(), 4) == 2.0);
}

TEST_CASE("rows for constructions are the nearest nodes unless these leave parts apart") {
  Checkpoint checkpoint;
  const auto uniform = random_points(500, 6);
  const Instance even(Metric::euclidean, uniform.data(), 500, true);
  const NeighbourLists near = nearest_neighbours(even, 12, Direction::out, checkpoint);
  CHECK(tied_neighbours(even, near, 10, checkpoint).nodes == near.first(10).nodes);
  const auto points = clustered_points(300, 6, 0);
  const Instance clusters(Metric::euclidean, points.data(), 300, true);
  const NeighbourLists lists = tied_neighbours(
      clusters, nearest_neighbours(clusters, 12, Direction::out, checkpoint), 10, checkpoint);
  CHECK(lists.k == 10);
  CHECK(components(lists) == 1);
  for (Node v = 0; v < 300; ++v) {
    CHECK(std::is_sorted(lists.row_distances(v), lists.row_distances(v) + 10));
    for (std::size_t s = 0; s < 10; ++s) {
      CHECK(lists.row(v)[s] != v);
      CHECK(std::count(lists.row(v), lists.row(v) + 10, lists.row(v)[s]) == 1);
    }
  }
}

TEST_CASE("the diagonal of a matrix does not matter") {
  const auto points = clustered_points(120, 7, 0);
  const Instance plane(Metric::euclidean, points.data(), 120, true);
  auto distances = matrix_of(plane);
  const NeighbourLists zeros =
      connected_lists(Instance(Metric::explicit_matrix, distances.data(), 120, true), 6);
  for (std::size_t v = 0; v < 120; ++v) distances[v * 121] = 1e9;
  const NeighbourLists large =
      connected_lists(Instance(Metric::explicit_matrix, distances.data(), 120, true), 6);
  CHECK(zeros.nodes == large.nodes);
  CHECK(zeros.distances == large.distances);
}

TEST_CASE("a line has connectors to one beside it, though it is less than two reaches away") {
  std::vector<double> points;
  for (int line = 0; line < 2; ++line)
    for (int k = 0; k < 40; ++k) points.insert(points.end(), {1.0 * k, 0.1 * k + 6.0 * line});
  const Instance instance(Metric::euclidean, points.data(), 80, true);
  const NeighbourLists lists = connected_lists(instance, 8);
  for (Node v = 5; v < 35; ++v) {
    const auto beyond = [](Node u) { return u >= 40; };
    CHECK(std::none_of(lists.row(v), lists.row(v) + 8, beyond));
    CHECK(std::any_of(lists.row(v) + 8, lists.row(v) + lists.k, beyond));
  }
}

TEST_CASE("on curves, connectors lead to both ends of a gap, though other nodes are nearer") {
  std::vector<double> points;
  for (int k = 0; k < 60; ++k) points.insert(points.end(), {1.0 * k, 0.0});
  for (int k = 0; k < 60; ++k)
    if (k <= 27 || k >= 33) points.insert(points.end(), {1.0 * k, 8.0});
  const Instance instance(Metric::euclidean, points.data(), 115, true);
  const NeighbourLists lists = connected_lists(instance, 8);
  const Node before = 60 + 27;
  const Node behind = before + 1;
  REQUIRE(instance.x(behind) == 33.0);
  for (const Node v : {37, 38}) {
    const auto leads_to = [&](Node end) {
      return std::find(lists.row(v), lists.row(v) + lists.k, end) != lists.row(v) + lists.k;
    };
    CHECK(leads_to(before));
    CHECK(leads_to(behind));
  }
}
