#include "heataco/search/iterative_search.h"

#include <numeric>
#include <utility>

#include "heataco/core/tour.h"
#include "heataco/search/first_tour.h"

namespace heataco {

namespace {

// Symmetric instances of up to three nodes have one tour, and nothing to search.
SearchResult trivial_result(const Instance& instance) {
  SearchResult only;
  only.tour.resize(index(instance.n()));
  std::iota(only.tour.begin(), only.tour.end(), 0);
  only.cost = tour_cost(instance, only.tour.data());
  only.trace.add({0, 0.0, only.cost, only.cost});
  return only;
}

}  // namespace

SearchResult IterativeSearch::run() {
  note_start();
  while (true) {
    if (const auto reason = finished()) return result(*reason);
    ++iteration_;
    if (!iterate()) {
      --iteration_;
      continue;
    }
    const Progress progress{iteration_, watch_.elapsed(), iteration_best(), best_cost_};
    trace_.add(progress);
    if (!watch_.checkpoint().report(progress, *this))
      return result(watch_.checkpoint().interrupted() ? StopReason::interrupted
                                                      : StopReason::stopped);
  }
}

bool IterativeSearch::keep_if_best(const Tour& tour, double cost) {
  if (!(cost < best_cost_)) return false;
  best_tour_ = tour;
  best_cost_ = cost;
  return true;
}

void IterativeSearch::note_start() {
  if (trace_.rows().empty()) trace_.add({0, watch_.elapsed(), best_cost_, best_cost_});
}

std::optional<StopReason> IterativeSearch::finished() const {
  if (best_cost_ <= budget_.target) return StopReason::target;
  if (proven() || best_cost_ == 0.0) return StopReason::complete;
  if (watch_.checkpoint().interrupted()) return StopReason::interrupted;
  if (iteration_ >= budget_.iterations) return StopReason::iterations;
  if (watch_.expired()) return StopReason::time;
  return std::nullopt;
}

SearchResult IterativeSearch::result(StopReason reason) {
  SearchResult result;
  result.tour = original(best_tour_);
  result.cost = tour_cost(problem_.instance, result.tour.data());
  // An iteration that was stopped before its end may have improved on the last row.
  if (result.cost < trace_.rows().back().best)
    trace_.add({iteration_, watch_.elapsed(), result.cost, result.cost});
  result.iterations = iteration_;
  result.seconds = watch_.elapsed();
  result.stop_reason = reason;
  result.trace = std::move(trace_);
  annotate(result);
  return result;
}

SearchResult run_search(const Problem& problem, const Budget& budget, Watch& watch,
                        const MakeSearch& make) {
  if (problem.instance.n() <= 3 && problem.instance.symmetric())
    return trivial_result(problem.instance);
  Tour first = first_tour(problem);
  try {
    Deadline deadline(watch);
    SearchResult result = make(first, deadline)->run();
    if (result.stop_reason != StopReason::time || result.iterations > 0) return result;
    // Stopped on its way to its own first tour, it may have a worse one.
    SearchResult without = first_result(problem, budget, std::move(first), watch);
    return without.cost < result.cost ? without : result;
  } catch (const Interrupted&) {
    return first_result(problem, budget, std::move(first), watch);
  }
}

}  // namespace heataco
