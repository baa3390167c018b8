#include "heataco/decoders/focused/focused.h"

#include <algorithm>
#include <memory>
#include <numeric>

#include "heataco/core/tour.h"
#include "heataco/decoders/focused/focused_search.h"
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

// The tour of a search without directions, or the given one where that is shorter. Its share of the
// iterations comes on top of the budget.
Tour symmetrised_start(const Problem& problem, const FocusedParameters& parameters,
                       const Budget& budget, WorkerPool& pool, Watch& watch) {
  const Symmetrised symmetrised(problem.instance);
  const Problem undirected{symmetrised.instance(), problem.heat, problem.initial, problem.seed};
  Budget part;
  part.seconds = tuning::symmetrised_share * budget.seconds;
  part.iterations = std::min(
      static_cast<std::int64_t>(tuning::symmetrised_share * static_cast<double>(budget.iterations)),
      tuning::max_symmetrised_iterations);
  Deadline quiet(watch);  // reports nothing: its costs are not those of the instance
  Watch first(quiet, part.seconds);
  Tour tour = symmetrised.directed(search(undirected, parameters, part, pool, first).tour);
  const auto cost = [&](const Tour& given) { return tour_cost(problem.instance, given.data()); };
  if (problem.initial != nullptr && cost(*problem.initial) < cost(tour)) return *problem.initial;
  return tour;
}

}  // namespace

SearchResult focused(const Problem& problem, const FocusedParameters& parameters,
                     const Budget& budget, WorkerPool& pool, Checkpoint& checkpoint) {
  Watch watch(checkpoint, budget.seconds);
  if (problem.instance.n() < tuning::min_nodes) return shortest_of_all(problem.instance);
  if (watch.should_stop() || !Symmetrised::pays(problem.instance))
    return search(problem, parameters, budget, pool, watch);
  const Tour start = symmetrised_start(problem, parameters, budget, pool, watch);
  const Problem started{problem.instance, problem.heat, &start, problem.seed};
  return search(started, parameters, budget, pool, watch);
}

}  // namespace heataco
