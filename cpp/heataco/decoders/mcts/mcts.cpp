#include "heataco/decoders/mcts/mcts.h"

#include <algorithm>
#include <deque>
#include <memory>
#include <optional>

#include "heataco/decoders/mcts/chain.h"
#include "heataco/search/first_tour.h"
#include "heataco/search/only_tour.h"

namespace heataco {

namespace {

// Everything that is built once per instance, before the first chain starts.
struct Prepared {
  Prepared(const Problem& problem, const MctsParameters& parameters, Checkpoint& checkpoint)
      : numbering(problem.instance, checkpoint),
        nearest(nearest_neighbours(
            problem.instance, std::max(parameters.local_search_neighbours, CandidateEdges::fewest),
            Direction::out, checkpoint)),
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

class TreeSearch {
 public:
  TreeSearch(const Problem& problem, const MctsParameters& parameters, const Budget& budget,
             WorkerPool& pool, Watch& watch, Checkpoint& deadline)
      : budget_(budget),
        pool_(pool),
        watch_(watch),
        seed_(problem.seed),
        prepared_(problem, parameters, deadline) {
    for (int c = 0; c < parameters.chains; ++c) {
      deadline.throw_if_interrupted();
      chains_.emplace_back(ChainSurroundings{prepared_.numbering.instance(), prepared_.edges,
                                             prepared_.local_search, parameters});
    }
    start(problem.initial);
  }

  SearchResult run() {
    while (true) {
      if (const auto reason = finished()) return result(*reason);
      ++iteration_;
      if (!run_chains()) {
        --iteration_;
        continue;
      }
      const Progress progress{iteration_, watch_.elapsed(), iteration_best_, best_->best_cost()};
      trace_.add(progress);
      if (!watch_.checkpoint().report(progress))
        return result(watch_.checkpoint().interrupted() ? StopReason::interrupted
                                                        : StopReason::stopped);
    }
  }

 private:
  Rng rng_of(int chain) const {
    return Rng::for_item(seed_, static_cast<std::uint64_t>(iteration_),
                         static_cast<std::uint64_t>(chain));
  }

  void start(const Tour* initial) {
    const Tour given = initial != nullptr ? prepared_.numbering.apply(*initial) : Tour{};
    for_each_chain([&](TreeChain& chain, int c) {
      chain.start(initial != nullptr ? &given : nullptr, rng_of(c), watch_);
      return true;
    });
    trace_.add({0, watch_.elapsed(), best_->best_cost(), best_->best_cost()});
  }

  bool run_chains() {
    return for_each_chain([&](TreeChain& chain, int c) { return chain.run(rng_of(c), watch_); });
  }

  // Whether all chains came to the end of their part; ties of the best go to the lower number.
  template <class Part>
  bool for_each_chain(const Part& part) {
    std::vector<char> done(chains_.size(), 0);
    const auto body = [&](int c) {
      const auto index = static_cast<std::size_t>(c);
      done[index] = part(chains_[index], c) ? 1 : 0;
    };
    if (chains_.size() == 1) {
      body(0);  // no need to wake anyone
    } else {
      pool_.run(static_cast<int>(chains_.size()), body, watch_.checkpoint());
    }
    best_ = &chains_.front();
    iteration_best_ = best_->iteration_best();
    for (const TreeChain& chain : chains_) {
      if (chain.best_cost() < best_->best_cost()) best_ = &chain;
      iteration_best_ = std::min(iteration_best_, chain.iteration_best());
    }
    return std::all_of(done.begin(), done.end(), [](char d) { return d != 0; });
  }

  std::optional<StopReason> finished() const {
    if (best_->best_cost() <= budget_.target) return StopReason::target;
    if (best_->best_cost() == 0.0) return StopReason::complete;
    if (watch_.checkpoint().interrupted()) return StopReason::interrupted;
    if (iteration_ >= budget_.iterations) return StopReason::iterations;
    if (watch_.expired()) return StopReason::time;
    return std::nullopt;
  }

  SearchResult result(StopReason reason) {
    SearchResult result;
    result.cost = best_->best_cost();
    // Chains that were stopped within an iteration may have improved on the last row.
    if (result.cost < trace_.rows().back().best)
      trace_.add({iteration_, watch_.elapsed(), result.cost, result.cost});
    result.tour = prepared_.numbering.undo(best_->best_tour());
    result.iterations = iteration_;
    result.seconds = watch_.elapsed();
    result.stop_reason = reason;
    result.trace = std::move(trace_);
    return result;
  }

  const Budget& budget_;
  WorkerPool& pool_;
  Watch& watch_;
  std::uint64_t seed_;
  Prepared prepared_;
  std::deque<TreeChain> chains_;  // they refer to themselves and stay where they are
  std::int64_t iteration_ = 0;
  double iteration_best_ = 0.0;
  const TreeChain* best_ = nullptr;
  Trace trace_;
};

}  // namespace

SearchResult mcts(const Problem& problem, const MctsParameters& parameters, const Budget& budget,
                  WorkerPool& pool, Checkpoint& checkpoint) {
  Watch watch(checkpoint, budget.seconds);
  if (has_only_one_tour(problem.instance)) return only_tour(problem.instance);
  return search_from_first(problem, budget, watch, [&](const Tour&, Checkpoint& deadline) {
    return std::make_unique<TreeSearch>(problem, parameters, budget, pool, watch, deadline);
  });
}

}  // namespace heataco
