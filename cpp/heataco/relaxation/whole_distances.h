// Whether all distances of an instance, and so the costs of all tours, are integers.
#pragma once

#include "heataco/core/checkpoint.h"
#include "heataco/core/instance.h"

namespace heataco {

// By the metric where there are coordinates, else by looking at the whole matrix; false where the
// watch says stop on the way.
bool all_whole(const Instance& instance, Watch& watch);

}  // namespace heataco
