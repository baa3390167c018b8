#include "heataco/decoders/mmas/mmas.h"

#include <algorithm>

#include "heataco/decoders/mmas/colony.h"
#include "heataco/decoders/mmas/guidance.h"

namespace heataco {

Preparation::Preparation(const Problem& problem, const MmasParameters& parameters,
                         Checkpoint& checkpoint)
    : numbering(problem.instance, checkpoint) {
  const Instance& instance = problem.instance;
  const bool improving = parameters.improving();
  const std::size_t longest = std::max(
      parameters.candidates, improving ? parameters.local_search_neighbours : std::size_t{0});
  const NeighbourLists nearest = nearest_neighbours(instance, longest, Direction::out, checkpoint);

  const Guidance guidance = guide(instance, problem.heat, nearest, parameters, checkpoint);
  const NeighbourLists& lists = guidance.candidates.lists;
  trail_range = guidance.trail_range;
  fixed_weights = numbering.apply_rows(
      heataco::fixed_weights(lists, parameters.beta, guidance.evidence.log_evidence, guidance.kappa,
                             checkpoint),
      lists.k, checkpoint);
  candidates = numbering.apply(lists, checkpoint);
  if (improving) {
    local_search =
        local_search_lists(instance, nearest, parameters.local_search_neighbours, checkpoint);
    local_search.outgoing = numbering.apply(local_search.outgoing, checkpoint);
  }
}

std::int64_t best_deposit_interval(bool local_search, std::int64_t iterations_since_restart) {
  if (!local_search || iterations_since_restart < 25) return 25;
  if (iterations_since_restart < 75) return 5;
  if (iterations_since_restart < 125) return 3;
  if (iterations_since_restart < 250) return 2;
  return 1;
}

SearchResult mmas(const Problem& problem, const MmasParameters& parameters, const Budget& budget,
                  WorkerPool& pool, Checkpoint& checkpoint) {
  Watch watch(checkpoint, budget.seconds);
  return run_search(problem, budget, watch, [&](const Tour&, Checkpoint& deadline) {
    return std::make_unique<Colony>(problem, parameters, budget, pool, watch, deadline);
  });
}

}  // namespace heataco
