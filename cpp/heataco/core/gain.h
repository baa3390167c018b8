// Which gains exceed rounding errors.
#pragma once

#include <algorithm>
#include <cstddef>

namespace heataco {

// Gains up to this share of what a move removes count for nothing.
inline constexpr double rounding = 1e-12;

// Whether a move shortens the tour. `gain` was added up from the lengths of the edges that it
// removes and adds, `removed` is the sum of the former, and `terms` how many there are of both.
//
// Where the sum is positive, no part of it is larger than `removed`, so that it is wrong by at most
// terms · 2⁻⁵³ of that. What is above the threshold is therefore a gain in exact lengths, too:
// every move makes the exact cost smaller, no tour comes back, and a descent ends. It counts what
// the move itself removes, and not the longest distance of the instance: one huge entry of a matrix
// would otherwise prevent all local search. The scale does not matter either: where the threshold
// underflows, sums are exact.
inline bool is_gain(double gain, double removed, std::size_t terms = 0) noexcept {
  return gain > std::max(rounding, 0x1p-53 * static_cast<double>(terms)) * removed;
}

}  // namespace heataco
