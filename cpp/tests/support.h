// What the tests share: random instances, a checkpoint that never stops, and plain checks.
#pragma once

#include <doctest/doctest.h>

#include <algorithm>
#include <limits>
#include <numeric>
#include <string>
#include <vector>

#include "heataco/core/instance.h"
#include "heataco/core/rng.h"
#include "heataco/core/tour.h"
#include "heataco/local_search/local_search.h"
#include "heataco/search/search.h"

namespace heataco::testing {

inline const double forever = std::numeric_limits<double>::infinity();

// Uniform on a grid of the given size: a small one makes ties and nodes on one point.
inline std::vector<double> random_points(Node n, std::uint64_t seed, Node grid = 1'000'000) {
  Rng rng(seed);
  std::vector<double> points;
  for (Node t = 0; t < 2 * n; ++t) points.push_back(rng.below(grid));
  return points;
}

inline std::vector<double> random_matrix(Node n, std::uint64_t seed, Node largest = 1'000) {
  Rng rng(seed);
  std::vector<double> matrix;
  for (Node t = 0; t < n * n; ++t) matrix.push_back(t % (n + 1) == 0 ? 0 : rng.below(largest));
  return matrix;
}

// Products of the weights 1 … n: the lightest nodes are nearest to all others.
inline std::vector<double> products(Node n) {
  std::vector<double> matrix;
  for (Node i = 1; i <= n; ++i)
    for (Node j = 1; j <= n; ++j) matrix.push_back(i == j ? 0.0 : i * j);
  return matrix;
}

// Distances of the plane, a little longer one way: the assignment of these is pairs of nodes.
inline std::vector<double> nearly_symmetric_matrix(Node n, std::uint64_t seed) {
  const auto points = random_points(n, seed);
  const Instance plane(Metric::euc_2d, points.data(), n, true);
  std::vector<double> matrix;
  for (Node v = 0; v < n; ++v)
    for (Node u = 0; u < n; ++u) matrix.push_back(plane.distance(v, u) + (v < u ? 1.0 : 0.0));
  return matrix;
}

inline Tour random_tour(Node n, std::uint64_t seed) {
  Rng rng(seed);
  Tour tour(index(n));
  std::iota(tour.begin(), tour.end(), 0);
  for (Node t = n - 1; t > 0; --t)
    std::swap(tour[static_cast<std::size_t>(t)], tour[static_cast<std::size_t>(rng.below(t + 1))]);
  return tour;
}

inline bool is_permutation(Tour tour, Node n) {
  std::sort(tour.begin(), tour.end());
  Tour all(index(n));
  std::iota(all.begin(), all.end(), 0);
  return tour == all;
}

inline Budget of_iterations(std::int64_t iterations) {
  Budget budget;
  budget.iterations = iterations;
  return budget;
}

inline double cost(const Instance& instance, const Tour& tour) {
  return tour_cost(instance, tour.data());
}

// All local searches but "none".
inline std::vector<std::string> improving_names() {
  std::vector<std::string> names = local_search_names();
  names.erase(names.begin());
  return names;
}

// The shortest tour by trying all; n ≤ 9.
inline double optimum(const Instance& instance) {
  Tour tour(index(instance.n()));
  std::iota(tour.begin(), tour.end(), 0);
  double best = forever;
  do {
    best = std::min(best, cost(instance, tour));
  } while (std::next_permutation(tour.begin() + 1, tour.end()));
  return best;
}

}  // namespace heataco::testing
