// How far a heatmap is to be trusted.
#pragma once

#include <vector>

#include "heataco/core/neighbours.h"
#include "heataco/search/search.h"

namespace heataco {

// Judged by the edges of a tour that is locally optimal and was found without the heatmap: how well
// the first `count` candidates of each row cover them, by heat and by distance.
Trust trust_in_heat(const std::vector<Edge>& edges, const NeighbourLists& by_heat,
                    const NeighbourLists& by_distance, std::size_t count);

}  // namespace heataco
