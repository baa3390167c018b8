// Tours to start from that differ from each other.
#pragma once

#include "heataco/focused/field.h"
#include "heataco/rng.h"
#include "heataco/search.h"

namespace heataco {

// Greedy merging of candidate edges whose lengths are taken too long or too short at random; fixed
// edges come first. For fields whose distances are all finite.
Tour random_start(const Field& field, Rng rng, Checkpoint& checkpoint);

}  // namespace heataco
