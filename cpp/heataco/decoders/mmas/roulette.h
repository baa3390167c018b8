// Roulette-wheel choice among the unvisited candidates of a node: the inner loop of construction.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "heataco/core/types.h"

namespace heataco {

// Rows are padded to whole blocks of eight lanes; padding has weight 0 and any valid node.
inline constexpr std::size_t roulette_lanes = 8;

inline constexpr std::size_t padded_to_lanes(std::size_t k) {
  return (k + roulette_lanes - 1) / roulette_lanes * roulette_lanes;
}

// Draws a slot in proportion to the weights of the unvisited nodes of a row, for u uniform on
// [0, 1); −1 where all weights are 0 or visited. `unvisited` is a bit set of 32-bit words.
//
// The order of the sums is fixed, so that every version returns the same slot for the same input:
// lane l adds up the slots l, l + 8, l + 16, …; a prefix sum over the lanes by doubling shifts
// (1, 2, 4) picks the lane; the slots of the lane are then taken in order.
using DrawSlot = int (*)(const Node* nodes, const float* weights, std::size_t stride,
                         const std::uint32_t* unvisited, float u);

int draw_slot_portable(const Node* nodes, const float* weights, std::size_t stride,
                       const std::uint32_t* unvisited, float u);

// The versions that this processor runs for rows of this length, the fastest last.
std::vector<DrawSlot> draw_slot_versions(std::size_t stride);

// The longest row that a draw takes; candidate lists are checked against it on intake.
inline constexpr std::size_t roulette_longest_row = 256;

}  // namespace heataco
