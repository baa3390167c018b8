#include "heataco/focused/polish.h"

#include <algorithm>

#include "heataco/focused/agreement.h"
#include "heataco/tour.h"

namespace heataco {

Polish::Polish(const Field& field, const std::vector<Tour>& tours, const Tour& best,
               const Polishers& polishers, WorkerPool& pool, Watch& watch)
    : field_(agreement(field, tours)),
      pool_(pool),
      watch_(watch),
      walkers_(polishers.count),
      costs_(polishers.count) {
  for (auto& walker : walkers_) walker = polishers.make(field_);
  walkers_.front()->start(best, watch);
  tour_ = walkers_.front()->tour();
  cost_ = tour_cost(field_.instance, tour_.data());
  for (std::size_t w = 1; w < walkers_.size(); ++w) walkers_[w]->resume(tour_);
}

bool Polish::run(std::int64_t trials, std::uint64_t seed, std::uint64_t iteration) {
  const auto count = static_cast<std::int64_t>(walkers_.size());
  const std::int64_t share = std::max<std::int64_t>(1, trials / count);
  std::vector<char> done(walkers_.size(), 0);
  run_all([&](std::size_t w) {
    Rng rng = Rng::for_item(seed, iteration, w);
    done[w] = walkers_[w]->run(share, 0.0, rng, watch_);
    costs_[w] = tour_cost(field_.instance, walkers_[w]->tour().data());
  });
  fruitless_ = put_together(Rng::for_item(seed, iteration, walkers_.size())) ? 0 : fruitless_ + 1;
  return std::all_of(done.begin(), done.end(), [](char d) { return d != 0; });
}

// A walker on its own may have threads of its own.
void Polish::run_all(const std::function<void(std::size_t)>& body) {
  if (walkers_.size() == 1) {
    body(0);
  } else {
    pool_.run(
        static_cast<int>(walkers_.size()), [&](int i) { body(static_cast<std::size_t>(i)); },
        watch_.checkpoint());
  }
}

// Returns whether the tour got shorter. Walkers that found nothing keep the tour they have, which
// may be another one of the same length.
bool Polish::put_together(Rng rng) {
  const double before = cost_ - field_.instance.resolution();
  const auto best =
      static_cast<std::size_t>(std::min_element(costs_.begin(), costs_.end()) - costs_.begin());
  if (costs_[best] >= before) return false;
  tour_ = walkers_[best]->tour();
  Crossover crossover(field_);
  for (std::size_t w = 0; w < walkers_.size(); ++w)
    if (w != best && costs_[w] < before) crossover.improve(tour_, walkers_[w]->tour(), rng);
  cost_ = tour_cost(field_.instance, tour_.data());
  for (auto& walker : walkers_) walker->resume(tour_);
  return true;
}

}  // namespace heataco
