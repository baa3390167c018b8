// A symmetric matrix with hubs, without what its nodes cost in every tour.
#pragma once

#include <vector>

#include "heataco/core/checkpoint.h"
#include "heataco/core/instance.h"

namespace heataco {

// Every tour passes every node, so that a price of a node which is taken off all its edges makes
// all tours shorter by the same. What is left ranks edges by what they are worth in a tour, where
// lengths rank those to hubs first: greedy starts and steps to near nodes make sense again.
class Repriced {
 public:
  // When the watch stops the search for prices, it uses those found so far.
  Repriced(const Instance& instance, Watch& watch, Checkpoint& checkpoint);

  // Whether there are hubs.
  static bool pays(const Instance& instance, Checkpoint& checkpoint);

  const Instance& instance() const noexcept { return repriced_; }

 private:
  std::vector<double> lengths_;
  Instance repriced_;
};

}  // namespace heataco
