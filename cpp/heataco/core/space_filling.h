// A tour at hardly any cost.
#pragma once

#include "heataco/core/instance.h"
#include "heataco/core/types.h"

namespace heataco {

// Nodes with coordinates in the order in which Hilbert's curve comes by; others as they are
// numbered.
Tour space_filling_tour(const Instance& instance);

}  // namespace heataco
