// The few names that every module of the core shares.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace heataco {

using Node = std::int32_t;
using Tour = std::vector<Node>;
using Edge = std::pair<Node, Node>;
using Found =
    std::vector<std::pair<double, Node>>;  // nodes, and how far they are or what they cost

inline constexpr Node no_node = -1;

// A node or a position, as an index of a vector.
constexpr std::size_t index(Node v) noexcept {
  return static_cast<std::size_t>(v);
}

}  // namespace heataco
