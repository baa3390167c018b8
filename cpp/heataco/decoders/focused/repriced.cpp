#include "heataco/decoders/focused/repriced.h"

#include <algorithm>

#include "heataco/relaxation/matrix_neighbours.h"

namespace heataco {

namespace {

std::vector<double> beyond_prices(const Instance& instance, const Prices& prices,
                                  Checkpoint& checkpoint) {
  const Node n = instance.n();
  std::vector<double> result;
  result.reserve(index(n) * index(n));
  for (Node i = 0; i < n; ++i) {
    checkpoint.throw_if_interrupted();
    // Rounding makes edges cheaper than their prices by a hair.
    for (Node j = 0; j < n; ++j)
      result.push_back(i == j ? 0.0 : std::max(0.0, prices.beyond(instance, i, j)));
  }
  return result;
}

}  // namespace

Repriced::Repriced(const Instance& instance, Watch& watch, Checkpoint& checkpoint)
    : lengths_(beyond_prices(instance, undirected_prices(instance, watch), checkpoint)),
      repriced_(Metric::explicit_matrix, lengths_.data(), instance.n(), true) {}

bool Repriced::pays(const Instance& instance, Checkpoint& checkpoint) {
  return instance.symmetric() && !instance.has_coordinates() && has_hubs(instance, checkpoint);
}

}  // namespace heataco
