// Walkers on one field from their first trials on: bred, recombined, and the best of them polished.
#pragma once

#include <cstdint>
#include <memory>

#include "heataco/focused/plan.h"
#include "heataco/focused/population.h"

namespace heataco {

class Evolution {
 public:
  // As many walkers as are planned; see `Population`.
  Evolution(const Field& field, const Plan& plan, const Tour& first, MakeWalker make_walker,
            const MakeStart& make_start, WorkerPool& pool, Watch& watch);

  // A trial for every tenth node or one generation, as the share of the budget that is spent
  // demands. Returns whether it was finished.
  bool iterate(double share, std::uint64_t seed, std::uint64_t iteration);

  // The best of the present tours.
  const Tour& tour() const noexcept { return polisher_ ? polisher_->tour() : population_.best(); }

 private:
  static constexpr int most_fruitless = 3;

  bool settled() const noexcept { return fruitless_ == most_fruitless; }
  bool polish(std::int64_t trials, std::uint64_t seed, std::uint64_t iteration);

  const Field& field_;
  Plan plan_;
  MakeWalker make_walker_;
  Watch& watch_;
  Population population_;
  int fruitless_ = 0;  // generations in a row
  std::unique_ptr<Walker> polisher_;
};

}  // namespace heataco
