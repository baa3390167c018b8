// An array tour that remembers its changes, so that they can be taken back exactly.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "heataco/core/types.h"

namespace heataco {

// A change replaces the nodes of one stretch of positions by a permutation of themselves; the log
// keeps what stood there before.
class LoggedTour {
 public:
  explicit LoggedTour(Node n) : n_(n), order_(index(n)), position_(index(n)) {}

  void assign(const Tour& tour) {
    order_ = tour;
    for (Node p = 0; p < n_; ++p) position_[index(order_[index(p)])] = p;
    forget();
  }

  Node n() const noexcept { return n_; }
  const Tour& order() const noexcept { return order_; }
  Node at(Node position) const noexcept { return order_[index(position)]; }
  Node position(Node v) const noexcept { return position_[index(v)]; }
  Node next(Node v) const noexcept { return at(wrap_up(position(v) + 1)); }
  Node previous(Node v) const noexcept { return at(wrap_down(position(v) - 1)); }

  Node wrap_up(Node position) const noexcept { return position >= n_ ? position - n_ : position; }
  Node wrap_down(Node position) const noexcept { return position < 0 ? position + n_ : position; }

  // Opens a stretch of positions, cyclic, for rewriting: the nodes that stand there, in order, from
  // where they may be copied to their new places. Valid until the next change.
  const Node* open(Node first, Node length) {
    const std::size_t kept = nodes_.size();
    nodes_.resize(kept + index(length));
    const Node until_end = n_ - first < length ? n_ - first : length;
    std::copy_n(order_.data() + first, until_end, nodes_.data() + kept);
    std::copy_n(order_.data(), length - until_end, nodes_.data() + kept + until_end);
    stretches_.push_back({first, length});
    return nodes_.data() + kept;
  }

  void put(Node position, Node v) noexcept {
    order_[index(position)] = v;
    position_[index(v)] = position;
  }

  // The changes so far stay; they can no longer be taken back.
  void forget() noexcept {
    stretches_.clear();
    nodes_.clear();
  }

  // Takes back all changes since the last `forget`.
  void undo() noexcept {
    while (!stretches_.empty()) {
      const Rewritten stretch = stretches_.back();
      stretches_.pop_back();
      const std::size_t kept = nodes_.size() - index(stretch.length);
      Node p = stretch.first;
      for (std::size_t i = kept; i < nodes_.size(); ++i) {
        put(p, nodes_[i]);
        p = wrap_up(p + 1);
      }
      nodes_.resize(kept);
    }
  }

 private:
  struct Rewritten {
    Node first;
    Node length;
  };

  Node n_;
  Tour order_;
  std::vector<Node> position_;
  std::vector<Rewritten> stretches_;
  std::vector<Node> nodes_;  // of all stretches, as they were
};

}  // namespace heataco
