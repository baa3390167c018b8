#include "heataco/decoders/focused/focused.h"

#include <algorithm>
#include <memory>
#include <numeric>
#include <optional>

#include "heataco/core/tour.h"
#include "heataco/decoders/focused/focused_search.h"
#include "heataco/decoders/focused/repriced.h"
#include "heataco/decoders/focused/shared_places.h"
#include "heataco/decoders/focused/symmetrised.h"
#include "heataco/decoders/focused/tuning.h"

namespace heataco {

namespace {

// Instances of a handful of nodes: the shortest of all tours.
SearchResult shortest_of_all(const Instance& instance) {
  Tour tour(index(instance.n()));
  std::iota(tour.begin(), tour.end(), 0);
  SearchResult result;
  do {
    const double cost = tour_cost(instance, tour.data());
    if (!(cost < result.cost)) continue;
    result.cost = cost;
    result.tour = tour;
  } while (std::next_permutation(tour.begin() + 1, tour.end()));
  result.trace.add({0, 0.0, result.cost, result.cost});
  return result;
}

SearchResult search(const Problem& problem, const FocusedParameters& parameters,
                    const Budget& budget, WorkerPool& pool, Watch& watch) {
  return run_search(problem, budget, watch, [&](const Tour& first, Checkpoint& deadline) {
    return std::make_unique<FocusedSearch>(problem, parameters, budget, pool, watch, first,
                                           deadline);
  });
}

// The tour of a search in a substitute for the problem, or the given one where that is shorter:
// `restored` makes it a tour of the instance. Its share of the iterations comes on top of the
// budget.
template <class Restored>
Tour substitute_start(const Problem& problem, const Problem& substitute, double share,
                      const Restored& restored, const FocusedParameters& parameters,
                      const Budget& budget, WorkerPool& pool, Watch& watch) {
  Budget part;
  part.seconds = share * watch.left();
  part.iterations =
      std::min(static_cast<std::int64_t>(share * static_cast<double>(budget.iterations)),
               tuning::max_substitute_iterations);
  Deadline quiet(watch);  // reports nothing: its costs are not those of the instance
  Watch part_watch(quiet, part.seconds);
  Tour tour = restored(substitute.instance.n() < tuning::min_nodes
                           ? shortest_of_all(substitute.instance).tour
                           : search(substitute, parameters, part, pool, part_watch).tour);
  const auto cost = [&](const Tour& given) { return tour_cost(problem.instance, given.data()); };
  if (problem.initial != nullptr && cost(*problem.initial) < cost(tour)) return *problem.initial;
  return tour;
}

// A start from an instance that is easier to search, where there is one; Interrupted when time is
// up before it is made.
std::optional<Tour> start(const Problem& problem, const FocusedParameters& parameters,
                          const Budget& budget, WorkerPool& pool, Watch& watch) {
  const auto from = [&](const Problem& substitute, double share, const auto& restored) {
    return substitute_start(problem, substitute, share, restored, parameters, budget, pool, watch);
  };
  const auto among_same_nodes = [&](const Instance& instance) {
    return Problem{instance, problem.heat, problem.initial, problem.seed};
  };
  Deadline deadline(watch);
  if (const auto shared = SharedPlaces::find(problem.instance, deadline))
    return from({shared->instance(), nullptr, nullptr, problem.seed}, tuning::places_share,
                [&](const Tour& tour) { return shared->expanded(tour); });
  if (Symmetrised::pays(problem.instance, deadline)) {
    const Symmetrised symmetrised(problem.instance, deadline);
    return from(among_same_nodes(symmetrised.instance()), tuning::symmetrised_share,
                [&](Tour tour) { return symmetrised.directed(tour); });
  }
  if (Repriced::pays(problem.instance, deadline)) {
    Watch patience(watch.checkpoint(), tuning::prices_share * watch.left());
    const Repriced repriced(problem.instance, patience, deadline);
    return from(among_same_nodes(repriced.instance()), tuning::repriced_share,
                [](Tour tour) { return tour; });
  }
  return std::nullopt;
}

}  // namespace

SearchResult focused(const Problem& problem, const FocusedParameters& parameters,
                     const Budget& given, WorkerPool& pool, Checkpoint& checkpoint) {
  Budget budget = given;
  budget.seconds = std::max(given.seconds, tuning::min_seconds_to_search(problem.instance.n()));
  Watch watch(checkpoint, budget.seconds);
  if (problem.instance.n() < tuning::min_nodes) return shortest_of_all(problem.instance);
  std::optional<Tour> first;
  try {
    first = start(problem, parameters, budget, pool, watch);
  } catch (const Interrupted&) {
    // The search that follows ends for the same reason, with a tour.
  }
  if (!first) return search(problem, parameters, budget, pool, watch);
  return search({problem.instance, problem.heat, &*first, problem.seed}, parameters, budget, pool,
                watch);
}

}  // namespace heataco
