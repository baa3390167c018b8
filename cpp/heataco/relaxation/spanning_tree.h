// Minimum spanning trees of sparse graphs, without sorting.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "heataco/core/types.h"

namespace heataco {

// An edge between two components of a growing tree.
struct Link {
  std::uint32_t weight;  // see ordered_bits
  std::uint32_t edge;    // a number for the caller
  Node a, b;
};

// Unsigned integers in the order of finite numbers: the sign turned, negative ones reversed.
inline std::uint32_t ordered_bits(float value) noexcept {
  const auto bits = std::bit_cast<std::uint32_t>(value);
  return bits >> 31 != 0 ? ~bits : bits | 0x80000000u;
}

// Borůvka's method: every component takes its lightest link, until none leads from one component to
// another. Unlike sorted edges, links stay in the order in which they come; where neighbours come
// together, what is read together lies together.
class SpanningTree {
 public:
  void begin(Node n);  // nodes 0 … n − 1, each a component

  // Adds the links between present components that belong to the lightest tree; of equal weights
  // the first counts as lighter. Links are written over. Later calls must bring heavier ones.
  void grow(std::span<Link> links);

  // The component of every node.
  const std::vector<Node>& components();

  const std::vector<std::uint32_t>& edges() const noexcept { return edges_; }

 private:
  void find_lightest(std::span<const Link> links);
  void join(std::span<const Link> links);
  const std::vector<Node>& number();

  std::size_t count_ = 0;                  // of components
  std::vector<std::uint64_t> lightest_;    // of each component: weight and place of its link
  std::vector<Node> joined_;               // of each component: to which one; a root to itself
  std::vector<std::vector<Node>> levels_;  // of each component of a level: its own on the next one
  std::size_t depth_ = 0;                  // levels in use
  std::vector<std::uint32_t> edges_;
};

}  // namespace heataco
