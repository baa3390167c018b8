// Greedy merging: the best-scored edges first, as long as they fit into one tour.
#pragma once

#include <string>

#include "heataco/mmas.h"

namespace heataco {

struct GreedyParameters {
  std::string local_search;
  std::size_t local_search_neighbours;
};

// Edges by h/d descending under the degree and subtour checks; where the heat ends the remaining
// fragments are joined by distance, short edges first. Without heat, distance decides alone.
SearchResult greedy(const Problem& problem, const GreedyParameters& parameters,
                    const Budget& budget, Checkpoint& checkpoint);

}  // namespace heataco
