// Tours: their cost, and arrays with the position of every node.
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "heataco/core/instance.h"
#include "heataco/core/types.h"

namespace heataco {

inline double tour_cost(const Instance& instance, const Node* tour) noexcept {
  const Node n = instance.n();
  double cost = n > 1 ? instance.distance(tour[n - 1], tour[0]) : 0.0;
  for (Node t = 0; t + 1 < n; ++t) cost += instance.distance(tour[t], tour[t + 1]);
  return cost;
}

class ArrayTour {
 public:
  explicit ArrayTour(Node n) : n_(n), order_(index(n)), position_(index(n)) {}

  void assign(const Tour& tour) {
    order_ = tour;
    for (Node t = 0; t < n_; ++t) position_[index(order_[index(t)])] = t;
  }

  Node n() const noexcept { return n_; }
  const Tour& order() const noexcept { return order_; }
  Node at(Node position) const noexcept { return order_[index(position)]; }
  Node position(Node v) const noexcept { return position_[index(v)]; }

  Node next(Node v) const noexcept {
    const Node t = position(v) + 1;
    return at(t == n_ ? 0 : t);
  }
  Node previous(Node v) const noexcept {
    const Node t = position(v);
    return at(t == 0 ? n_ - 1 : t - 1);
  }
  // Steps forward from one node to another.
  Node steps(Node from, Node to) const noexcept { return wrap_down(position(to) - position(from)); }

  Node wrap_up(Node position) const noexcept { return position >= n_ ? position - n_ : position; }
  Node wrap_down(Node position) const noexcept { return position < 0 ? position + n_ : position; }

  void put(Node position, Node v) noexcept {
    order_[index(position)] = v;
    position_[index(v)] = position;
  }

 private:
  Node n_;
  Tour order_;
  std::vector<Node> position_;
};

// For symmetric instances: paths are turned round.
class ReversibleTour : public ArrayTour {
 public:
  using ArrayTour::ArrayTour;

  // The neighbour of v, seen forward or backward.
  template <bool forward>
  Node after(Node v) const noexcept {
    return forward ? next(v) : previous(v);
  }

  // Whether b lies on the path from a forward to c, the ends included.
  bool between(Node a, Node b, Node c) const noexcept {
    const Node pa = position(a);
    const Node pb = position(b);
    const Node pc = position(c);
    return pa <= pc ? (pa <= pb && pb <= pc) : (pb >= pa || pb <= pc);
  }

  // Reverses the path first … last (forward), or its complement where that is shorter: the same
  // cycle either way.
  void reverse_path(Node first, Node last) noexcept {
    Node i = position(first);
    Node j = position(last);
    Node length = j - i + 1;
    if (length <= 0) length += n();
    if (2 * length > n()) {
      std::swap(i, j);
      i = i + 1 == n() ? 0 : i + 1;
      j = j == 0 ? n() - 1 : j - 1;
      length = n() - length;
    }
    // Where the path runs over the end of the array, up to there, and then the rest.
    const Node swaps = length / 2;
    const Node first_swaps = i <= j ? swaps : std::min({swaps, n() - i, j + 1});
    swap_inward(i, j, first_swaps);
    swap_inward(wrap_up(i + first_swaps), wrap_down(j - first_swaps), swaps - first_swaps);
  }

  // Exchanges the edges (a, b), (c, d) for (a, c), (b, d), where b follows a and d follows c in one
  // of the two directions. Which one may change with every reversal; the caller need not know.
  void exchange(Node a, Node b, Node c, Node /*d*/) noexcept {
    if (next(a) == b) {
      reverse_path(b, c);
    } else {
      reverse_path(c, b);
    }
  }

 private:
  void swap_inward(Node i, Node j, Node swaps) noexcept {
    for (; swaps > 0; --swaps, ++i, --j) {
      const Node a = at(i);
      const Node b = at(j);
      put(i, b);
      put(j, a);
    }
  }
};

// For directed instances: paths change places and keep their directions.
class DirectedTour : public ArrayTour {
 public:
  explicit DirectedTour(Node n) : ArrayTour(n), scratch_(index(n)) {}

  // The path first … before middle | middle … last becomes middle … last | first … before middle.
  void swap_paths(Node first, Node middle, Node last) noexcept {
    const Node start = position(first);
    const Node both = steps(first, last) + 1;
    const Node turn = both - steps(first, middle);
    Node from = position(middle);
    for (Node t = 0; t < both; ++t) {
      if (t == turn) from = start;
      scratch_[index(t)] = at(from);
      from = wrap_up(from + 1);
    }
    for (Node t = 0; t < both; ++t) put(wrap_up(start + t), scratch_[index(t)]);
  }

 private:
  Tour scratch_;
};

}  // namespace heataco
