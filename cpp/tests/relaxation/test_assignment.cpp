#include <set>

#include "heataco/relaxation/assignment.h"
#include "support.h"

using namespace heataco;
using namespace heataco::testing;

namespace {

Instance directed(const std::vector<double>& matrix, Node n) {
  return Instance(Metric::explicit_matrix, matrix.data(), n, false);
}

double total(const Prices& prices) {
  const double leaving = std::accumulate(prices.leaving.begin(), prices.leaving.end(), 0.0);
  return std::accumulate(prices.entering.begin(), prices.entering.end(), leaving);
}

double least_beyond(const Instance& instance, const Prices& prices) {
  double least = forever;
  for (Node a = 0; a < instance.n(); ++a)
    for (Node b = 0; b < instance.n(); ++b)
      if (a != b) least = std::min(least, prices.beyond(instance, a, b));
  return least;
}

// One arc out of every node and one into it, at least cost, by trying all; n ≤ 8.
double least_assignment(const Instance& instance) {
  Tour target(index(instance.n()));
  std::iota(target.begin(), target.end(), 0);
  double best = forever;
  do {
    double sum = 0.0;
    for (Node v = 0; v < instance.n(); ++v) {
      const Node u = target[index(v)];
      sum += u == v ? forever : instance.distance(v, u);
    }
    best = std::min(best, sum);
  } while (std::next_permutation(target.begin(), target.end()));
  return best;
}

}  // namespace

TEST_CASE("no arc is cheaper than its prices, which add up to the least assignment") {
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    const auto n = static_cast<Node>(3 + seed % 5);
    const Node largest = seed % 2 == 0 ? 1'000 : 4;  // few values make ties
    const auto matrix = random_matrix(n, seed, largest);
    const Instance instance = directed(matrix, n);
    Checkpoint checkpoint;
    Watch watch(checkpoint, forever);
    const Prices prices = assignment_prices(instance, watch);
    CHECK(least_beyond(instance, prices) >= 0.0);
    CHECK(total(prices) == least_assignment(instance));
  }
}

TEST_CASE("prices hold on larger instances, and where time is up") {
  for (const Node largest : {3, 1'000'000}) {
    auto matrix = random_matrix(150, 7, largest);
    for (double& distance : matrix) distance /= 7.0;  // sums are rounded
    const Instance instance = directed(matrix, 150);
    Checkpoint checkpoint;
    Watch watch(checkpoint, forever);
    Watch expired(checkpoint, 0.0);
    const Prices prices = assignment_prices(instance, watch);
    const Prices early = assignment_prices(instance, expired);
    const double noise = 150e-12 * largest;
    CHECK(least_beyond(instance, prices) >= -noise);
    CHECK(least_beyond(instance, early) >= -noise);
    CHECK(total(early) <= total(prices) + noise);
    CHECK(total(prices) <= cost(instance, random_tour(150, 1)));
  }
}

TEST_CASE("cheapest neighbours go by what their arcs cost beyond the prices") {
  const auto matrix = random_matrix(60, 3);
  const Instance instance = directed(matrix, 60);
  Checkpoint checkpoint;
  Watch watch(checkpoint, forever);
  const Prices prices = assignment_prices(instance, watch);
  for (const Direction direction : {Direction::out, Direction::in}) {
    const bool out = direction == Direction::out;
    const auto beyond = [&](Node v, Node u) {
      return out ? prices.beyond(instance, v, u) : prices.beyond(instance, u, v);
    };
    const NeighbourLists lists = cheapest_neighbours(instance, prices, 7, direction, checkpoint);
    REQUIRE(lists.k == 7);
    for (Node v = 0; v < 60; ++v) {
      std::vector<double> all;
      for (Node u = 0; u < 60; ++u)
        if (u != v) all.push_back(beyond(v, u));
      std::sort(all.begin(), all.end());
      for (std::size_t s = 0; s < 7; ++s) {
        const Node u = lists.row(v)[s];
        CHECK(beyond(v, u) == all[s]);
        CHECK(lists.row_distances(v)[s] ==
              (out ? instance.distance(v, u) : instance.distance(u, v)));
      }
    }
  }
}

TEST_CASE("among equals no node is everybody's choice") {
  const std::vector<double> matrix(100 * 100, 1.0);
  const Instance instance = directed(matrix, 100);
  Checkpoint checkpoint;
  Watch watch(checkpoint, forever);
  const Prices prices = assignment_prices(instance, watch);
  const NeighbourLists lists = cheapest_neighbours(instance, prices, 5, Direction::out, checkpoint);
  std::vector<int> chosen(100, 0);
  for (const Node u : lists.nodes) ++chosen[index(u)];
  CHECK(*std::max_element(chosen.begin(), chosen.end()) < 20);
  CHECK(std::set<Node>(lists.nodes.begin(), lists.nodes.end()).size() > 90);
}

TEST_CASE("all neighbours there are") {
  const auto matrix = random_matrix(4, 1);
  const Instance instance = directed(matrix, 4);
  Checkpoint checkpoint;
  Watch watch(checkpoint, forever);
  const Prices prices = assignment_prices(instance, watch);
  CHECK(cheapest_neighbours(instance, prices, 9, Direction::in, checkpoint).k == 3);
}
