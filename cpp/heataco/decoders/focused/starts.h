// Tours to start from that differ from each other.
#pragma once

#include "heataco/core/rng.h"
#include "heataco/decoders/focused/search_space.h"
#include "heataco/search/search.h"

namespace heataco {

// Greedy merging of candidate edges whose lengths are taken too long or too short at random; fixed
// edges come first. `instance` is the space's own, or the directed one that it doubles; the tour is
// one of that.
Tour random_start(const Instance& instance, const SearchSpace& space, Rng rng,
                  Checkpoint& checkpoint);

}  // namespace heataco
