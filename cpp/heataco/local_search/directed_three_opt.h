// 3-opt for asymmetric instances: segments change places, none is reversed.
#pragma once

#include <vector>

#include "heataco/local_search/local_search.h"
#include "heataco/local_search/work_queue.h"

namespace heataco {

// The only 3-exchange that keeps all directions: … a | b … c | d … e | f … becomes
// … a | d … e | b … c | f …; one short segment of the two makes it a segment insertion.
// First improvement over out-neighbour lists with positive partial gains: the sum of
// d(a,b) − d(a,d), d(c,d) − d(c,f) and d(e,f) − d(e,b) being positive, so are all partial sums from
// one of a, c, e on, and the three may stand for each other.
class DirectedThreeOpt final : public LocalSearch {
 public:
  DirectedThreeOpt(const Instance& instance, const LocalSearchLists& lists);
  void improve(Tour& tour, Watch& watch) override;

 private:
  bool improve_from(Node a);
  bool close(Node a, Node d, double gain);
  bool try_exchange(Node a, Node d, Node e, double gain);

  Node next(Node v) const;
  Node previous(Node v) const;
  Node steps(Node from, Node to) const;  // forward along the tour

  const Instance& instance_;
  const LocalSearchLists& lists_;
  Tour order_;
  Tour scratch_;
  std::vector<Node> position_;
  WorkQueue queue_;
};

}  // namespace heataco
