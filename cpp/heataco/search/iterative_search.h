// The loop that all iterative decoders run in.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <optional>

#include "heataco/search/search.h"

namespace heataco {

// Owns what all such searches share: iterations, limits, trace, best tour and the reason to stop.
// A decoder supplies the iterations. A search may number its nodes as it likes.
class IterativeSearch : public Snapshots {
 public:
  // Iterates until the budget is spent, the call is stopped or nothing is left to find.
  SearchResult run();

  Tour copy_tour() const override { return original(best_tour_); }
  Learned copy_learned() const override { return {}; }

 protected:
  IterativeSearch(const Problem& problem, const Budget& budget, Watch& watch)
      : problem_(problem), budget_(budget), watch_(watch) {}

  // One iteration. Returns false when the watch stopped it before its end; it does not count then,
  // but its best tour is kept.
  virtual bool iterate() = 0;
  // The cost of the best tour of the last iteration.
  virtual double iteration_best() const = 0;
  // A tour in the numbers of the instance.
  virtual Tour original(const Tour& tour) const = 0;
  // Whether it is known that no tour is shorter than the best one.
  virtual bool proven() const { return false; }
  // Adds results that are specific to this search.
  virtual void annotate(SearchResult& /*result*/) const {}

  // Keeps the tour if it is shorter than the best one so far, and returns whether it is.
  bool keep_if_best(const Tour& tour, double cost);
  // Begins the trace with the best tour so far; run() does it where the search did not.
  void note_start();

  const Tour& best_tour() const noexcept { return best_tour_; }
  double best_cost() const noexcept { return best_cost_; }
  // The number of the present iteration, from 1 on; 0 before the first one.
  std::int64_t iteration() const noexcept { return iteration_; }

  const Problem& problem_;
  const Budget& budget_;
  Watch& watch_;

 private:
  std::optional<StopReason> finished() const;
  SearchResult result(StopReason reason);

  std::int64_t iteration_ = 0;
  Tour best_tour_;
  double best_cost_ = std::numeric_limits<double>::infinity();
  Trace trace_;
};

// Makes a search under a deadline, from a first tour that it may use. Throws Interrupted where the
// deadline comes before the search has a tour.
using MakeSearch = std::function<std::unique_ptr<IterativeSearch>(const Tour&, Checkpoint&)>;

// Makes a search and runs it. However short the time, there is a tour: the initial one, or one
// along a space-filling curve.
SearchResult run_search(const Problem& problem, const Budget& budget, Watch& watch,
                        const MakeSearch& make);

}  // namespace heataco
