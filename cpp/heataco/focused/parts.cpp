#include "heataco/focused/parts.h"

#include <algorithm>

#include "heataco/focused/cells.h"
#include "heataco/focused/region.h"

namespace heataco {

Parts::Parts(Field& whole, const ChainParameters& parameters, std::size_t region_size,
             int stretches)
    : whole_(whole),
      parameters_(parameters),
      region_size_(region_size),
      local_(static_cast<std::size_t>(stretches),
             std::vector<Node>(static_cast<std::size_t>(whole.instance.n()), no_node)) {}

bool Parts::run(Tour& tour, double temperature, std::uint64_t seed, std::uint64_t iteration,
                WorkerPool& pool, Watch& watch) {
  const auto n = static_cast<std::int64_t>(tour.size());
  const auto count = static_cast<std::int64_t>(local_.size());
  // The tour is turned first, so that the stretches end elsewhere each time.
  Rng rng = Rng::for_item(seed, iteration, static_cast<std::uint64_t>(count));
  std::rotate(tour.begin(), tour.begin() + rng.below(static_cast<Node>(n)), tour.end());
  std::vector<char> done(local_.size(), 0);
  const auto body = [&](int s) {
    const std::int64_t first = n * s / count;
    const std::int64_t last = n * (s + 1) / count;
    const auto index = static_cast<std::size_t>(s);
    done[index] = run_stretch(tour.data() + first, static_cast<Node>(last - first), local_[index],
                              temperature,
                              Rng::for_item(seed, iteration, static_cast<std::uint64_t>(s)), watch);
  };
  if (count == 1) {
    body(0);
  } else {
    pool.run(static_cast<int>(count), body, watch.checkpoint());
  }
  return std::all_of(done.begin(), done.end(), [](char d) { return d != 0; });
}

bool Parts::run_stretch(Node* nodes, Node length, std::vector<Node>& local, double temperature,
                        Rng rng, Watch& watch) {
  const Stretch stretch{nodes, length};
  const auto cells = cut_into_cells(whole_.instance, {nodes, nodes + length}, region_size_, rng);
  for (const std::vector<Node>& cell : cells) {
    if (watch.should_stop()) return false;
    const Region region(whole_, stretch, cell, local);
    if (!region.worthwhile()) continue;
    Chain chain(region.field(), parameters_);
    chain.start(region.tour(), watch);
    chain.run(static_cast<std::int64_t>(cell.size() / 10), temperature, rng, watch);
    region.put_back(chain.tour(), stretch);
    region.put_back(chain.trails().values(), whole_);
  }
  return true;
}

}  // namespace heataco
