#include "heataco/decoders/mcts/mcts.h"

#include <algorithm>
#include <deque>
#include <memory>

#include "heataco/decoders/mcts/tree_chain.h"
#include "heataco/search/iterative_search.h"

namespace heataco {

namespace {

// Everything that is built once per instance, before the first chain starts.
struct Prepared {
  Prepared(const Problem& problem, const MctsParameters& parameters, Checkpoint& checkpoint)
      : numbering(problem.instance, checkpoint),
        nearest(nearest_neighbours(
            problem.instance,
            std::max(parameters.local_search_neighbours, CandidateEdges::min_count), Direction::out,
            checkpoint)),
        edges(Confidences(*problem.heat, true, parameters.heat_threshold, checkpoint), nearest,
              numbering, parameters.candidate_limit, checkpoint) {
    local_search = local_search_lists(problem.instance, nearest, parameters.local_search_neighbours,
                                      checkpoint);
    local_search.outgoing = numbering.apply(local_search.outgoing, checkpoint);
    nearest = {};
  }

  Numbering numbering;
  NeighbourLists nearest;
  CandidateEdges edges;
  LocalSearchLists local_search;
};

class TreeSearch final : public IterativeSearch {
 public:
  TreeSearch(const Problem& problem, const MctsParameters& parameters, const Budget& budget,
             WorkerPool& pool, Watch& watch, Checkpoint& deadline)
      : IterativeSearch(problem, budget, watch),
        pool_(pool),
        prepared_(problem, parameters, deadline) {
    for (int c = 0; c < parameters.chains; ++c) {
      deadline.throw_if_interrupted();
      chains_.emplace_back(TreeChainContext{prepared_.numbering.instance(), prepared_.edges,
                                            prepared_.local_search, parameters});
    }
    start(problem.initial);
  }

 private:
  void start(const Tour* initial) {
    const Tour given = initial != nullptr ? prepared_.numbering.apply(*initial) : Tour{};
    for_each_chain([&](TreeChain& chain, Rng rng) {
      chain.start(initial != nullptr ? &given : nullptr, rng, watch_);
      return true;
    });
  }

  bool iterate() override {
    return for_each_chain([&](TreeChain& chain, Rng rng) { return chain.run(rng, watch_); });
  }

  double iteration_best() const override { return iteration_best_; }
  Tour original(const Tour& tour) const override { return prepared_.numbering.undo(tour); }

  // Returns whether all chains came to the end of their part; ties go to the lower number.
  template <class Part>
  bool for_each_chain(const Part& part) {
    const auto body = [&](std::size_t c) {
      const auto number = static_cast<std::uint64_t>(iteration());
      return part(chains_[c], Rng::for_item(problem_.seed, number, c));
    };
    const bool complete = pool_.run_all(chains_.size(), body, watch_.checkpoint());
    iteration_best_ = chains_.front().iteration_best();
    for (const TreeChain& chain : chains_) {
      keep_if_best(chain.best_tour(), chain.best_cost());
      iteration_best_ = std::min(iteration_best_, chain.iteration_best());
    }
    return complete;
  }

  WorkerPool& pool_;
  Prepared prepared_;
  std::deque<TreeChain> chains_;  // they refer to themselves and stay where they are
  double iteration_best_ = 0.0;
};

}  // namespace

SearchResult mcts(const Problem& problem, const MctsParameters& parameters, const Budget& budget,
                  WorkerPool& pool, Checkpoint& checkpoint) {
  Watch watch(checkpoint, budget.seconds);
  return run_search(problem, budget, watch, [&](const Tour&, Checkpoint& deadline) {
    return std::make_unique<TreeSearch>(problem, parameters, budget, pool, watch, deadline);
  });
}

}  // namespace heataco
