// A tour along a space-filling curve.
#pragma once

#include "heataco/core/instance.h"
#include "heataco/core/types.h"

namespace heataco {

// Nodes with coordinates in the order in which Hilbert's curve visits them; others by their
// number.
Tour space_filling_tour(const Instance& instance);

}  // namespace heataco
