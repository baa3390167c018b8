#include "heataco/focused/population.h"

#include <algorithm>
#include <numeric>

#include "heataco/tour.h"

namespace heataco {

Population::Population(const Field& field, std::size_t size, const Tour& first,
                       const MakeWalker& make_walker, const MakeStart& make_start, WorkerPool& pool,
                       Watch& watch)
    : field_(field),
      pool_(pool),
      watch_(watch),
      walkers_(size),
      tours_(size + 1),
      costs_(size + 1) {
  for (auto& walker : walkers_) walker = make_walker(size == 1);
  tours_.back() = first;
  costs_.back() = tour_cost(field.instance, first.data());
  run_all(size, [&](std::size_t w) {
    if (w == 0 || watch_.should_stop()) {
      walkers_[w]->resume(first);
    } else {
      walkers_[w]->start(make_start(w), watch_);
    }
    note(w);
  });
  find_best();
}

bool Population::breed(std::int64_t trials, double temperature, std::uint64_t seed,
                       std::uint64_t iteration) {
  const auto count = static_cast<std::int64_t>(walkers_.size());
  const std::int64_t share = std::max<std::int64_t>(1, trials / count);
  std::vector<char> done(walkers_.size(), 0);
  run_all(walkers_.size(), [&](std::size_t w) {
    Rng rng = Rng::for_item(seed, iteration, w);
    done[w] = walkers_[w]->run(share, temperature, rng, watch_);
    note(w);
  });
  find_best();
  return std::all_of(done.begin(), done.end(), [](char d) { return d != 0; });
}

// A walker on its own may have threads of its own.
void Population::run_all(std::size_t count, const std::function<void(std::size_t)>& body) {
  if (count == 1) {
    body(0);
  } else {
    pool_.run(
        static_cast<int>(count), [&](int i) { body(static_cast<std::size_t>(i)); },
        watch_.checkpoint());
  }
}

bool Population::recombine(std::uint64_t seed, std::uint64_t iteration) {
  Rng order = Rng::for_item(seed, iteration, tours_.size());
  std::vector<std::size_t> ring(tours_.size());
  std::iota(ring.begin(), ring.end(), std::size_t{0});
  for (std::size_t i = ring.size() - 1; i > 0; --i)
    std::swap(ring[i], ring[static_cast<std::size_t>(order.below(static_cast<Node>(i) + 1))]);
  const std::vector<Tour> parents = tours_;
  std::vector<char> helped(tours_.size(), 0);
  run_all(tours_.size(), [&](std::size_t i) {
    if (watch_.should_stop()) return;
    Rng rng = Rng::for_item(seed, iteration, i);
    helped[i] = take_over(ring[i], parents[ring[(i + 1) % ring.size()]], rng) > 0.0;
  });
  find_best();
  return std::any_of(helped.begin(), helped.end(), [](char h) { return h != 0; });
}

// Returns by how much the tour got shorter.
double Population::take_over(std::size_t own, const Tour& other, Rng& rng) {
  std::unique_ptr<Crossover> crossover;
  {
    const std::lock_guard lock(mutex_);
    if (!idle_.empty()) {
      crossover = std::move(idle_.back());
      idle_.pop_back();
    }
  }
  if (!crossover) crossover = std::make_unique<Crossover>(field_);
  const double gain = crossover->improve(tours_[own], other, rng);
  if (gain > 0.0) costs_[own] = tour_cost(field_.instance, tours_[own].data());
  const std::lock_guard lock(mutex_);
  idle_.push_back(std::move(crossover));
  return gain;
}

void Population::note(std::size_t walker) {
  tours_[walker] = walkers_[walker]->tour();
  costs_[walker] = tour_cost(field_.instance, tours_[walker].data());
}

void Population::find_best() {
  best_ = static_cast<std::size_t>(std::min_element(costs_.begin(), costs_.end()) - costs_.begin());
}

}  // namespace heataco
