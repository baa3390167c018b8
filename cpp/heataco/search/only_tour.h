// Symmetric instances of up to three nodes: one tour, and nothing to search.
#pragma once

#include <numeric>

#include "heataco/core/tour.h"
#include "heataco/search/search.h"

namespace heataco {

inline bool has_only_one_tour(const Instance& instance) {
  return instance.n() <= 3 && instance.symmetric();
}

inline SearchResult only_tour(const Instance& instance) {
  SearchResult only;
  only.tour.resize(index(instance.n()));
  std::iota(only.tour.begin(), only.tour.end(), 0);
  only.cost = tour_cost(instance, only.tour.data());
  only.trace.add({0, 0.0, only.cost, only.cost});
  return only;
}

}  // namespace heataco
