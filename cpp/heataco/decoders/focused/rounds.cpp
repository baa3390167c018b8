#include "heataco/decoders/focused/rounds.h"

#include <utility>

namespace heataco {

Rounds::Rounds(const SearchSpace& space, const Schedule& schedule, const Tour& first,
               WalkerFactory factory, WorkerPool& pool, Watch& watch)
    : space_(space),
      schedule_(schedule),
      factory_(std::move(factory)),
      pool_(pool),
      watch_(watch),
      best_(first) {
  begin_round({0, watch.elapsed()});
}

// Breeds, recombines, polishes, and goes on to the next round.
bool Rounds::iterate(Spent spent, std::uint64_t seed) {
  const auto iteration = static_cast<std::uint64_t>(spent.iterations) + 1;
  const double share = plan_->share(spent) / plan_->breeding();
  if (share < 1.0) return breed(share, seed, iteration);
  if (!recombined()) return recombine(seed, iteration);
  if (!polished() || !schedule_.more(spent)) return polish(seed, iteration);
  begin_round(spent);
  return !watch_.should_stop();
}

void Rounds::begin_round(Spent spent) {
  best_ = tour();
  polish_.reset();
  population_.reset();
  plan_.emplace(schedule_.next(spent));
  fruitless_ = 0;
  gained_ = 0.0;
  sets_ = Crossover::Sets::cycles;
  const std::size_t count = plan_->walkers();
  const auto make_start = [&](std::size_t w) { return factory_.make_start(walkers_ + w); };
  population_.emplace(space_, count, best_, factory_.make_walker, make_start, pool_, watch_);
  walkers_ += count;
}

bool Rounds::breed(double share, std::uint64_t seed, std::uint64_t iteration) {
  return population_->breed(schedule_.trials(), plan_->temperature(share), seed, iteration);
}

bool Rounds::recombine(std::uint64_t seed, std::uint64_t iteration) {
  const double gain = population_->recombine(sets_, seed, iteration);
  gained_ += gain;
  fruitless_ = gain > 0.0 ? 0 : fruitless_ + 1;
  const bool slow = gain < tuning::min_gain_of_generation * gained_;
  if (recombined() || (slow && sets_ != Crossover::Sets::blocks)) go_on_recombining();
  return !watch_.should_stop();
}

// Single cycles as long as they help, then pairs, then blocks. Then all over again with the best
// tour of the rounds before: had it been there from the beginning, it would have taken the place of
// all others before they were as good.
void Rounds::go_on_recombining() {
  using Sets = Crossover::Sets;
  if (sets_ == Sets::blocks && !population_->admit_first()) return;
  sets_ = sets_ == Sets::cycles ? Sets::pairs : sets_ == Sets::pairs ? Sets::blocks : Sets::cycles;
  fruitless_ = 0;
}

bool Rounds::polish(std::uint64_t seed, std::uint64_t iteration) {
  if (!polish_)
    polish_.emplace(space_, population_->tours(), population_->best(), factory_.polishers, pool_,
                    watch_);
  return polish_->run(schedule_.trials(), seed, iteration);
}

bool Rounds::recombined() const noexcept {
  return fruitless_ >= tuning::max_fruitless_generations;
}

bool Rounds::polished() const noexcept {
  return polish_ && polish_->fruitless() >= tuning::max_fruitless_polishing;
}

}  // namespace heataco
