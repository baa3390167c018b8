// The edges that a sampled action may add: the hottest of every node, as sparse rows.
#pragma once

#include <limits>
#include <vector>

#include "heataco/core/heatmap.h"
#include "heataco/core/numbering.h"

namespace heataco {

// By the numbers of a search; shared by all its chains.
struct CandidateEdges {
  static constexpr std::size_t no_slot = std::numeric_limits<std::size_t>::max();
  // A node with fewer supported neighbours is filled up with its nearest ones: it could not be
  // reconnected otherwise.
  static constexpr std::size_t min_count = 5;

  // At most `limit` per node. `heat` and `nearest`, which holds at least min(min_count, n − 1) per
  // row, go by the numbers of the instance; what is built of them by the new ones.
  CandidateEdges(const Confidences& heat, const NeighbourLists& nearest, const Numbering& numbering,
                 std::size_t limit, Checkpoint& checkpoint);

  Node n() const noexcept { return static_cast<Node>(totals.size()); }
  std::size_t begin(Node v) const noexcept { return offsets[index(v)]; }
  std::size_t end(Node v) const noexcept { return offsets[index(v) + 1]; }

  std::vector<std::size_t> offsets;
  std::vector<Node> nodes;           // hottest first
  std::vector<double> weights;       // W_ij = 100·h_ij; filled up: 0, or 1 in a row without heat
  std::vector<std::size_t> mirrors;  // the slot of (j, i), no_slot if i is not a candidate of j
  std::vector<double> totals;        // Σ_j W_ij over all that is supported, candidate or not

 private:
  void add_row(const Confidences& heat, const NeighbourLists& nearest, Node v,
               std::size_t max_count);
  void find_mirrors(Checkpoint& checkpoint);
};

}  // namespace heataco
