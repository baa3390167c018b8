#include "heataco/relaxation/whole_distances.h"

#include <cmath>

namespace heataco {

bool all_whole(const Instance& instance, Watch& watch) {
  if (instance.has_coordinates()) return is_whole(instance.metric());
  for (Node v = 0; v < instance.n(); ++v) {
    if (watch.should_stop()) return false;
    for (Node u = 0; u < instance.n(); ++u)
      if (u != v && instance.distance(v, u) != std::floor(instance.distance(v, u))) return false;
  }
  return true;
}

}  // namespace heataco
