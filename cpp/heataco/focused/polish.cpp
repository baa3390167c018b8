#include "heataco/focused/polish.h"

#include <algorithm>

#include "heataco/focused/agreement.h"
#include "heataco/tour.h"

namespace heataco {

Polish::Polish(const Field& field, const std::vector<Tour>& tours, const Tour& best,
               const Polishers& polishers, WorkerPool& pool, Watch& watch)
    : field_(agreement(field, tours)),
      team_(
          polishers.count, [&] { return polishers.make(field_); }, pool, watch),
      costs_(polishers.count) {
  team_[0].start(best, watch);
  tour_ = team_[0].tour();
  cost_ = tour_cost(field_.instance, tour_.data());
  for (std::size_t w = 1; w < team_.size(); ++w) team_[w].resume(tour_);
}

bool Polish::run(std::int64_t trials, std::uint64_t seed, std::uint64_t iteration) {
  const bool complete = team_.run(trials, 0.0, seed, iteration, [this](std::size_t w) {
    costs_[w] = tour_cost(field_.instance, team_[w].tour().data());
  });
  fruitless_ = put_together(Rng::for_item(seed, iteration, team_.size())) ? 0 : fruitless_ + 1;
  return complete;
}

// Returns whether the tour got shorter. Walkers that found nothing keep the tour they have, which
// may be another one of the same length.
bool Polish::put_together(Rng rng) {
  const double before = cost_ - field_.instance.resolution();
  const auto best =
      static_cast<std::size_t>(std::min_element(costs_.begin(), costs_.end()) - costs_.begin());
  if (costs_[best] >= before) return false;
  tour_ = team_[best].tour();
  Crossover crossover(field_);
  for (std::size_t w = 0; w < team_.size(); ++w)
    if (w != best && costs_[w] < before) crossover.improve(tour_, team_[w].tour(), rng);
  cost_ = tour_cost(field_.instance, tour_.data());
  for (std::size_t w = 0; w < team_.size(); ++w) team_[w].resume(tour_);
  return true;
}

}  // namespace heataco
