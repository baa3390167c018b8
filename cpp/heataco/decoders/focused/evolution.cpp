#include "heataco/decoders/focused/evolution.h"

#include <algorithm>
#include <utility>

namespace heataco {

Evolution::Evolution(const Field& field, const Schedule& schedule, const Tour& first, Crew crew,
                     WorkerPool& pool, Watch& watch)
    : field_(field),
      schedule_(schedule),
      crew_(std::move(crew)),
      pool_(pool),
      watch_(watch),
      best_(first) {
  begin_round({0, watch.elapsed()});
}

bool Evolution::iterate(Spent spent, std::uint64_t seed) {
  const auto iteration = static_cast<std::uint64_t>(spent.iterations) + 1;
  const double share = plan_->share(spent) / plan_->breeding();
  if (share < 1.0) return breed(share, seed, iteration);
  if (!recombined()) {
    fruitless_ = population_->recombine(seed, iteration) ? 0 : fruitless_ + 1;
  } else if (polished() && schedule_.more(spent)) {
    begin_round(spent);
  } else {
    return polish(seed, iteration);
  }
  return !watch_.should_stop();
}

std::int64_t Evolution::trials() const {
  return std::max<std::int64_t>(1, field_.instance.n() / 10);
}

bool Evolution::recombined() const noexcept {
  constexpr int most_fruitless = 3;
  return fruitless_ >= most_fruitless;
}

// A trial for every node in vain.
bool Evolution::polished() const noexcept {
  constexpr int most_fruitless = 10;
  return polish_ && polish_->fruitless() >= most_fruitless;
}

void Evolution::begin_round(Spent spent) {
  best_ = tour();
  polish_.reset();
  population_.reset();
  plan_.emplace(schedule_.next(spent));
  fruitless_ = 0;
  const std::size_t count = plan_->walkers();
  const auto make_start = [&](std::size_t w) { return crew_.make_start(walkers_ + w); };
  population_.emplace(field_, count, best_, crew_.make_walker, make_start, pool_, watch_);
  walkers_ += count;
}

bool Evolution::breed(double share, std::uint64_t seed, std::uint64_t iteration) {
  return population_->breed(trials(), plan_->temperature(share), seed, iteration);
}

bool Evolution::polish(std::uint64_t seed, std::uint64_t iteration) {
  if (!polish_)
    polish_.emplace(field_, population_->tours(), population_->best(), crew_.polishers, pool_,
                    watch_);
  return polish_->run(trials(), seed, iteration);
}

}  // namespace heataco
