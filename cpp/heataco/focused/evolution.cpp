#include "heataco/focused/evolution.h"

#include <algorithm>
#include <utility>

#include "heataco/tour.h"

namespace heataco {

Evolution::Evolution(const Field& field, const Schedule& schedule, const Tour& first,
                     MakeWalker make_walker, MakeStart make_start, WorkerPool& pool, Watch& watch)
    : field_(field),
      schedule_(schedule),
      make_walker_(std::move(make_walker)),
      make_start_(std::move(make_start)),
      pool_(pool),
      watch_(watch),
      best_(first) {
  begin_round({0, watch.elapsed()});
}

bool Evolution::iterate(Spent spent, std::uint64_t seed) {
  const Node n = field_.instance.n();
  const auto trials = std::max<std::int64_t>(1, n / 10);
  const auto iteration = static_cast<std::uint64_t>(spent.iterations) + 1;
  const double share = plan_->share(spent);
  if (share < plan_->breeding()) {
    const double mean_edge = tour_cost(field_.instance, tour().data()) / static_cast<double>(n);
    const double temperature = mean_edge * plan_->temperature(share / plan_->breeding());
    return population_->breed(trials, temperature, seed, iteration);
  }
  if (!settled()) {
    fruitless_ = population_->recombine(seed, iteration) ? 0 : fruitless_ + 1;
  } else if (!polisher_ && schedule_.more(spent)) {
    begin_round(spent);
  } else {
    return polish(trials, seed, iteration);
  }
  return !watch_.should_stop();
}

void Evolution::begin_round(Spent spent) {
  best_ = tour();
  population_.reset();
  plan_.emplace(schedule_.next(spent));
  fruitless_ = 0;
  const std::size_t count = plan_->walkers();
  const auto make_start = [&](std::size_t w) { return make_start_(walkers_ + w); };
  population_.emplace(field_, count, best_, make_walker_, make_start, pool_, watch_);
  walkers_ += count;
}

// What is left of the budget goes to the best tour.
bool Evolution::polish(std::int64_t trials, std::uint64_t seed, std::uint64_t iteration) {
  if (!polisher_) {
    polisher_ = make_walker_(true);
    polisher_->start(population_->best(), watch_);
  }
  Rng rng = Rng::for_item(seed, iteration, 0);
  return polisher_->run(trials, 0.0, rng, watch_);
}

}  // namespace heataco
