// Walkers on one field from their first trials on: round by round they are bred and recombined, and
// at last the best tour is polished.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "heataco/focused/plan.h"
#include "heataco/focused/population.h"

namespace heataco {

class Evolution {
 public:
  // `first` was improved before.
  Evolution(const Field& field, const Schedule& schedule, const Tour& first, MakeWalker make_walker,
            MakeStart make_start, WorkerPool& pool, Watch& watch);

  // A trial for every tenth node, one generation, or the beginning of a round, as what is spent of
  // the budget demands. Returns whether it was finished.
  bool iterate(Spent spent, std::uint64_t seed);

  // The best of the present tours.
  const Tour& tour() const noexcept {
    if (polisher_) return polisher_->tour();
    return population_ ? population_->best() : best_;
  }

 private:
  static constexpr int most_fruitless = 3;

  void begin_round(Spent spent);
  bool polish(std::int64_t trials, std::uint64_t seed, std::uint64_t iteration);
  bool settled() const noexcept { return fruitless_ == most_fruitless; }

  const Field& field_;
  Schedule schedule_;
  MakeWalker make_walker_;
  MakeStart make_start_;
  WorkerPool& pool_;
  Watch& watch_;
  Tour best_;                // of the rounds before
  std::size_t walkers_ = 0;  // of the rounds before
  std::optional<Plan> plan_;
  std::optional<Population> population_;
  int fruitless_ = 0;  // generations in a row
  std::unique_ptr<Walker> polisher_;
};

}  // namespace heataco
