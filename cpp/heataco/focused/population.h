// Several chains on one instance: bred apart from each other, then recombined.
#pragma once

#include <cstdint>
#include <deque>
#include <vector>

#include "heataco/focused/chain.h"
#include "heataco/focused/crossover.h"
#include "heataco/worker_pool.h"

namespace heataco {

class Population {
 public:
  // Every chain starts from a tour of its own.
  Population(const Field& field, const ChainParameters& parameters, std::vector<Tour> starts,
             WorkerPool& pool, Watch& watch);

  // So many trials, spread over the chains. Returns whether all were made.
  bool breed(std::int64_t trials, double temperature, std::uint64_t seed, std::uint64_t iteration);

  // One generation: every tour takes over from one other. Returns whether that helped any.
  bool recombine(Rng& rng);

  std::size_t size() const noexcept { return chains_.size(); }
  const Tour& best() const noexcept { return tours_[best_]; }

 private:
  void collect();

  const Field& field_;
  WorkerPool& pool_;
  Watch& watch_;
  std::deque<Chain> chains_;  // they refer to themselves and stay where they are
  std::vector<Tour> tours_;
  std::vector<double> costs_;
  std::size_t best_ = 0;
  Crossover crossover_;
};

}  // namespace heataco
