#include "heataco/decoders/focused/repriced.h"

#include <algorithm>

#include "heataco/decoders/focused/tuning.h"
#include "heataco/relaxation/matrix_neighbours.h"

namespace heataco {

namespace {

std::vector<double> beyond_prices(const Instance& instance, const Prices& prices) {
  const Node n = instance.n();
  std::vector<double> result;
  result.reserve(index(n) * index(n));
  for (Node i = 0; i < n; ++i)
    for (Node j = 0; j < n; ++j)
      result.push_back(i == j ? 0.0 : std::max(0.0, prices.beyond(instance, i, j)));
  return result;
}

}  // namespace

Repriced::Repriced(const Instance& instance, Watch& watch)
    : lengths_(beyond_prices(instance, undirected_prices(instance, watch))),
      repriced_(Metric::explicit_matrix, lengths_.data(), instance.n(), true) {}

bool Repriced::pays(const Instance& instance) {
  return instance.symmetric() && !instance.has_coordinates() &&
         instance.n() <= tuning::max_substitute_nodes && has_hubs(instance);
}

}  // namespace heataco
