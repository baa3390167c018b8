// Cells: sets of neighbouring nodes, of about the same size, cut anew each time.
#pragma once

#include <vector>

#include "heataco/core/instance.h"
#include "heataco/core/rng.h"

namespace heataco {

// Cuts the nodes in two across their longer side, somewhere near the middle, and the halves again,
// until no cell has more than `max_nodes` nodes.
std::vector<std::vector<Node>> cut_into_cells(const Instance& instance, std::vector<Node> nodes,
                                              std::size_t max_nodes, Rng& rng);

}  // namespace heataco
