// The rounds of a search: walkers are bred and recombined, and the best tour is polished.
#pragma once

#include <cstdint>
#include <optional>

#include "heataco/decoders/focused/plan.h"
#include "heataco/decoders/focused/walker_factory.h"

namespace heataco {

class Rounds {
 public:
  // `first` was improved before.
  Rounds(const SearchSpace& space, const Schedule& schedule, const Tour& first,
         WalkerFactory factory, WorkerPool& pool, Watch& watch);

  // A trial for every tenth node, one generation, or the beginning of a round, as what is spent of
  // the budget demands. Returns whether it was finished.
  bool iterate(Spent spent, std::uint64_t seed);

  // The best of the present tours.
  const Tour& tour() const noexcept {
    if (polish_) return polish_->tour();
    return population_ ? population_->best() : best_;
  }

  // All present tours.
  std::vector<Tour> tours() const {
    return population_ ? population_->present_tours() : std::vector<Tour>{};
  }

 private:
  void begin_round(Spent spent);
  bool breed(double share, std::uint64_t seed, std::uint64_t iteration);
  bool recombine(std::uint64_t seed, std::uint64_t iteration);
  void go_on_recombining();
  bool polish(std::uint64_t seed, std::uint64_t iteration);

  bool recombined() const noexcept;
  bool polished() const noexcept;

  const SearchSpace& space_;
  Schedule schedule_;
  WalkerFactory factory_;
  WorkerPool& pool_;
  Watch& watch_;
  Tour best_;                // of the rounds before
  std::size_t walkers_ = 0;  // of the rounds before
  std::optional<Plan> plan_;
  std::optional<Population> population_;
  Crossover::Sets sets_ = Crossover::Sets::cycles;
  int fruitless_ = 0;    // generations in a row
  double gained_ = 0.0;  // by recombining, all tours together
  std::optional<Polish> polish_;
};

}  // namespace heataco
