// The end of a round: ants go on where its tours do not agree.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "heataco/core/worker_pool.h"
#include "heataco/decoders/focused/crossover.h"
#include "heataco/decoders/focused/team.h"

namespace heataco {

// Walkers for the last touch, on the space that they are given.
struct Polishers {
  std::size_t count;
  std::function<std::unique_ptr<Walker>(const SearchSpace&)> make;
};

// Several walkers try to shorten the same tour; what they find in different places is put together.
class Polish {
 public:
  // `best` is one of the tours.
  Polish(const SearchSpace& space, const std::vector<Tour>& tours, const Tour& best,
         const Polishers& polishers, WorkerPool& pool, Watch& watch);

  // So many trials, spread over the walkers. Returns whether all were made.
  bool run(std::int64_t trials, std::uint64_t seed, std::uint64_t iteration);

  const Tour& tour() const noexcept { return tour_; }
  int fruitless() const noexcept { return fruitless_; }  // runs in a row

 private:
  bool put_together(Rng rng);

  SearchSpace space_;  // what the tours agree on
  Watch& watch_;
  Team team_;
  Tour tour_;
  double cost_;
  int fruitless_ = 0;
};

}  // namespace heataco
