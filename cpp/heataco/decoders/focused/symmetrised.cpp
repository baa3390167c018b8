#include "heataco/decoders/focused/symmetrised.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "heataco/core/tour.h"
#include "heataco/decoders/focused/tuning.h"

namespace heataco {

namespace {

std::vector<double> means(const Instance& instance, Checkpoint& checkpoint) {
  const Node n = instance.n();
  std::vector<double> result;
  result.reserve(index(n) * index(n));
  for (Node i = 0; i < n; ++i) {
    checkpoint.throw_if_interrupted();
    for (Node j = 0; j < n; ++j)
      result.push_back(0.5 * instance.distance(i, j) + 0.5 * instance.distance(j, i));
  }
  return result;
}

// How high nodes lie, if ways up are longer than ways down by the difference in height: by least
// squares, which is how much farther it is to a node than from it, on average. Going round, what is
// climbed is descended, so that heights add nothing to any tour.
std::vector<double> heights(const Instance& instance, Checkpoint& checkpoint) {
  const Node n = instance.n();
  const double share = 1.0 / n;
  std::vector<double> result(index(n), 0.0);
  for (Node i = 0; i < n; ++i) {
    checkpoint.throw_if_interrupted();
    for (Node j = 0; j < n; ++j) {
      if (i == j) continue;
      const double part = share * instance.distance(i, j);
      result[index(i)] -= part;
      result[index(j)] += part;
    }
  }
  return result;
}

// By the shortest arc out of every node, once heights are taken off.
bool nearly_symmetric(const Instance& instance, const std::vector<double>& height,
                      Checkpoint& checkpoint) {
  // Half of the difference was added on the way up, the other half taken off the way down.
  const auto level = [&](Node i, Node j) {
    return instance.distance(i, j) - 0.5 * (height[index(j)] - height[index(i)]);
  };
  double lengths = 0.0;
  double differences = 0.0;
  for (Node i = 0; i < instance.n(); ++i) {
    checkpoint.throw_if_interrupted();
    Node nearest = no_node;
    double shortest = std::numeric_limits<double>::infinity();
    for (Node j = 0; j < instance.n(); ++j) {
      if (j == i || !(level(i, j) < shortest)) continue;
      shortest = level(i, j);
      nearest = j;
    }
    if (nearest == no_node) continue;
    lengths += shortest;
    differences += std::abs(level(nearest, i) - shortest);
  }
  return differences <= tuning::max_direction_difference * lengths;
}

}  // namespace

Symmetrised::Symmetrised(const Instance& instance, Checkpoint& checkpoint)
    : directed_(instance),
      means_(means(instance, checkpoint)),
      symmetric_(Metric::explicit_matrix, means_.data(), instance.n(), true) {}

bool Symmetrised::pays(const Instance& instance, Checkpoint& checkpoint) {
  const Node n = instance.n();
  if (instance.symmetric() || n < tuning::min_symmetrised_nodes ||
      n > tuning::max_symmetrised_nodes)
    return false;
  return nearly_symmetric(instance, std::vector<double>(index(n), 0.0), checkpoint) ||
         nearly_symmetric(instance, heights(instance, checkpoint), checkpoint);
}

Tour Symmetrised::directed(Tour tour) const {
  Tour turned(tour.rbegin(), tour.rend());
  const bool shorter = tour_cost(directed_, turned.data()) < tour_cost(directed_, tour.data());
  return shorter ? turned : tour;
}

}  // namespace heataco
