#include "heataco/local_search/directed_or_opt.h"

#include <algorithm>

#include "heataco/core/gain.h"

namespace heataco {

DirectedOrOpt::DirectedOrOpt(const Instance& instance, const NeighbourLists& outgoing)
    : instance_(instance),
      outgoing_(outgoing),
      longest_(std::min(longest_segment, instance.n() - 2)),
      position_(index(instance.n())),
      queue_(instance.n()) {}

void DirectedOrOpt::improve(Tour& tour, Watch& watch) {
  if (instance_.n() < 3) return;
  order_ = tour;
  for (Node t = 0; t < instance_.n(); ++t) position_[index(order_[index(t)])] = t;
  queue_.fill(tour);
  drain(queue_, watch, [this](Node v) { return move_from(v) || move_to(v); });
  tour = order_;
}

// Segments that end with v go to where a near neighbour follows.
bool DirectedOrOpt::move_from(Node v) {
  const double removed = instance_.distance(v, next(v));
  Node first = v;
  for (Node length = 1; length <= longest_; ++length, first = previous(first)) {
    const double gain = gain_without(first, v);
    const double limit = std::max(removed, gain);
    const double* distances = outgoing_.row_distances(v);
    for (std::size_t s = 0; s < outgoing_.k && distances[s] < limit; ++s) {
      const Node right = outgoing_.row(v)[s];
      const Node left = previous(right);
      if (inside(first, v, right) || inside(first, v, left)) continue;
      const double opened = gain - distances[s] - instance_.distance(left, first);
      if (try_move(first, v, opened, left, right)) return true;
    }
  }
  return false;
}

// Segments that begin with a near neighbour of v follow it.
bool DirectedOrOpt::move_to(Node v) {
  const Node right = next(v);
  const double removed = instance_.distance(v, right);
  const double* distances = outgoing_.row_distances(v);
  for (std::size_t s = 0; s < outgoing_.k && distances[s] < removed; ++s) {
    const Node first = outgoing_.row(v)[s];
    Node last = first;
    for (Node length = 1; length <= longest_ && last != v; ++length, last = next(last)) {
      const double opened =
          gain_without(first, last) - distances[s] - instance_.distance(last, right);
      if (try_move(first, last, opened, v, right)) return true;
    }
  }
  return false;
}

// `opened` is what the move gains without the edge that it removes between left and right.
bool DirectedOrOpt::try_move(Node first, Node last, double opened, Node left, Node right) {
  const double total = opened + instance_.distance(left, right);
  return total > 0.0 && move_for(total, first, last, left, right);
}

bool DirectedOrOpt::move_for(double gain, Node first, Node last, Node left, Node right) {
  const double removed = instance_.distance(previous(first), first) +
                         instance_.distance(last, next(last)) + instance_.distance(left, right);
  if (!is_gain(gain, removed)) return false;
  for (const Node v : {previous(first), first, last, next(last), left, right}) queue_.push(v);
  // The segment changes places with what lies between it and the new place, on the shorter side.
  if (steps(last, left) <= steps(right, first)) {
    rotate(first, next(last), left);
  } else {
    rotate(right, first, last);
  }
  return true;
}

// The path first … before middle | middle … last becomes middle … last | first … before middle.
void DirectedOrOpt::rotate(Node first, Node middle, Node last) {
  const Node start = position(first);
  scratch_.clear();
  for (Node v = middle; v != next(last); v = next(v)) scratch_.push_back(v);
  for (Node v = first; v != middle; v = next(v)) scratch_.push_back(v);
  Node t = start;
  for (const Node v : scratch_) {
    order_[index(t)] = v;
    position_[index(v)] = t;
    t = t + 1 == instance_.n() ? 0 : t + 1;
  }
}

double DirectedOrOpt::gain_without(Node first, Node last) const {
  const Node before = previous(first);
  const Node after = next(last);
  return instance_.distance(before, first) + instance_.distance(last, after) -
         instance_.distance(before, after);
}

Node DirectedOrOpt::steps(Node from, Node to) const {
  const Node difference = position(to) - position(from);
  return difference < 0 ? difference + instance_.n() : difference;
}

Node DirectedOrOpt::at(Node t) const {
  const Node n = instance_.n();
  return order_[index(t < 0 ? t + n : t >= n ? t - n : t)];
}

}  // namespace heataco
