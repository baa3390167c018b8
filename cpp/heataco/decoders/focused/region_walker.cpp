#include "heataco/decoders/focused/region_walker.h"

#include <algorithm>

#include "heataco/core/tour.h"
#include "heataco/decoders/focused/cells.h"
#include "heataco/decoders/focused/region.h"
#include "heataco/decoders/focused/tuning.h"

namespace heataco {

RegionWalker::RegionWalker(const SearchSpace& whole, const ChainParameters& parameters,
                           std::size_t region_size, int stretches, WorkerPool* pool)
    : whole_(whole),
      parameters_(parameters),
      region_size_(region_size),
      pool_(pool),
      beliefs_(whole.beliefs),
      local_(static_cast<std::size_t>(stretches),
             std::vector<Node>(index(whole.instance.n()), no_node)) {}

// Edges across the whole plane, as greedy merging leaves them, can be mended in the whole only.
void RegionWalker::start(const Tour& tour, Watch& watch) {
  Chain chain(whole_, parameters_);
  chain.start(tour, watch);
  resume(chain.tour());
}

void RegionWalker::resume(const Tour& tour) {
  tour_ = tour;
  cost_ = tour_cost(whole_.instance, tour_.data());
}

bool RegionWalker::run(std::int64_t trials, double temperature, Rng& rng, Watch& watch) {
  const std::int64_t trials_of_pass = tuning::trials_of_iteration(whole_.instance.n());
  const bool due = (due_ += trials) >= trials_of_pass;
  bool complete = true;
  for (; complete && due_ >= trials_of_pass; due_ -= trials_of_pass)
    complete = pass(temperature, rng.next(), watch);
  if (due) cost_ = tour_cost(whole_.instance, tour_.data());
  return complete;
}

bool RegionWalker::pass(double temperature, std::uint64_t seed, Watch& watch) {
  const auto n = static_cast<std::int64_t>(tour_.size());
  const auto count = static_cast<std::int64_t>(local_.size());
  // The tour is turned first, so that the stretches end elsewhere each time.
  Rng rng = Rng::for_item(seed, 0, static_cast<std::uint64_t>(count));
  std::rotate(tour_.begin(), tour_.begin() + rng.below(static_cast<Node>(n)), tour_.end());
  const auto body = [&](std::size_t s) {
    const auto part = static_cast<std::int64_t>(s);
    const std::int64_t first = n * part / count;
    const std::int64_t last = n * (part + 1) / count;
    return run_stretch(tour_.data() + first, static_cast<Node>(last - first), local_[s],
                       temperature, Rng::for_item(seed, 0, s), watch);
  };
  if (pool_ != nullptr) return pool_->run_all(local_.size(), body, watch.checkpoint());
  bool complete = true;
  for (std::size_t s = 0; s < local_.size(); ++s) complete &= body(s);
  return complete;
}

bool RegionWalker::run_stretch(Node* nodes, Node length, std::vector<Node>& local,
                               double temperature, Rng rng, Watch& watch) {
  const Stretch stretch{nodes, length};
  const auto cells = cut_into_cells(whole_.instance, {nodes, nodes + length}, region_size_, rng);
  for (const std::vector<Node>& cell : cells) {
    if (watch.should_stop()) return false;
    const Region region(whole_, beliefs_, stretch, cell, local);
    if (!region.worthwhile()) continue;
    Chain chain(region.space(), parameters_);
    chain.resume(region.tour());
    chain.run(static_cast<Node>(cell.size()) / tuning::nodes_per_trial, temperature, rng, watch);
    region.put_back(chain.tour(), stretch);
    region.put_back(chain.trails().values(), beliefs_);
  }
  return true;
}

}  // namespace heataco
