// The leaders of a row, its largest weights: once the trails have converged, nearly all of it.
#pragma once

#include <bit>
#include <cstdint>

#include "heataco/core/node_set.h"

namespace heataco {

// A choice reads these alone, unless it falls behind them. Two fit into a cache line.
struct alignas(32) Leaders {
  static constexpr std::size_t count = 3;

  Node nodes[count];
  float weights[count];
  float rest;                 // the sum of the other weights of the row
  std::uint8_t slots[count];  // where the leaders stand in it

  bool leads(std::size_t slot) const noexcept {
    return slot == slots[0] || slot == slots[1] || slot == slots[2];
  }
};

// Ties go to the first slot.
Leaders leaders_of(const Node* nodes, const float* weights, std::size_t stride);

// One of the other nodes of the row in proportion to its weight, visited or not, for u uniform on
// [0, 1).
Node draw_behind(const Leaders& leaders, const Node* nodes, const float* weights,
                 std::size_t stride, float u);

// The weights of the leaders that are still unvisited, added up.
struct OpenLeaders {
  OpenLeaders(const Leaders& leaders, const NodeSet& unvisited) noexcept {
    float sum = 0.0F;
    for (std::size_t i = 0; i < Leaders::count; ++i) {
      // Without a branch: from which of two leaders an ant came cannot be guessed.
      const auto mask = 0U - static_cast<std::uint32_t>(unvisited.contains(leaders.nodes[i]));
      sum += std::bit_cast<float>(std::bit_cast<std::uint32_t>(leaders.weights[i]) & mask);
      sums[i] = sum;
    }
  }

  float total() const noexcept { return sums[Leaders::count - 1]; }

  // The leader at `stop`, which is below the total.
  std::size_t at(float stop) const noexcept {
    return static_cast<std::size_t>(stop >= sums[0]) + static_cast<std::size_t>(stop >= sums[1]);
  }

  float sums[Leaders::count];
};

}  // namespace heataco
