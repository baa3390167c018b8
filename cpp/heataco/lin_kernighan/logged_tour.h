// An array tour that remembers its changes, so that they can be taken back exactly.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "heataco/core/tour.h"

namespace heataco {

// A change replaces the nodes of one stretch of positions by a permutation of themselves; the log
// keeps what stood there before.
class LoggedTour : public ArrayTour {
 public:
  using ArrayTour::ArrayTour;

  void assign(const Tour& tour) {
    ArrayTour::assign(tour);
    forget();
  }

  // Opens a stretch of positions, cyclic, for rewriting: the nodes that stand there, in order, from
  // where they may be copied to their new places. Valid until the next change.
  const Node* open(Node first, Node length) {
    const std::size_t kept = nodes_.size();
    nodes_.resize(kept + index(length));
    const Node until_end = std::min(n() - first, length);
    std::copy_n(order().data() + first, until_end, nodes_.data() + kept);
    std::copy_n(order().data(), length - until_end, nodes_.data() + kept + until_end);
    stretches_.push_back({first, length});
    return nodes_.data() + kept;
  }

  // The changes so far stay; they can no longer be taken back.
  void forget() noexcept {
    stretches_.clear();
    nodes_.clear();
  }

  // Takes back all changes since the last `forget`.
  void undo() noexcept {
    for (; !stretches_.empty(); stretches_.pop_back()) {
      const Rewritten stretch = stretches_.back();
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

  std::vector<Rewritten> stretches_;
  std::vector<Node> nodes_;  // of all stretches, as they were
};

}  // namespace heataco
