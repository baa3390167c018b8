// One call, many problems: a single one gets all threads for its ants, several share them.
#pragma once

#include <vector>

#include "heataco/core/cpu_clock.h"
#include "heataco/core/worker_pool.h"
#include "heataco/search/search.h"

namespace heataco {

// `solve(i, pool)` solves problem i. A problem that was interrupted before it had a tour
// comes back with an empty one.
template <class Solve>
std::vector<SearchResult> solve_batch(std::size_t problems, int threads, Checkpoint& checkpoint,
                                      const Solve& solve) {
  std::vector<SearchResult> results(problems);
  const bool single = problems == 1;
  const auto solve_one = [&](std::size_t i, WorkerPool& pool, auto cpu_seconds) {
    const double start = cpu_seconds();
    try {
      checkpoint.throw_if_interrupted();
      results[i] = solve(i, pool);
    } catch (const Interrupted&) {
      results[i] = {};
      results[i].stop_reason = StopReason::interrupted;
    }
    results[i].cpu_seconds = cpu_seconds() - start;
  };
  WorkerPool pool(threads);
  if (single) {
    solve_one(0, pool, process_cpu_seconds);
    return results;
  }
  const auto body = [&](int i) {
    WorkerPool alone(1);
    solve_one(static_cast<std::size_t>(i), alone, thread_cpu_seconds);
  };
  pool.run(static_cast<int>(problems), body, checkpoint);
  return results;
}

}  // namespace heataco
