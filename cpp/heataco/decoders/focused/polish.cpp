#include "heataco/decoders/focused/polish.h"

#include <algorithm>
#include <utility>

#include "heataco/core/gain.h"
#include "heataco/core/tour.h"
#include "heataco/decoders/focused/agreement.h"

namespace heataco {

namespace {

// The edges of the one that the other has not.
std::pair<double, std::size_t> only_in(const LoggedTour& one, const LoggedTour& other,
                                       const Instance& instance) {
  double length = 0.0;
  std::size_t count = 0;
  for (Node v = 0; v < one.n(); ++v) {
    const Node next = one.next(v);
    if (other.next(v) == next || other.previous(v) == next) continue;
    length += instance.distance(v, next);
    ++count;
  }
  return {length, count};
}

// By more than rounding. The costs of two tours of the same length may differ: their edges are
// added up in another order.
bool is_shorter(const Tour& tour, const Tour& than, const Instance& instance) {
  LoggedTour one(instance.n());
  LoggedTour other(instance.n());
  one.assign(tour);
  other.assign(than);
  const double added = only_in(one, other, instance).first;
  const auto [removed, count] = only_in(other, one, instance);
  return is_gain(removed - added, removed, 2 * count);
}

}  // namespace

Polish::Polish(const SearchSpace& space, const std::vector<Tour>& tours, const Tour& best,
               const Polishers& polishers, WorkerPool& pool, Watch& watch)
    : space_(agreement(space, tours)),
      watch_(watch),
      team_(polishers.count, [&] { return polishers.make(space_); }, pool, watch) {
  team_[0].start(best, watch);
  tour_ = team_[0].tour();
  cost_ = tour_cost(space_.instance, tour_.data());
  for (std::size_t w = 1; w < team_.size(); ++w) team_[w].resume(tour_);
}

bool Polish::run(std::int64_t trials, std::uint64_t seed, std::uint64_t iteration) {
  const bool complete = team_.run(trials, 0.0, seed, iteration);
  fruitless_ = put_together(Rng::for_item(seed, iteration, team_.size())) ? 0 : fruitless_ + 1;
  return complete;
}

// Returns whether the tour got shorter. Walkers that found nothing keep the tour they have, which
// may be another one of the same length.
bool Polish::put_together(Rng rng) {
  const double before = cost_;
  const std::size_t best = team_.best();
  if (team_[best].cost() >= before || !is_shorter(team_[best].tour(), tour_, space_.instance))
    return false;
  tour_ = team_[best].tour();
  Crossover crossover(space_, watch_);
  for (std::size_t w = 0; w < team_.size(); ++w)
    if (w != best && team_[w].cost() < before)
      crossover.improve(tour_, team_[w].tour(), Crossover::Sets::cycles, {}, rng);
  cost_ = tour_cost(space_.instance, tour_.data());
  for (std::size_t w = 0; w < team_.size(); ++w) team_[w].resume(tour_);
  return true;
}

}  // namespace heataco
