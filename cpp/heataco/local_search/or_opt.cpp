#include "heataco/local_search/or_opt.h"

#include <algorithm>

#include "heataco/core/gain.h"

namespace heataco {

OrOpt::OrOpt(const Instance& instance, const NeighbourLists& neighbours)
    : instance_(instance),
      neighbours_(neighbours),
      longest_(std::min(longest_segment, instance.n() - 3)),
      tour_(instance.n()),
      queue_(instance.n()) {}

void OrOpt::improve(Tour& tour, Watch& watch) {
  if (instance_.n() < 4) return;
  tour_.assign(tour);
  queue_.fill(tour);
  drain(queue_, watch, [this](Node v) { return improve_node(v); });
  tour = tour_.order();
}

bool OrOpt::improve_node(Node v) {
  return move_from<true>(v) || move_from<false>(v) || move_to<true>(v) || move_to<false>(v);
}

// Segments that end with v, seen forward or backward, go to where v has a near neighbour.
template <bool forward>
bool OrOpt::move_from(Node v) {
  const Node* candidates = neighbours_.row(v);
  const double* distances = neighbours_.row_distances(v);
  const Node q = after<forward>(v);
  const double removed = instance_.distance(v, q);
  Node first = v;
  for (Node length = 1; length <= longest_; ++length, first = before<forward>(first)) {
    const Segment segment{before<forward>(first), first, v, q};
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
bool OrOpt::move_to(Node v) {
  const Node d = after<forward>(v);
  const double removed = instance_.distance(v, d);
  const Node* candidates = neighbours_.row(v);
  const double* distances = neighbours_.row_distances(v);
  const auto try_segments = [&](Node c, double length_to_c, const auto& outward, const auto& back) {
    Node first = c;
    for (Node length = 1; length <= longest_ && first != v && first != d; ++length) {
      const Segment segment{outward(first), first, c, back(c)};
      if (try_move(segment, gain_without(segment) - length_to_c, v, d)) return true;
      first = outward(first);
    }
    return false;
  };
  const auto next = [this](Node u) { return tour_.next(u); };
  const auto previous = [this](Node u) { return tour_.previous(u); };
  for (std::size_t s = 0; s < neighbours_.k && distances[s] < removed; ++s)
    if (try_segments(candidates[s], distances[s], next, previous) ||
        try_segments(candidates[s], distances[s], previous, next))
      return true;
  return false;
}

// `opened` is the gain so far, with the new edge at the last node.
bool OrOpt::try_move(const Segment& segment, double opened, Node beside_last, Node beside_first) {
  const double total = opened + instance_.distance(beside_last, beside_first) -
                       instance_.distance(segment.first, beside_first);
  return total > 0.0 && move_for(total, segment, beside_last, beside_first);
}

// Apart, so that the many tries in vain stay small enough to be inlined.
bool OrOpt::move_for(double gain, const Segment& segment, Node beside_last, Node beside_first) {
  const double removed = instance_.distance(segment.before, segment.first) +
                         instance_.distance(segment.last, segment.after) +
                         instance_.distance(beside_last, beside_first);
  if (!is_gain(gain, removed)) return false;
  move(segment, beside_last, beside_first);
  for (const Node v :
       {segment.before, segment.first, segment.last, segment.after, beside_last, beside_first})
    queue_.push(v);
  return true;
}

// before | first … last | after … l | r  becomes  before | after … l | last … first | r, and where
// the segment is not to be turned round, it is turned back.
void OrOpt::move(const Segment& segment, Node beside_last, Node beside_first) {
  const bool forward = tour_.next(segment.before) == segment.first;
  const bool turned = (tour_.next(beside_last) == beside_first) == forward;
  const Node l = turned ? beside_last : beside_first;
  const Node r = turned ? beside_first : beside_last;
  tour_.exchange(segment.before, segment.first, l, r);
  tour_.exchange(segment.before, l, segment.after, segment.last);
  if (!turned) tour_.exchange(l, segment.last, segment.first, r);
}

double OrOpt::gain_without(const Segment& segment) const {
  return instance_.distance(segment.before, segment.first) +
         instance_.distance(segment.last, segment.after) -
         instance_.distance(segment.before, segment.after);
}

bool OrOpt::inside(const Segment& segment, Node v) const {
  return tour_.next(segment.last) == segment.after ? tour_.between(segment.first, v, segment.last)
                                                   : tour_.between(segment.last, v, segment.first);
}

}  // namespace heataco
