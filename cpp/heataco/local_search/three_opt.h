// 3-opt for symmetric instances: every sequential reconnection, the pure segment exchange included.
#pragma once

#include "heataco/core/tour.h"
#include "heataco/local_search/local_search.h"
#include "heataco/local_search/work_queue.h"

namespace heataco {

// First improvement over neighbour lists with positive partial gains. With t2 after t1 (forward or
// backward) and the edges (t1, t2), (t3, t4), (t5, t6) exchanged for (t2, t3), (t4, t5), (t6, t1):
//   t4 before t3: closing up at once is a 2-opt move; else t6 follows from t5;
//   t4 after t3:  t5 lies between t2 and t3, and either neighbour of it serves as t6 – one
//                 reverses both segments, the other swaps them.
// All gains are known before anything is moved.
class ThreeOpt final : public LocalSearch {
 public:
  ThreeOpt(const Instance& instance, const NeighbourLists& neighbours);
  void improve(Tour& tour, Watch& watch) override;

 private:
  bool improve_node(Node t1);
  template <bool forward>
  bool improve_edge(Node t1);
  template <bool forward>
  bool close_inside(Node t1, Node t2, Node t3, double removed, double gain);
  template <bool forward>
  bool close_outside(Node t1, Node t2, Node t3, double removed, double gain);

  template <bool forward>
  Node after(Node v) const;
  template <bool forward>
  Node before(Node v) const;
  template <bool forward>
  bool between(Node a, Node b, Node c) const;

  void touch(std::initializer_list<Node> nodes);

  const Instance& instance_;
  const NeighbourLists& neighbours_;
  ArrayTour tour_;
  WorkQueue queue_;
};

}  // namespace heataco
