#include "heataco/decoders/focused/team.h"

#include <algorithm>

namespace heataco {

Team::Team(std::size_t size, const std::function<std::unique_ptr<Walker>()>& make_walker,
           WorkerPool& pool, Watch& watch)
    : walkers_(size), pool_(pool), watch_(watch) {
  for (auto& walker : walkers_) walker = make_walker();
}

void Team::each(const std::function<void(std::size_t)>& body) {
  const auto run_one = [&](int w) { body(static_cast<std::size_t>(w)); };
  pool_.run(static_cast<int>(size()), run_one, watch_.checkpoint());
}

bool Team::run(std::int64_t trials, double temperature, std::uint64_t seed,
               std::uint64_t iteration) {
  const std::int64_t share = std::max<std::int64_t>(1, trials / static_cast<std::int64_t>(size()));
  const auto run_one = [&](std::size_t w) {
    Rng rng = Rng::for_item(seed, iteration, w);
    return walkers_[w]->run(share, temperature, rng, watch_);
  };
  return pool_.run_all(size(), run_one, watch_.checkpoint());
}

std::size_t Team::best() const {
  const auto shorter = [](const auto& a, const auto& b) { return a->cost() < b->cost(); };
  return static_cast<std::size_t>(std::min_element(walkers_.begin(), walkers_.end(), shorter) -
                                  walkers_.begin());
}

}  // namespace heataco
