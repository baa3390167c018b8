// Or-opt for asymmetric instances: short segments move elsewhere, their direction kept.
#include <algorithm>

#include "heataco/local_search/descent.h"

namespace heataco {

namespace {

// Out-neighbour lists suffice for the same reason as in OrOpt.
class DirectedOrOpt final : public Descent<DirectedOrOpt, DirectedTour> {
 public:
  using Descent::Descent;

  bool improve_node(Node v) { return move_from(v) || move_to(v); }

 private:
  // Segments that end with v go to where a near neighbour follows.
  bool move_from(Node v) {
    const double removed = instance_.distance(v, tour_.next(v));
    Node first = v;
    for (Node length = 1; length <= longest_; ++length, first = tour_.previous(first)) {
      const double gain = gain_without(first, v);
      const double limit = std::max(removed, gain);
      const double* distances = neighbours_.row_distances(v);
      for (std::size_t s = 0; s < neighbours_.k && distances[s] < limit; ++s) {
        const Node right = neighbours_.row(v)[s];
        const Node left = tour_.previous(right);
        if (inside(first, v, right) || inside(first, v, left)) continue;
        const double opened = gain - distances[s] - instance_.distance(left, first);
        if (try_move(first, v, opened, left, right)) return true;
      }
    }
    return false;
  }

  // Segments that begin with a near neighbour of v follow it.
  bool move_to(Node v) {
    const Node right = tour_.next(v);
    const double removed = instance_.distance(v, right);
    const double* distances = neighbours_.row_distances(v);
    for (std::size_t s = 0; s < neighbours_.k && distances[s] < removed; ++s) {
      const Node first = neighbours_.row(v)[s];
      Node last = first;
      for (Node length = 1; length <= longest_ && last != v; ++length, last = tour_.next(last)) {
        const double opened =
            gain_without(first, last) - distances[s] - instance_.distance(last, right);
        if (try_move(first, last, opened, v, right)) return true;
      }
    }
    return false;
  }

  // `opened` is what the move gains without the edge that it removes between left and right.
  bool try_move(Node first, Node last, double opened, Node left, Node right) {
    const double total = opened + instance_.distance(left, right);
    return total > 0.0 && move_for(total, first, last, left, right);
  }

  bool move_for(double gain, Node first, Node last, Node left, Node right) {
    const Node before = tour_.previous(first);
    const Node after = tour_.next(last);
    const double removed = instance_.distance(before, first) + instance_.distance(last, after) +
                           instance_.distance(left, right);
    if (!is_gain(gain, removed)) return false;
    queue_.push({before, first, last, after, left, right});
    // The segment changes places with what lies between it and the new place, on the shorter side.
    if (tour_.steps(last, left) <= tour_.steps(right, first)) {
      tour_.swap_paths(first, after, left);
    } else {
      tour_.swap_paths(right, first, last);
    }
    return true;
  }

  double gain_without(Node first, Node last) const {
    const Node before = tour_.previous(first);
    const Node after = tour_.next(last);
    return instance_.distance(before, first) + instance_.distance(last, after) -
           instance_.distance(before, after);
  }

  bool inside(Node first, Node last, Node v) const {
    return tour_.steps(first, v) <= tour_.steps(first, last);
  }

  Node longest_ = std::min(3, instance_.n() - 2);
};

}  // namespace

std::unique_ptr<LocalSearch> make_directed_or_opt(const Instance& instance,
                                                  const LocalSearchLists& lists) {
  return std::make_unique<DirectedOrOpt>(instance, lists);
}

}  // namespace heataco
