#include "heataco/decoders/focused/population.h"

#include <algorithm>
#include <numeric>

#include "heataco/core/tour.h"

namespace heataco {

Population::Population(const SearchSpace& space, std::size_t size, const Tour& first,
                       const MakeWalker& make_walker, const MakeStart& make_start, WorkerPool& pool,
                       Watch& watch)
    : space_(space),
      pool_(pool),
      watch_(watch),
      team_(
          size, [&] { return make_walker(size == 1); }, pool, watch),
      tours_(size + 1),
      costs_(size + 1),
      admitted_(size == 1) {
  tours_.back() = first;
  costs_.back() = tour_cost(space.instance, first.data());
  team_.each([&](std::size_t w) {
    if (w == 0 || watch_.should_stop()) {
      team_[w].resume(first);
    } else {
      team_[w].start(make_start(w), watch_);
    }
  });
  find_best_walker();
}

bool Population::breed(std::int64_t trials, double temperature, std::uint64_t seed,
                       std::uint64_t iteration) {
  const bool complete = team_.run(trials, temperature, seed, iteration);
  find_best_walker();
  return complete;
}

double Population::recombine(Crossover::Sets sets, std::uint64_t seed, std::uint64_t iteration) {
  if (!noted_) team_.each([this](std::size_t w) { note(w); });
  noted_ = true;
  Rng order = Rng::for_item(seed, iteration, tours_.size());
  std::vector<std::size_t> ring(tours_.size() - (admitted_ ? 0 : 1));
  std::iota(ring.begin(), ring.end(), std::size_t{0});
  for (std::size_t i = ring.size() - 1; i > 0; --i)
    std::swap(ring[i], ring[static_cast<std::size_t>(order.below(static_cast<Node>(i) + 1))]);
  const std::vector<Tour> parents = tours_;
  const Frequencies frequencies(space_.instance.n(), tours_);
  std::vector<double> gains(ring.size(), 0.0);
  const auto body = [&](int item) {
    if (watch_.should_stop()) return;
    const auto i = static_cast<std::size_t>(item);
    Rng rng = Rng::for_item(seed, iteration, i);
    const Tour& other = parents[ring[(i + 1) % ring.size()]];
    gains[i] = take_over(ring[i], other, sets, frequencies, rng);
  };
  pool_.run(static_cast<int>(ring.size()), body, watch_.checkpoint());
  find_best();
  return std::accumulate(gains.begin(), gains.end(), 0.0);
}

bool Population::admit_first() {
  if (admitted_ || costs_.back() > *std::max_element(costs_.begin(), costs_.end() - 1))
    return false;
  admitted_ = true;
  return true;
}

std::vector<Tour> Population::present_tours() const {
  std::vector<Tour> tours = tours_;
  if (!noted_)
    for (std::size_t w = 0; w < team_.size(); ++w) tours[w] = team_[w].tour();
  return tours;
}

// Returns by how much the tour got shorter.
double Population::take_over(std::size_t own, const Tour& other, Crossover::Sets sets,
                             const Frequencies& frequencies, Rng& rng) {
  std::unique_ptr<Crossover> crossover;
  {
    const std::lock_guard lock(mutex_);
    if (!idle_.empty()) {
      crossover = std::move(idle_.back());
      idle_.pop_back();
    }
  }
  if (!crossover) crossover = std::make_unique<Crossover>(space_, watch_);
  const double gain = crossover->improve(tours_[own], other, sets, frequencies, rng);
  if (gain > 0.0) costs_[own] = tour_cost(space_.instance, tours_[own].data());
  const std::lock_guard lock(mutex_);
  idle_.push_back(std::move(crossover));
  return gain;
}

void Population::note(std::size_t walker) {
  tours_[walker] = team_[walker].tour();
  costs_[walker] = tour_cost(space_.instance, tours_[walker].data());
}

// While walkers are warm hardly any is shorter than the first tour: few are worth a copy.
void Population::find_best_walker() {
  const std::size_t walker = team_.best();
  best_ = team_.size();
  if (!(team_[walker].cost() < costs_[best_])) return;
  note(walker);
  if (costs_[walker] < costs_[best_]) best_ = walker;
}

void Population::find_best() {
  best_ = static_cast<std::size_t>(std::min_element(costs_.begin(), costs_.end()) - costs_.begin());
}

}  // namespace heataco
