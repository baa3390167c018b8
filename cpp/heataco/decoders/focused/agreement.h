// What several tours agree on, as a search space: their edges are its candidates.
#pragma once

#include <vector>

#include "heataco/core/checkpoint.h"
#include "heataco/decoders/focused/search_space.h"

namespace heataco {

// An edge is believed as far as the tours have it: by the share of them. The most frequent edges of
// a node come first, and only the first few are kept. Fixed edges are no candidates.
SearchSpace agreement(const SearchSpace& space, const std::vector<Tour>& tours);

// Every edge of the tours, with the share of them that have it.
Learned shares(Node n, const std::vector<Tour>& tours, bool directed);

}  // namespace heataco
