#include "heataco/decoders/mmas/colony.h"

#include <algorithm>

#include "heataco/core/tour.h"

namespace heataco {

Colony::Colony(const Problem& problem, const MmasParameters& parameters, const Budget& budget,
               WorkerPool& pool, Watch& watch, Checkpoint& deadline)
    : IterativeSearch(problem, budget, watch),
      parameters_(parameters),
      pool_(pool),
      prepared_(problem, parameters, deadline),
      instance_(prepared_.numbering.instance()),
      weights_(prepared_.candidates, prepared_.fixed_weights),
      draw_slot_(draw_slot_versions(weights_.stride()).back()) {
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
  while (local_searches_.size() * group_size_ < count) {
    deadline.throw_if_interrupted();
    local_searches_.push_back(
        make_local_search(parameters_.local_search, instance_, prepared_.local_search));
  }
}

// The trails above the lowest, as shares of the way to the highest. An edge has one for each way
// that it is a candidate; both are the same where it is symmetric.
Learned Colony::copy_learned() const {
  const NeighbourLists& lists = prepared_.candidates;
  const std::vector<Node>& names = prepared_.numbering.order();
  const double low = trails_->tau_min();
  const auto is_candidate = [&](Node v, Node u) {
    return std::find(lists.row(v), lists.row(v) + lists.k, u) != lists.row(v) + lists.k;
  };
  Learned learned;
  for (Node v = 0; v < lists.n; ++v)
    for (std::size_t s = 0; s < lists.k; ++s) {
      const Node u = lists.row(v)[s];
      const double share =
          (trails_->values()[index(v) * lists.k + s] - low) / (trails_->tau_max() - low);
      if (!(share > 0.0) || (instance_.symmetric() && u < v && is_candidate(u, v))) continue;
      learned.add(names[index(v)], names[index(u)], static_cast<float>(std::min(share, 1.0)));
    }
  return learned;
}

// One iteration of algorithm 1 of the paper.
bool Colony::iterate() {
  const bool complete = build_tours();
  note_bests();
  if (!complete) return false;
  update_trails();
  restart_if_stagnant();
  return true;
}

void Colony::start(const Tour* initial, Checkpoint& deadline) {
  const Numbering& numbering = prepared_.numbering;
  const Node first = Rng::for_item(problem_.seed, 0, 0).below(instance_.n());
  Tour tour = initial != nullptr ? numbering.apply(*initial)
                                 : nearest_neighbour_tour(numbering, first, deadline);
  if (parameters_.improving())
    make_local_search("2opt", instance_, prepared_.local_search)->improve(tour, watch_);
  keep_if_best(tour, tour_cost(instance_, tour.data()));
  note_start();
  if (best_cost() == 0.0) return;  // 1/L would be infinite; the search ends at once

  const double evaporation =
      instance_.symmetric() ? parameters_.symmetric_evaporation : parameters_.directed_evaporation;
  trails_.emplace(
      prepared_.candidates,
      TrailParameters{evaporation, parameters_.alpha, instance_.symmetric(), prepared_.trail_range},
      best_cost(), weights_);
  if (initial != nullptr) {
    // A warm start is worth what an elite tour is: it deposits, and it is the first to be beaten.
    restart_best_ = {best_tour(), best_cost(), 0};
    deposit(best_tour(), best_cost());
  }
}

// All ants of an iteration; false when stopped before they were through.
bool Colony::build_tours() {
  return pool_.run_all(
      local_searches_.size(), [this](std::size_t group) { return run_ants(group); },
      watch_.checkpoint());
}

bool Colony::run_ants(std::size_t group) {
  const std::size_t begin = group * group_size_;
  const std::size_t end = std::min(begin + group_size_, ants_.size());
  for (std::size_t a = begin; a < end; ++a) {
    ants_[a].rng = Rng::for_item(problem_.seed, static_cast<std::uint64_t>(iteration()), a);
    ants_[a].cost = std::numeric_limits<double>::infinity();
  }
  if (watch_.should_stop()) return false;
  const Construction construction{prepared_.numbering, weights_, draw_slot_,
                                  parameters_.exploitation};
  if (!construct_tours(construction, &ants_[begin], end - begin, watch_)) return false;
  for (std::size_t a = begin; a < end; ++a) {
    if (local_searches_[group]) local_searches_[group]->improve(ants_[a].tour, known_, watch_);
    ants_[a].cost = tour_cost(instance_, ants_[a].tour.data());
  }
  return !parameters_.improving() || !watch_.should_stop();
}

// The best ant of the iteration, of this restart and of all time; ties go to the lower number.
void Colony::note_bests() {
  iteration_best_ = &*std::min_element(ants_.begin(), ants_.end(),
                                       [](const Ant& a, const Ant& b) { return a.cost < b.cost; });
  if (iteration_best_->cost < restart_best_.cost)
    restart_best_ = {iteration_best_->tour, iteration_best_->cost, iteration()};
  if (keep_if_best(iteration_best_->tour, iteration_best_->cost) && best_cost() > 0.0)
    trails_->set_limits(best_cost());
}

void Colony::update_trails() {
  if (best_cost() == 0.0) return;
  const std::int64_t interval =
      best_deposit_interval(parameters_.improving(), iteration() - 1 - restart_iteration_);
  if (iteration() % interval != 0) {
    deposit(iteration_best_->tour, iteration_best_->cost);
  } else if (interval == 1 && iteration() - restart_best_.iteration > 50) {
    deposit(best_tour(), best_cost());
    return survey(best_tour());
  } else {
    deposit(restart_best_.tour, restart_best_.cost);
  }
  survey(restart_best_.tour);
}

// Not of each iteration's best tour, which would take as long as some ants.
void Colony::survey(const Tour& followed) {
  if (parameters_.improving() && followed != known_.asked())
    local_searches_.front()->survey(followed, known_, watch_);
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
  if (iteration() % parameters_.branching_interval != 0) return;
  if (iteration() - restart_best_.iteration <= parameters_.restart_patience) return;
  if (trails_->branching_factor(parameters_.branching_band) >= parameters_.branching_threshold)
    return;
  trails_->reset();
  restart_best_ = {};
  restart_best_.iteration = iteration();
  restart_iteration_ = iteration();
}

}  // namespace heataco
