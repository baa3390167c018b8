// Minimum 1-trees of whole instances.
#include <numeric>

#include "heataco/core/union_find.h"
#include "heataco/relaxation/complete_one_tree.h"
#include "support.h"

namespace heataco {

using namespace testing;

namespace {

std::vector<double> random_prices(const Instance& instance, std::uint64_t seed, Node largest) {
  Rng rng(seed);
  std::vector<double> prices;
  const Node count = instance.symmetric() ? instance.n() : 2 * instance.n();
  for (Node i = 0; i < count; ++i) prices.push_back(rng.below(2 * largest + 1) - largest);
  return prices;
}

double total(const PricedInstance& priced, const std::vector<Edge>& edges) {
  return std::accumulate(edges.begin(), edges.end(), 0.0, [&](double sum, const Edge& edge) {
    return sum + priced.weight(edge.first, edge.second);
  });
}

// All edges in ascending order, each taken where it joins two components.
double least_weight(const PricedInstance& priced) {
  const Node n = priced.instance.n();
  std::vector<std::pair<double, Edge>> edges;
  std::vector<double> out, in;
  for (Node a = 0; a < n; ++a)
    for (Node b = 0; b < n; ++b)
      if (a != b) edges.push_back({priced.weight(a, b), {a, b}});
  std::sort(edges.begin(), edges.end());
  UnionFind sets(n);
  double sum = 0.0;
  for (const auto& [weight, edge] : edges) {
    if (edge.first == 0) out.push_back(weight);
    if (edge.second == 0) in.push_back(weight);
    if (edge.first != 0 && edge.second != 0 && sets.join(edge.first, edge.second)) sum += weight;
  }
  return sum + out[0] + (priced.instance.symmetric() ? out[1] : in[0]);
}

void check_tree(const Instance& instance, std::uint64_t seed, Node largest_price) {
  Checkpoint checkpoint;
  const Numbering numbering(instance, checkpoint);
  const std::vector<double> prices = random_prices(instance, seed, largest_price);
  const PricedInstance priced{numbering.instance(), prices};
  const std::vector<Edge> edges = complete_one_tree(numbering, prices, checkpoint);
  UnionFind sets(instance.n());
  for (const auto& [from, to] : edges) CHECK(from != to);
  for (const auto& [from, to] : edges)
    if (from != 0 && to != 0) CHECK(sets.join(from, to));
  CHECK(edges.size() == index(instance.n()));
  CHECK(sets.sets() == 2);
  CHECK(total(priced, edges) == doctest::Approx(least_weight(priced)).epsilon(1e-9));
}

}  // namespace

TEST_CASE("no 1-tree over coordinates is lighter, whatever metric, prices and ties") {
  for (const Metric metric : {Metric::euclidean, Metric::euc_2d, Metric::ceil_2d, Metric::att}) {
    for (std::uint64_t seed = 0; seed < 12; ++seed) {
      const Node n = static_cast<Node>(3 + 11 * seed);
      const Node grid = seed % 3 == 0 ? 5 : 1'000;
      const auto points = random_points(n, seed, grid);
      const Instance instance(metric, points.data(), n, true);
      for (const Node largest : {0, 2, 100, 5'000}) check_tree(instance, seed, largest);
    }
  }
}

TEST_CASE("no 1-tree over the sphere is lighter") {
  for (std::uint64_t seed = 0; seed < 8; ++seed) {
    const Node n = 60;
    auto points = random_points(n, seed, 180);
    for (double& value : points) value -= 90.0;
    const Instance instance(Metric::geo, points.data(), n, true);
    for (const Node largest : {0, 100, 20'000}) check_tree(instance, seed, largest);
  }
}

TEST_CASE("no 1-tree of a matrix is lighter, symmetric or not") {
  for (std::uint64_t seed = 0; seed < 12; ++seed) {
    const Node n = static_cast<Node>(3 + 5 * seed);
    auto matrix = random_matrix(n, seed, seed % 2 == 0 ? 4 : 1'000);
    const Instance directed(Metric::explicit_matrix, matrix.data(), n, false);
    for (const Node largest : {0, 3, 500}) check_tree(directed, seed, largest);
    for (Node v = 0; v < n; ++v)
      for (Node u = 0; u < v; ++u)
        matrix[index(v) * index(n) + index(u)] = matrix[index(u) * index(n) + index(v)];
    const Instance symmetric(Metric::explicit_matrix, matrix.data(), n, true);
    for (const Node largest : {0, 3, 500}) check_tree(symmetric, seed, largest);
  }
}

}  // namespace heataco
