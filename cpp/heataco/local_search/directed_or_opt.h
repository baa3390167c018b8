// Or-opt for asymmetric instances: short segments move elsewhere, their direction kept.
#pragma once

#include <vector>

#include "heataco/local_search/local_search.h"
#include "heataco/local_search/work_queue.h"

namespace heataco {

// First improvement over out-neighbour lists, which suffice for the same reason as in OrOpt.
class DirectedOrOpt final : public LocalSearch {
 public:
  DirectedOrOpt(const Instance& instance, const NeighbourLists& outgoing);
  void improve(Tour& tour, Watch& watch) override;

 private:
  static constexpr Node longest_segment = 3;

  bool move_from(Node v);
  bool move_to(Node v);
  bool try_move(Node first, Node last, double opened, Node left, Node right);
  bool move_for(double gain, Node first, Node last, Node left, Node right);
  void rotate(Node first, Node middle, Node last);

  double gain_without(Node first, Node last) const;
  bool inside(Node first, Node last, Node v) const { return steps(first, v) <= steps(first, last); }
  Node steps(Node from, Node to) const;
  Node at(Node position) const;
  Node position(Node v) const { return position_[index(v)]; }
  Node next(Node v) const { return at(position(v) + 1); }
  Node previous(Node v) const { return at(position(v) - 1); }

  const Instance& instance_;
  const NeighbourLists& outgoing_;
  Node longest_;
  Tour order_;
  std::vector<Node> position_;
  Tour scratch_;
  WorkQueue queue_;
};

}  // namespace heataco
