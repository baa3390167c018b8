// Tours: their cost, and an array representation with O(1) neighbours and shorter-side reversal.
#pragma once

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

  const Tour& order() const noexcept { return order_; }
  Node position(Node v) const noexcept { return position_[index(v)]; }

  Node next(Node v) const noexcept {
    const Node t = position(v) + 1;
    return order_[index(t == n_ ? 0 : t)];
  }
  Node previous(Node v) const noexcept {
    const Node t = position(v);
    return order_[index(t == 0 ? n_ - 1 : t - 1)];
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
    if (length <= 0) length += n_;
    if (2 * length > n_) {
      std::swap(i, j);
      i = i + 1 == n_ ? 0 : i + 1;
      j = j == 0 ? n_ - 1 : j - 1;
      length = n_ - length;
    }
    for (Node swaps = length / 2; swaps > 0; --swaps) {
      const Node a = order_[index(i)];
      const Node b = order_[index(j)];
      order_[index(i)] = b;
      position_[index(b)] = i;
      order_[index(j)] = a;
      position_[index(a)] = j;
      i = i + 1 == n_ ? 0 : i + 1;
      j = j == 0 ? n_ - 1 : j - 1;
    }
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
  Node n_;
  Tour order_;
  std::vector<Node> position_;
};

}  // namespace heataco
