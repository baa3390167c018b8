// Many ants on one large tour: stretches of it side by side, and cells of each one after the other.
#pragma once

#include <cstdint>
#include <vector>

#include "heataco/focused/chain.h"
#include "heataco/focused/field.h"
#include "heataco/worker_pool.h"

namespace heataco {

class Parts {
 public:
  // `stretches` can be worked on at the same time; the result does not depend on how many are.
  Parts(Field& whole, const ChainParameters& parameters, std::size_t region_size, int stretches);

  // About n/10 trials all over the tour. Returns whether all were made.
  bool run(Tour& tour, double temperature, std::uint64_t seed, std::uint64_t iteration,
           WorkerPool& pool, Watch& watch);

 private:
  bool run_stretch(Node* nodes, Node length, std::vector<Node>& local, double temperature, Rng rng,
                   Watch& watch);

  Field& whole_;
  ChainParameters parameters_;
  std::size_t region_size_;
  std::vector<std::vector<Node>> local_;  // scratch of each stretch
};

}  // namespace heataco
