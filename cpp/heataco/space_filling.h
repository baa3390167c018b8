// A tour at hardly any cost.
#pragma once

#include "heataco/instance.h"
#include "heataco/types.h"

namespace heataco {

// Nodes with coordinates in the order in which Hilbert's curve comes by; others as they are
// numbered.
Tour space_filling_tour(const Instance& instance);

}  // namespace heataco
