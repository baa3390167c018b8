// Or-opt for symmetric instances: short segments move elsewhere, either way round.
#pragma once

#include "heataco/core/tour.h"
#include "heataco/local_search/local_search.h"
#include "heataco/local_search/work_queue.h"

namespace heataco {

// First improvement over neighbour lists. A segment first … last between p and q goes between two
// neighbouring nodes, c beside its last node and e beside its first. It gains the sum of
// d(last,q) − d(last,c), d(c,e) − d(e,first) and d(first,p) − d(p,q); that being positive, so are
// all partial sums from one of the three on. So c is found in the list of the last node, up to the
// longer of d(last,q) and what the tour gains without the segment, or the first node in the list of
// e, up to d(c,e).
class OrOpt final : public LocalSearch {
 public:
  OrOpt(const Instance& instance, const NeighbourLists& neighbours);
  void improve(Tour& tour, Watch& watch) override;

 private:
  static constexpr Node longest_segment = 3;

  struct Segment {
    Node before;
    Node first;
    Node last;
    Node after;
  };

  bool improve_node(Node v);
  template <bool forward>
  bool move_from(Node v);
  template <bool forward>
  bool move_to(Node v);
  bool try_move(const Segment& segment, double opened, Node beside_last, Node beside_first);
  bool move_for(double gain, const Segment& segment, Node beside_last, Node beside_first);
  void move(const Segment& segment, Node beside_last, Node beside_first);

  double gain_without(const Segment& segment) const;
  bool inside(const Segment& segment, Node v) const;

  template <bool forward>
  Node after(Node v) const {
    return forward ? tour_.next(v) : tour_.previous(v);
  }
  template <bool forward>
  Node before(Node v) const {
    return after<!forward>(v);
  }

  const Instance& instance_;
  const NeighbourLists& neighbours_;
  Node longest_;
  ArrayTour tour_;
  WorkQueue queue_;
};

}  // namespace heataco
