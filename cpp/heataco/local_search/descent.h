// The common part of local searches that go from node to node.
#pragma once

#include "heataco/core/gain.h"
#include "heataco/core/tour.h"
#include "heataco/local_search/operators.h"
#include "heataco/local_search/work_queue.h"

namespace heataco {

// First improvement over neighbour lists. `Search` derives from this and has `improve_node(v)`,
// which makes a move that gains, pushes every node around which another move may gain now, and
// returns true, or returns false where no move around v gains.
template <class Search, class ArrayTour>
class Descent : public LocalSearch {
 public:
  Descent(const Instance& instance, const LocalSearchLists& lists)
      : instance_(instance),
        neighbours_(lists.outgoing),
        tour_(instance.n()),
        queue_(instance.n()) {}

  using LocalSearch::improve;
  void improve(Tour& tour, Watch& watch) final {
    if (instance_.n() < (instance_.symmetric() ? 4 : 3)) return;
    tour_.assign(tour);
    begin();
    queue_.fill(tour);
    drain(queue_, watch, [this](Node v) { return static_cast<Search*>(this)->improve_node(v); });
    tour = tour_.order();
  }

 protected:
  // Before the first node, with the tour in place.
  virtual void begin() {}

  const Instance& instance_;
  const NeighbourLists& neighbours_;
  ArrayTour tour_;
  WorkQueue queue_;
};

}  // namespace heataco
