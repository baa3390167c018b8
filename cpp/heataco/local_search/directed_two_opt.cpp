#include "heataco/local_search/directed_two_opt.h"

#include <utility>

#include "heataco/core/gain.h"

namespace heataco {

DirectedTwoOpt::DirectedTwoOpt(const Instance& instance, const LocalSearchLists& lists)
    : instance_(instance),
      lists_(lists),
      order_(index(instance.n())),
      position_(order_.size()),
      turned_(order_.size() + 1),
      lost_(order_.size() + 1),
      queue_(instance.n()) {}

void DirectedTwoOpt::improve(Tour& tour, Watch& watch) {
  if (instance_.n() < 3) return;
  for (Node t = 0; t < instance_.n(); ++t) place(tour[static_cast<std::size_t>(t)], t);
  refresh_sums();
  queue_.fill(tour);
  drain(queue_, watch, [this](Node v) { return improve_node(v); });
  tour = order_;
}

// A new arc is tried where it is shorter than the arc that it replaces at v.
bool DirectedTwoOpt::improve_node(Node v) {
  const double leaving = instance_.distance(v, next(v));
  const NeighbourLists& out = lists_.outgoing;
  for (std::size_t s = 0; s < out.k && out.row_distances(v)[s] < leaving; ++s) {
    const Node w = out.row(v)[s];
    if (try_reversal(next(v), w) || try_move_between(v, previous(w), w) ||
        try_move_between(w, v, next(v)))
      return true;
  }
  const double arriving = instance_.distance(previous(v), v);
  const NeighbourLists& in = lists_.incoming;
  for (std::size_t s = 0; s < in.k && in.row_distances(v)[s] < arriving; ++s) {
    const Node u = in.row(v)[s];
    if (try_reversal(u, previous(v)) || try_move_between(v, u, next(u)) ||
        try_move_between(u, previous(v), v))
      return true;
  }
  return false;
}

// Reverses first … last where that gains.
bool DirectedTwoOpt::try_reversal(Node first, Node last) {
  const Node before = previous(first);
  const Node after = next(last);
  if (before == last) return false;  // the whole tour: no arc joins it to the rest
  const double removed = instance_.distance(before, first) + instance_.distance(last, after);
  const double gain = removed - instance_.distance(before, last) -
                      instance_.distance(first, after) - inside_change(first, last);
  if (!is_gain(gain, removed) || !reversal_gains(first, last)) return false;
  reverse(first, last);
  refresh_sums();
  for (const Node v : {before, first, last, after}) queue_.push(v);
  return true;
}

// Takes v out and puts it between left and right, its new neighbours, where that gains.
bool DirectedTwoOpt::try_move_between(Node v, Node left, Node right) {
  if (v == left || v == right) return false;
  const Node before = previous(v);
  const Node after = next(v);
  const double removed = instance_.distance(before, v) + instance_.distance(v, after) +
                         instance_.distance(left, right);
  const double gain = removed - instance_.distance(before, after) - instance_.distance(left, v) -
                      instance_.distance(v, right);
  if (!is_gain(gain, removed)) return false;
  rotate(position(v), position(v) < position(left) ? position(left) : position(right));
  refresh_sums();
  for (const Node u : {before, after, v, left, right}) queue_.push(u);
  return true;
}

// The node at `from` goes to `to`; those between close up.
void DirectedTwoOpt::rotate(Node from, Node to) {
  const Node v = at(from);
  const Node step = from < to ? 1 : -1;
  for (Node t = from; t != to; t += step) place(at(t + step), t);
  place(v, to);
}

void DirectedTwoOpt::reverse(Node first, Node last) {
  const Node n = instance_.n();
  Node i = position(first);
  const Node length = position(last) - i + (position(last) < i ? n : 0) + 1;
  for (Node j = i + length - 1; i < j; ++i, --j) {
    const Node a = at(i);
    const Node b = at(j);
    place(b, i < n ? i : i - n);
    place(a, j < n ? j : j - n);
  }
}

// turned_[n] closes the circle, so that segments may run over the end of the array. A huge arc
// would leave no digits to all that comes behind it; what is lost is therefore added up, too.
void DirectedTwoOpt::refresh_sums() {
  double sum = 0.0;
  double lost = 0.0;
  for (Node t = 0; t < instance_.n(); ++t) {
    const Node u = at(t);
    const Node v = at(t + 1);
    for (const double length : {instance_.distance(v, u), -instance_.distance(u, v)}) {
      const double before = sum;
      sum += length;
      const double added = sum - before;
      lost += (before - (sum - added)) + (length - added);
    }
    turned_[static_cast<std::size_t>(t) + 1] = sum;
    lost_[static_cast<std::size_t>(t) + 1] = lost;
  }
}

double DirectedTwoOpt::inside_change(Node first, Node last) const {
  const auto change = [this](std::size_t from, std::size_t to) {
    return (turned_[to] - turned_[from]) + (lost_[to] - lost_[from]);
  };
  const auto from = static_cast<std::size_t>(position(first));
  const auto to = static_cast<std::size_t>(position(last));
  if (from <= to) return change(from, to);
  return change(from, turned_.size() - 1) + change(0, to);
}

// Arc by arc, which takes no longer than the reversal: how far the differences of sums are wrong is
// not known.
bool DirectedTwoOpt::reversal_gains(Node first, Node last) const {
  const Node before = previous(first);
  const Node after = next(last);
  double removed = instance_.distance(before, first) + instance_.distance(last, after);
  double added = instance_.distance(before, last) + instance_.distance(first, after);
  std::size_t terms = 4;
  for (Node u = first; u != last; terms += 2) {
    const Node v = next(u);
    removed += instance_.distance(u, v);
    added += instance_.distance(v, u);
    u = v;
  }
  return is_gain(removed - added, removed, terms);
}

Node DirectedTwoOpt::at(Node t) const {
  const Node n = instance_.n();
  return order_[static_cast<std::size_t>(t < 0 ? t + n : t >= n ? t - n : t)];
}

void DirectedTwoOpt::place(Node v, Node position) {
  order_[static_cast<std::size_t>(position)] = v;
  position_[index(v)] = position;
}

}  // namespace heataco
