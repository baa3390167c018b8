// Directed instances whose two directions hardly differ, seen without directions.
#pragma once

#include <vector>

#include "heataco/core/checkpoint.h"
#include "heataco/core/instance.h"
#include "heataco/search/search.h"

namespace heataco {

// Turning a stretch of a tour round changes the cost of all its arcs, so that a search for directed
// tours avoids it; where that change is small, the best moves are lost to it. The tour of the mean
// distances is then a far better start than any that is built with directions.
class Symmetrised {
 public:
  Symmetrised(const Instance& instance, Checkpoint& checkpoint);

  // Whether short arcs cost nearly the same in both directions.
  static bool pays(const Instance& instance, Checkpoint& checkpoint);

  const Instance& instance() const noexcept { return symmetric_; }

  // The cheaper direction of a tour.
  Tour directed(Tour tour) const;

 private:
  const Instance& directed_;
  std::vector<double> means_;
  Instance symmetric_;
};

}  // namespace heataco
