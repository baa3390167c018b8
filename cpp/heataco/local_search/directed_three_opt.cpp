#include "heataco/local_search/directed_three_opt.h"

#include "heataco/core/gain.h"

namespace heataco {

DirectedThreeOpt::DirectedThreeOpt(const Instance& instance, const LocalSearchLists& lists)
    : instance_(instance),
      lists_(lists),
      scratch_(index(instance.n())),
      position_(index(instance.n())),
      queue_(instance.n()) {}

void DirectedThreeOpt::improve(Tour& tour, Watch& watch) {
  if (instance_.n() < 3) return;
  order_ = tour;
  for (Node t = 0; t < instance_.n(); ++t) position_[index(order_[index(t)])] = t;
  queue_.fill(tour);
  drain(queue_, watch, [this](Node a) { return improve_from(a); });
  tour = order_;
}

Node DirectedThreeOpt::next(Node v) const {
  const Node t = position_[index(v)] + 1;
  return order_[index(t == instance_.n() ? 0 : t)];
}

Node DirectedThreeOpt::previous(Node v) const {
  const Node t = position_[index(v)];
  return order_[index(t == 0 ? instance_.n() - 1 : t - 1)];
}

Node DirectedThreeOpt::steps(Node from, Node to) const {
  const Node difference = position_[index(to)] - position_[index(from)];
  return difference < 0 ? difference + instance_.n() : difference;
}

bool DirectedThreeOpt::improve_from(Node a) {
  const Node b = next(a);
  const double removed = instance_.distance(a, b);
  const Node* candidates = lists_.outgoing.row(a);
  const double* distances = lists_.outgoing.row_distances(a);
  for (std::size_t s = 0; s < lists_.outgoing.k && distances[s] < removed; ++s) {
    const Node d = candidates[s];
    const double gain = removed - distances[s] + instance_.distance(previous(d), d);
    if (close(a, d, gain)) return true;
  }
  return false;
}

// With (a, d) in and (c, d) out, (c, f) is taken from the lists.
bool DirectedThreeOpt::close(Node a, Node d, double gain) {
  const Node c = previous(d);
  const NeighbourLists& out = lists_.outgoing;
  for (std::size_t s = 0; s < out.k && out.row_distances(c)[s] < gain; ++s)
    if (try_exchange(a, d, previous(out.row(c)[s]), gain)) return true;
  return false;
}

bool DirectedThreeOpt::try_exchange(Node a, Node d, Node e, double gain) {
  const Node b = next(a);
  const Node c = previous(d);
  const Node first = steps(b, d);  // nodes in b … c
  const Node both = steps(b, e) + 1;
  if (e == a || both <= first) return false;  // e must lie in d … before a
  const Node f = next(e);
  const double also_removed = instance_.distance(e, f);
  const double total = gain - instance_.distance(e, b) + also_removed - instance_.distance(c, f);
  const double removed = instance_.distance(a, b) + instance_.distance(c, d) + also_removed;
  if (!is_gain(total, removed)) return false;

  Node from = position_[index(d)];
  const Node start = position_[index(b)];
  const Node n = instance_.n();
  for (Node t = 0; t < both; ++t) {
    if (t == both - first) from = start;
    scratch_[index(t)] = order_[index(from)];
    from = from + 1 == n ? 0 : from + 1;
  }
  for (Node t = 0; t < both; ++t) {
    const Node place = start + t < n ? start + t : start + t - n;
    order_[index(place)] = scratch_[index(t)];
    position_[index(scratch_[index(t)])] = place;
  }
  for (const Node v : {a, b, c, d, e, f}) queue_.push(v);
  return true;
}

}  // namespace heataco
