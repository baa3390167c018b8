// A lower bound on all tours of an instance, proven.
#pragma once

#include "heataco/relaxation/alpha_nearness.h"

namespace heataco {

// The Held–Karp bound at the prices that an ascent over a sparse graph ends with, for the complete
// instance. No tour costs less, neither by the exact sum of its distances, which are taken as
// computed, nor by that sum as rounded by `tour_cost`. Where all distances are whole numbers, so
// is the bound.
double lower_bound(const Instance& instance, const AlphaParameters& parameters,
                   Checkpoint& checkpoint);

}  // namespace heataco
