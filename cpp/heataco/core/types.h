// The few names that every module of the core shares.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace heataco {

using Node = std::int32_t;
using Tour = std::vector<Node>;

inline constexpr Node no_node = -1;

}  // namespace heataco
