// How walkers are made, and what they start from.
#pragma once

#include "heataco/decoders/focused/focused.h"
#include "heataco/decoders/focused/polish.h"
#include "heataco/decoders/focused/population.h"

namespace heataco {

struct WalkerFactory {
  MakeWalker make_walker;
  MakeStart make_start;
  Polishers polishers;
};

// Whether a walker takes a tour of the space as a whole, and not region by region.
bool walked_as_a_whole(const SearchSpace& space, std::size_t region_size);

// For the walkers of a focused search; all that is given must outlive them.
WalkerFactory walker_factory(const SearchSpace& space, const FocusedParameters& parameters,
                             MakeStart make_start, WorkerPool& pool);

}  // namespace heataco
