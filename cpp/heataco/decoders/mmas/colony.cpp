#include "heataco/decoders/mmas/colony.h"

#include <algorithm>

#include "heataco/core/tour.h"

namespace heataco {

Colony::Colony(const Problem& problem, const MmasParameters& parameters, const Budget& budget,
               WorkerPool& pool, Watch& watch, Checkpoint& deadline)
    : parameters_(parameters),
      budget_(budget),
      pool_(pool),
      watch_(watch),
      seed_(problem.seed),
      prepared_(problem, parameters, deadline),
      instance_(prepared_.numbering.instance()),
      weights_(prepared_.candidates, prepared_.fixed_weights) {
  prepared_.fixed_weights = {};
  make_ants(problem.instance.n(), deadline);
  start(problem.initial, deadline);
}

void Colony::make_ants(Node n, Checkpoint& deadline) {
  const auto count = static_cast<std::size_t>(parameters_.ants);
  const auto threads = static_cast<std::size_t>(pool_.threads());
  ants_.reserve(count);
  while (ants_.size() < count) {
    deadline.throw_if_interrupted();
    ants_.emplace_back(n);
  }
  group_size_ = std::min(ants_in_lockstep, (count + threads - 1) / threads);
  group_done_.resize((count + group_size_ - 1) / group_size_);
  while (local_searches_.size() < group_done_.size()) {
    deadline.throw_if_interrupted();
    local_searches_.push_back(
        make_local_search(parameters_.local_search, instance_, prepared_.local_search));
  }
}

// The search, as algorithm 1 of the paper has it.
SearchResult Colony::run() {
  while (true) {
    if (const auto reason = finished()) return result(*reason);
    ++iteration_;
    const bool complete = build_tours();
    note_bests();
    if (!complete) {
      --iteration_;
      continue;
    }
    update_trails();
    restart_if_stagnant();
    const Progress progress{iteration_, watch_.elapsed(), iteration_best_->cost, best_.cost};
    trace_.add(progress);
    if (!watch_.checkpoint().report(progress))
      return result(watch_.checkpoint().interrupted() ? StopReason::interrupted
                                                      : StopReason::stopped);
  }
}

void Colony::start(const Tour* initial, Checkpoint& deadline) {
  const Numbering& numbering = prepared_.numbering;
  const Node first = Rng::for_item(seed_, 0, 0).below(instance_.n());
  best_.tour = initial != nullptr ? numbering.apply(*initial)
                                  : nearest_neighbour_tour(numbering, first, deadline);
  if (local_search_on())
    make_local_search("2opt", instance_, prepared_.local_search)->improve(best_.tour, watch_);
  best_.cost = tour_cost(instance_, best_.tour.data());
  trace_.add({0, watch_.elapsed(), best_.cost, best_.cost});
  if (best_.cost == 0.0) return;  // 1/L would be infinite; finished() ends the search at once

  const double evaporation =
      instance_.symmetric() ? parameters_.symmetric_evaporation : parameters_.directed_evaporation;
  trails_.emplace(
      prepared_.candidates,
      TrailParameters{evaporation, parameters_.alpha, instance_.symmetric(), prepared_.trail_range},
      best_.cost, weights_);
  if (initial != nullptr) {
    // A warm start is worth what an elite tour is: it deposits, and it is the first to be beaten.
    restart_best_ = best_;
    deposit(best_.tour, best_.cost);
  }
}

// All ants of an iteration; false when stopped before they were through.
bool Colony::build_tours() {
  std::fill(group_done_.begin(), group_done_.end(), 0);
  pool_.run(
      static_cast<int>(group_done_.size()),
      [this](int group) { run_ants(static_cast<std::size_t>(group)); }, watch_.checkpoint());
  return std::all_of(group_done_.begin(), group_done_.end(), [](char done) { return done != 0; });
}

void Colony::run_ants(std::size_t group) {
  const std::size_t begin = group * group_size_;
  const std::size_t end = std::min(begin + group_size_, ants_.size());
  for (std::size_t a = begin; a < end; ++a) {
    ants_[a].rng = Rng::for_item(seed_, static_cast<std::uint64_t>(iteration_), a);
    ants_[a].cost = std::numeric_limits<double>::infinity();
  }
  if (watch_.should_stop()) return;
  const Construction construction{prepared_.numbering, weights_, parameters_.exploitation};
  if (!construct_tours(construction, &ants_[begin], end - begin, watch_)) return;
  for (std::size_t a = begin; a < end; ++a) {
    if (local_searches_[group]) local_searches_[group]->improve(ants_[a].tour, watch_);
    ants_[a].cost = tour_cost(instance_, ants_[a].tour.data());
  }
  group_done_[group] = local_search_on() && watch_.should_stop() ? 0 : 1;
}

// The best ant of the iteration, of this restart and of all time; ties go to the lower number.
void Colony::note_bests() {
  iteration_best_ = &*std::min_element(ants_.begin(), ants_.end(),
                                       [](const Ant& a, const Ant& b) { return a.cost < b.cost; });
  if (iteration_best_->cost < restart_best_.cost)
    restart_best_ = {iteration_best_->tour, iteration_best_->cost, iteration_};
  if (!(iteration_best_->cost < best_.cost)) return;
  best_ = {iteration_best_->tour, iteration_best_->cost, iteration_};
  if (best_.cost > 0.0) trails_->set_limits(best_.cost);
}

void Colony::update_trails() {
  if (best_.cost == 0.0) return;
  const std::int64_t interval =
      best_deposit_interval(local_search_on(), iteration_ - 1 - restart_iteration_);
  if (iteration_ % interval != 0) {
    deposit(iteration_best_->tour, iteration_best_->cost);
  } else if (interval == 1 && iteration_ - restart_best_.iteration > 50) {
    deposit(best_.tour, best_.cost);
  } else {
    deposit(restart_best_.tour, restart_best_.cost);
  }
}

// The update, in as many parts as there are threads: it also spreads the weights that it writes
// over the caches of those who will read them.
void Colony::deposit(const Tour& elite, double cost) {
  const Node n = instance_.n();
  const int parts = std::min(pool_.threads(), static_cast<int>(n));
  const auto bound = [&](int part) {
    return static_cast<Node>(static_cast<std::int64_t>(n) * part / parts);
  };
  pool_.run(
      parts, [&](int part) { trails_->update(elite, cost, bound(part), bound(part + 1)); },
      watch_.checkpoint());
}

void Colony::restart_if_stagnant() {
  if (iteration_ % parameters_.branching_interval != 0) return;
  if (iteration_ - restart_best_.iteration <= parameters_.restart_patience) return;
  if (trails_->branching_factor(parameters_.branching_band) >= parameters_.branching_threshold)
    return;
  trails_->reset();
  restart_best_ = {};
  restart_best_.iteration = iteration_;
  restart_iteration_ = iteration_;
}

std::optional<StopReason> Colony::finished() const {
  if (best_.cost <= budget_.target) return StopReason::target;
  if (best_.cost == 0.0) return StopReason::complete;
  if (watch_.checkpoint().interrupted()) return StopReason::interrupted;
  if (iteration_ >= budget_.iterations) return StopReason::iterations;
  if (watch_.expired()) return StopReason::time;
  return std::nullopt;
}

SearchResult Colony::result(StopReason reason) {
  // Ants of an iteration that was broken off may have improved on the last row.
  if (best_.cost < trace_.rows().back().best)
    trace_.add({iteration_, watch_.elapsed(), best_.cost, best_.cost});
  SearchResult result;
  result.tour = prepared_.numbering.undo(best_.tour);
  result.cost = best_.cost;
  result.iterations = iteration_;
  result.seconds = watch_.elapsed();
  result.stop_reason = reason;
  result.trace = std::move(trace_);
  return result;
}

}  // namespace heataco
