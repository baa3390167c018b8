#include "heataco/decoders/focused/symmetrised.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "heataco/core/rng.h"
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

// By the shortest arc out of every node, once heights are taken off, and by one to any other node:
// where only going on costs little, as with penalties on going back, near arcs may not show it.
bool nearly_symmetric(const Instance& instance, const std::vector<double>& height,
                      Checkpoint& checkpoint) {
  // Half of the difference was added on the way up, the other half taken off the way down.
  const auto level = [&](Node i, Node j) {
    return instance.distance(i, j) - 0.5 * (height[index(j)] - height[index(i)]);
  };
  struct Sums {
    double lengths = 0.0;
    double differences = 0.0;
    void add(double forth, double back) {
      lengths += std::min(forth, back);
      differences += std::abs(forth - back);
    }
    bool small() const { return differences <= tuning::max_direction_difference * lengths; }
  };
  Sums near;
  Sums anywhere;
  Rng rng(1);
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
    near.add(shortest, level(nearest, i));
    const Node other = rng.below(instance.n());
    if (other != i) anywhere.add(level(i, other), level(other, i));
  }
  return near.small() && anywhere.small();
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
