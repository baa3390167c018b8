#include "heataco/core/nearest_tour.h"

#include <algorithm>
#include <numeric>

namespace heataco {

Tour nearest_tour(const Instance& instance) {
  constexpr std::size_t max_looked_at = 4'096;
  Tour tour(index(instance.n()));
  std::iota(tour.begin(), tour.end(), 0);
  for (std::size_t t = 1; t < tour.size(); ++t) {
    const std::size_t end = std::min(tour.size(), t + max_looked_at);
    std::size_t nearest = t;
    for (std::size_t u = t + 1; u < end; ++u)
      if (instance.distance(tour[t - 1], tour[u]) < instance.distance(tour[t - 1], tour[nearest]))
        nearest = u;
    std::swap(tour[t], tour[nearest]);
  }
  return tour;
}

}  // namespace heataco
