// Several walkers that run at the same time.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "heataco/core/worker_pool.h"
#include "heataco/decoders/focused/walker.h"

namespace heataco {

class Team {
 public:
  Team(std::size_t size, const std::function<std::unique_ptr<Walker>()>& make_walker,
       WorkerPool& pool, Watch& watch);

  std::size_t size() const noexcept { return walkers_.size(); }
  Walker& operator[](std::size_t w) { return *walkers_[w]; }
  const Walker& operator[](std::size_t w) const { return *walkers_[w]; }

  // Has something done for every walker, by its number, and waits for all of it. A walker on its
  // own may have the threads of the pool for itself.
  void each(const std::function<void(std::size_t)>& body);

  // So many trials, spread over the walkers. Returns whether all were made.
  bool run(std::int64_t trials, double temperature, std::uint64_t seed, std::uint64_t iteration);

  // The walker with the shortest tour, up to rounding.
  std::size_t best() const;

 private:
  std::vector<std::unique_ptr<Walker>> walkers_;
  WorkerPool& pool_;
  Watch& watch_;
};

}  // namespace heataco
