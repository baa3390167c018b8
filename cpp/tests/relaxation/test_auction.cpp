#include <numeric>

#include "heataco/relaxation/auction.h"
#include "support.h"

using namespace heataco;
using namespace heataco::testing;

namespace {

Prices auctioned(const Instance& instance, double seconds = forever) {
  Checkpoint checkpoint;
  Watch watch(checkpoint, seconds);
  return auction_prices(instance, watch);
}

double sum(const Prices& prices) {
  return std::accumulate(prices.leaving.begin(), prices.leaving.end(), 0.0) +
         std::accumulate(prices.entering.begin(), prices.entering.end(), 0.0);
}

double cost_of_assignment(const Instance& instance) {
  Checkpoint checkpoint;
  Watch watch(checkpoint, forever);
  const Assignment assignment = cheapest_assignment(instance, watch);
  double cost = 0.0;
  for (Node v = 0; v < instance.n(); ++v)
    cost += instance.distance(v, assignment.targets[index(v)]);
  return cost;
}

void check_below_arcs(const Instance& instance, const Prices& prices) {
  for (Node i = 0; i < instance.n(); ++i)
    for (Node j = 0; j < instance.n(); ++j)
      if (i != j && prices.beyond(instance, i, j) < -1e-9 * instance.distance(i, j))
        FAIL("an arc is cheaper than its prices");
}

}  // namespace

TEST_CASE("an auction's prices are below every arc and add up to nearly the cheapest assignment") {
  for (const Node n : {9, 60, 200}) {
    for (const auto& matrix : {products(n), random_matrix(n, 3), random_matrix(n, 4, 3)}) {
      const Instance instance(Metric::explicit_matrix, matrix.data(), n, false);
      const Prices prices = auctioned(instance);
      check_below_arcs(instance, prices);
      const double best = cost_of_assignment(instance);
      CHECK(sum(prices) <= best * (1.0 + 1e-9));
      CHECK(sum(prices) >= best * 0.998 - 1e-5 * n * 1'000.0);
    }
  }
}

TEST_CASE("an auction without time leaves prices that are below every arc") {
  const auto matrix = products(300);
  const Instance instance(Metric::explicit_matrix, matrix.data(), 300, true);
  check_below_arcs(instance, auctioned(instance, 0.0));
}

TEST_CASE("an auction ends where every distance is 0, or hardly an assignment exists") {
  const Node n = 50;
  std::vector<double> matrix(index(n) * index(n), 0.0);
  CHECK(sum(auctioned({Metric::explicit_matrix, matrix.data(), n, true})) == 0.0);
  // All arcs but those into two nodes are forbidden.
  const double never = std::numeric_limits<double>::infinity();
  for (Node i = 0; i < n; ++i)
    for (Node j = 0; j < n; ++j)
      matrix[index(i) * index(n) + index(j)] = i == j ? 0.0 : j < 2 ? 1.0 + j : never;
  const Instance instance(Metric::explicit_matrix, matrix.data(), n, false);
  check_below_arcs(instance, auctioned(instance));
}
