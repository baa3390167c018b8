// Construction candidates C_i: heat-supported nodes first, filled up with the nearest ones.
#pragma once

#include <vector>

#include "heataco/core/heatmap.h"
#include "heataco/core/neighbours.h"

namespace heataco {

// Rows ascending by (distance, node), like the neighbour lists; `confidence` is c_ij, 0 where the
// heatmap does not support the arc.
struct Candidates {
  NeighbourLists lists;
  std::vector<double> confidence;
};

// `nearest` holds at least k = min(candidates, n − 1) neighbours a row. Without a heatmap the
// candidates are the k nearest.
Candidates build_candidates(const Instance& instance, const NeighbourLists& nearest, std::size_t k,
                            const Confidences* heat, Checkpoint& checkpoint);

}  // namespace heataco
