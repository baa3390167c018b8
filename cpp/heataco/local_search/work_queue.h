// Nodes whose surroundings are still to be searched: don't-look bits as a queue.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <vector>

#include "heataco/core/types.h"

namespace heataco {

// First in, first out; a node is in it at most once, so that n slots suffice.
class WorkQueue {
 public:
  explicit WorkQueue(Node n) : ring_(index(n)), queued_(ring_.size(), 0) {}

  // All nodes, in the order of the tour: neighbours in space come one after the other.
  void fill(const Tour& tour) {
    ring_ = tour;
    queued_.assign(queued_.size(), 1);
    first_ = 0;
    size_ = ring_.size();
  }

  bool empty() const noexcept { return size_ == 0; }

  Node pop() noexcept {
    const Node v = ring_[first_];
    first_ = first_ + 1 == ring_.size() ? 0 : first_ + 1;
    --size_;
    queued_[index(v)] = 0;
    return v;
  }

  void push(Node v) noexcept {
    if (queued_[index(v)] != 0) return;
    queued_[index(v)] = 1;
    const std::size_t last = first_ + size_;
    ring_[last < ring_.size() ? last : last - ring_.size()] = v;
    ++size_;
  }
  void push(std::initializer_list<Node> nodes) noexcept {
    for (const Node v : nodes) push(v);
  }

 private:
  std::vector<Node> ring_;
  std::vector<std::uint8_t> queued_;
  std::size_t first_ = 0;
  std::size_t size_ = 0;
};

// How often long searches look at the watch.
inline constexpr int nodes_between_looks = 64;

// Searches around every queued node until none is left: `search_node` returns whether it improved
// the tour (then the node is searched again), having pushed the nodes that it touched. Returns
// early when the watch says so.
template <class SearchNode, class Watch>
void drain(WorkQueue& queue, Watch& watch, const SearchNode& search_node) {
  for (int looked = 0; !queue.empty(); ++looked) {
    if (looked % nodes_between_looks == nodes_between_looks - 1 && watch.should_stop()) return;
    const Node v = queue.pop();
    while (search_node(v)) {
    }
  }
}

}  // namespace heataco
