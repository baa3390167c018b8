#include "heataco/focused/evolution.h"

#include <algorithm>
#include <utility>

#include "heataco/tour.h"

namespace heataco {

Evolution::Evolution(const Field& field, const Plan& plan, const Tour& first,
                     MakeWalker make_walker, const MakeStart& make_start, WorkerPool& pool,
                     Watch& watch)
    : field_(field),
      plan_(plan),
      make_walker_(std::move(make_walker)),
      watch_(watch),
      population_(field, plan.chains(), first, make_walker_, make_start, pool, watch) {}

bool Evolution::iterate(double share, std::uint64_t seed, std::uint64_t iteration) {
  const Node n = field_.instance.n();
  const auto trials = std::max<std::int64_t>(1, n / 10);
  const std::size_t chains = population_.size();
  const double breeding = plan_.breeding();
  if (share < breeding) {
    const double mean_edge = tour_cost(field_.instance, tour().data()) / static_cast<double>(n);
    const double temperature = mean_edge * plan_.temperature(share / breeding, chains);
    return population_.breed(trials, temperature, seed, iteration);
  }
  if (settled()) return polish(trials, seed, iteration);
  fruitless_ = population_.recombine(seed, iteration) ? 0 : fruitless_ + 1;
  return !watch_.should_stop();
}

// What is left of the budget goes to the best tour.
bool Evolution::polish(std::int64_t trials, std::uint64_t seed, std::uint64_t iteration) {
  if (!polisher_) {
    polisher_ = make_walker_();
    polisher_->start(population_.best(), watch_);
  }
  Rng rng = Rng::for_item(seed, iteration, 0);
  return polisher_->run(trials, 0.0, rng, watch_);
}

}  // namespace heataco
