// Or-opt for symmetric instances: short segments move elsewhere, either way round.
#include <algorithm>

#include "heataco/local_search/descent.h"

namespace heataco {

namespace {

// A segment first … last between p and q goes between two neighbouring nodes, c beside its last
// node and e beside its first. It gains the sum of d(last,q) − d(last,c), d(c,e) − d(e,first) and
// d(first,p) − d(p,q); that being positive, so are all partial sums from one of the three on. So c
// is found in the list of the last node, up to the longer of d(last,q) and what the tour gains
// without the segment, or the first node in the list of e, up to d(c,e).
class OrOpt final : public Descent<OrOpt, ReversibleTour> {
 public:
  using Descent::Descent;

  bool improve_node(Node v) {
    return move_from<true>(v) || move_from<false>(v) || move_to<true>(v) || move_to<false>(v);
  }

 private:
  struct Segment {
    Node before;
    Node first;
    Node last;
    Node after;
  };

  // Segments that end with v, seen forward or backward, go to where v has a near neighbour.
  template <bool forward>
  bool move_from(Node v) {
    const Node* candidates = neighbours_.row(v);
    const double* distances = neighbours_.row_distances(v);
    const Node q = tour_.after<forward>(v);
    const double removed = instance_.distance(v, q);
    Node first = v;
    for (Node length = 1; length <= longest_; ++length, first = tour_.after<!forward>(first)) {
      const Segment segment{tour_.after<!forward>(first), first, v, q};
      const double gain = gain_without(segment);
      const double limit = std::max(removed, gain);
      for (std::size_t s = 0; s < neighbours_.k && distances[s] < limit; ++s) {
        const Node c = candidates[s];
        if (inside(segment, c)) continue;
        const double opened = gain - distances[s];
        for (const Node d : {tour_.next(c), tour_.previous(c)})
          if (!inside(segment, d) && try_move(segment, opened, c, d)) return true;
      }
    }
    return false;
  }

  // Segments that end with a near neighbour of v go between v and the next node.
  template <bool forward>
  bool move_to(Node v) {
    const Node d = tour_.after<forward>(v);
    const double removed = instance_.distance(v, d);
    const Node* candidates = neighbours_.row(v);
    const double* distances = neighbours_.row_distances(v);
    for (std::size_t s = 0; s < neighbours_.k && distances[s] < removed; ++s)
      if (move_segments<true>(candidates[s], distances[s], v, d) ||
          move_segments<false>(candidates[s], distances[s], v, d))
        return true;
    return false;
  }

  template <bool outward>
  bool move_segments(Node c, double length_to_c, Node v, Node d) {
    Node first = c;
    for (Node length = 1; length <= longest_ && first != v && first != d; ++length) {
      const Node before = tour_.after<outward>(first);
      const Segment segment{before, first, c, tour_.after<!outward>(c)};
      if (try_move(segment, gain_without(segment) - length_to_c, v, d)) return true;
      first = before;
    }
    return false;
  }

  // `opened` is the gain so far, with the new edge at the last node.
  bool try_move(const Segment& segment, double opened, Node beside_last, Node beside_first) {
    const double total = opened + instance_.distance(beside_last, beside_first) -
                         instance_.distance(segment.first, beside_first);
    return total > 0.0 && move_for(total, segment, beside_last, beside_first);
  }

  bool move_for(double gain, const Segment& segment, Node beside_last, Node beside_first);

  // before | first … last | after … l | r  becomes  before | after … l | last … first | r, and
  // where the segment is not to be turned round, it is turned back.
  void move(const Segment& segment, Node beside_last, Node beside_first) {
    const bool forward = tour_.next(segment.before) == segment.first;
    const bool turned = (tour_.next(beside_last) == beside_first) == forward;
    const Node l = turned ? beside_last : beside_first;
    const Node r = turned ? beside_first : beside_last;
    tour_.exchange(segment.before, segment.first, l, r);
    tour_.exchange(segment.before, l, segment.after, segment.last);
    if (!turned) tour_.exchange(l, segment.last, segment.first, r);
  }

  double gain_without(const Segment& segment) const {
    return instance_.distance(segment.before, segment.first) +
           instance_.distance(segment.last, segment.after) -
           instance_.distance(segment.before, segment.after);
  }

  bool inside(const Segment& segment, Node v) const {
    return tour_.next(segment.last) == segment.after
               ? tour_.between(segment.first, v, segment.last)
               : tour_.between(segment.last, v, segment.first);
  }

  Node longest_ = std::min(3, instance_.n() - 3);
};

// Apart, so that the many tries in vain stay small enough to be inlined.
bool OrOpt::move_for(double gain, const Segment& segment, Node beside_last, Node beside_first) {
  const double removed = instance_.distance(segment.before, segment.first) +
                         instance_.distance(segment.last, segment.after) +
                         instance_.distance(beside_last, beside_first);
  if (!is_gain(gain, removed)) return false;
  move(segment, beside_last, beside_first);
  queue_.push(
      {segment.before, segment.first, segment.last, segment.after, beside_last, beside_first});
  return true;
}

}  // namespace

std::unique_ptr<LocalSearch> make_or_opt(const Instance& instance, const LocalSearchLists& lists) {
  return std::make_unique<OrOpt>(instance, lists);
}

}  // namespace heataco
