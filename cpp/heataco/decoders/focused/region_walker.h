// Many ants on one large tour: stretches of it side by side, and cells of each one after the other.
#pragma once

#include <cstdint>
#include <vector>

#include "heataco/core/worker_pool.h"
#include "heataco/decoders/focused/chain.h"
#include "heataco/decoders/focused/search_space.h"
#include "heataco/decoders/focused/walker.h"

namespace heataco {

class RegionWalker final : public Walker {
 public:
  // `stretches` can be worked on at the same time, where there is a pool for it; the result does
  // not depend on how many are.
  RegionWalker(const SearchSpace& whole, const ChainParameters& parameters, std::size_t region_size,
               int stretches, WorkerPool* pool);

  void start(const Tour& tour, Watch& watch) override;
  void resume(const Tour& tour) override;

  // Trials are made in passes over the whole tour, of one for every tenth node; fewer than that
  // are made up for next time.
  bool run(std::int64_t trials, double temperature, Rng& rng, Watch& watch) override;

  const Tour& tour() const noexcept override { return tour_; }
  double cost() const noexcept override { return cost_; }
  const std::vector<float>& beliefs() const noexcept { return beliefs_; }

 private:
  bool pass(double temperature, std::uint64_t seed, Watch& watch);
  bool run_stretch(Node* nodes, Node length, std::vector<Node>& local, double temperature, Rng rng,
                   Watch& watch);

  const SearchSpace& whole_;
  ChainParameters parameters_;
  std::size_t region_size_;
  WorkerPool* pool_;
  std::vector<float> beliefs_;
  std::vector<std::vector<Node>> local_;  // scratch of each stretch
  Tour tour_;
  double cost_ = 0.0;
  std::int64_t due_ = 0;  // trials
};

}  // namespace heataco
