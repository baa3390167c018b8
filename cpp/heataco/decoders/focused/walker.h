// A tour that ants change: what a population is made of.
#pragma once

#include <cstdint>

#include "heataco/core/rng.h"
#include "heataco/search/search.h"

namespace heataco {

class Walker {
 public:
  virtual ~Walker() = default;

  // Starts from a tour, which is first improved around all nodes.
  virtual void start(const Tour& tour, Watch& watch) = 0;
  // Goes on from a tour that was improved before.
  virtual void resume(const Tour& tour) = 0;

  // So many trials, or fewer where the watch says so. Tours that are longer are accepted with
  // Metropolis' probability for that temperature, in lengths of the edges that a trial cuts: what
  // is warm between clusters would melt everything inside them. Returns whether all were made.
  virtual bool run(std::int64_t trials, double temperature, Rng& rng, Watch& watch) = 0;

  virtual const Tour& tour() const noexcept = 0;
  virtual double cost() const noexcept = 0;  // of the tour, up to rounding
};

}  // namespace heataco
