#include "heataco/decoders/focused/symmetrised.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "heataco/core/tour.h"
#include "heataco/decoders/focused/tuning.h"

namespace heataco {

namespace {

std::vector<double> means(const Instance& instance) {
  const Node n = instance.n();
  std::vector<double> result;
  result.reserve(index(n) * index(n));
  for (Node i = 0; i < n; ++i)
    for (Node j = 0; j < n; ++j)
      result.push_back(0.5 * instance.distance(i, j) + 0.5 * instance.distance(j, i));
  return result;
}

}  // namespace

Symmetrised::Symmetrised(const Instance& instance)
    : directed_(instance),
      means_(means(instance)),
      symmetric_(Metric::explicit_matrix, means_.data(), instance.n(), true) {}

// By the shortest arc out of every node.
bool Symmetrised::pays(const Instance& instance) {
  const Node n = instance.n();
  if (instance.symmetric() || n < tuning::min_symmetrised_nodes ||
      n > tuning::max_symmetrised_nodes)
    return false;
  double lengths = 0.0;
  double differences = 0.0;
  for (Node i = 0; i < n; ++i) {
    Node nearest = no_node;
    double shortest = std::numeric_limits<double>::infinity();
    for (Node j = 0; j < n; ++j) {
      if (j == i || !(instance.distance(i, j) < shortest)) continue;
      shortest = instance.distance(i, j);
      nearest = j;
    }
    if (nearest == no_node) continue;
    lengths += shortest;
    differences += std::abs(instance.distance(nearest, i) - shortest);
  }
  return differences <= tuning::max_direction_difference * lengths;
}

Tour Symmetrised::directed(Tour tour) const {
  Tour turned(tour.rbegin(), tour.rend());
  const bool shorter = tour_cost(directed_, turned.data()) < tour_cost(directed_, tour.data());
  return shorter ? turned : tour;
}

}  // namespace heataco
