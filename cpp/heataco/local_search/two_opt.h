// 2-opt for symmetric instances.
#pragma once

#include "heataco/core/tour.h"
#include "heataco/local_search/local_search.h"
#include "heataco/local_search/work_queue.h"

namespace heataco {

// First improvement over neighbour lists: an exchange can only gain if one of its new edges is
// shorter than the removed edge at the same node, so each list is read up to that length.
class TwoOpt final : public LocalSearch {
 public:
  TwoOpt(const Instance& instance, const NeighbourLists& neighbours);
  void improve(Tour& tour, Watch& watch) override;

 private:
  bool improve_node(Node a);
  template <bool forward>
  bool improve_edge(Node a);

  const Instance& instance_;
  const NeighbourLists& neighbours_;
  ArrayTour tour_;
  WorkQueue queue_;
};

}  // namespace heataco
