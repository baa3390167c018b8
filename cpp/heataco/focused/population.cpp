#include "heataco/focused/population.h"

#include <algorithm>
#include <numeric>

#include "heataco/tour.h"

namespace heataco {

Population::Population(const Field& field, const ChainParameters& parameters,
                       std::vector<Tour> starts, WorkerPool& pool, Watch& watch)
    : field_(field), pool_(pool), watch_(watch), tours_(std::move(starts)), crossover_(field) {
  for (std::size_t c = 0; c < tours_.size(); ++c) chains_.emplace_back(field, parameters);
  pool.run(
      static_cast<int>(tours_.size()),
      [&](int c) {
        const auto index = static_cast<std::size_t>(c);
        chains_[index].start(tours_[index], watch_);
      },
      watch.checkpoint());
  collect();
}

bool Population::breed(std::int64_t trials, double temperature, std::uint64_t seed,
                       std::uint64_t iteration) {
  const auto count = static_cast<std::int64_t>(chains_.size());
  const std::int64_t share = std::max<std::int64_t>(1, trials / count);
  std::vector<char> done(chains_.size(), 0);
  pool_.run(
      static_cast<int>(count),
      [&](int c) {
        Rng rng = Rng::for_item(seed, iteration, static_cast<std::uint64_t>(c));
        const auto index = static_cast<std::size_t>(c);
        done[index] = chains_[index].run(share, temperature, rng, watch_);
      },
      watch_.checkpoint());
  collect();
  return std::all_of(done.begin(), done.end(), [](char d) { return d != 0; });
}

bool Population::recombine(Rng& rng) {
  std::vector<std::size_t> ring(tours_.size());
  std::iota(ring.begin(), ring.end(), std::size_t{0});
  for (std::size_t i = ring.size() - 1; i > 0; --i)
    std::swap(ring[i], ring[static_cast<std::size_t>(rng.below(static_cast<Node>(i) + 1))]);
  const std::vector<Tour> parents = tours_;
  bool helped = false;
  for (std::size_t i = 0; i < ring.size() && !watch_.should_stop(); ++i) {
    const std::size_t own = ring[i];
    const std::size_t other = ring[(i + 1) % ring.size()];
    if (crossover_.improve(tours_[own], parents[other], rng) == 0.0) continue;
    helped = true;
    costs_[own] = tour_cost(field_.instance, tours_[own].data());
    if (costs_[own] < costs_[best_]) best_ = own;
  }
  return helped;
}

void Population::collect() {
  costs_.resize(tours_.size());
  for (std::size_t c = 0; c < tours_.size(); ++c) {
    tours_[c] = chains_[c].tour();
    costs_[c] = tour_cost(field_.instance, tours_[c].data());
  }
  best_ = static_cast<std::size_t>(std::min_element(costs_.begin(), costs_.end()) - costs_.begin());
}

}  // namespace heataco
