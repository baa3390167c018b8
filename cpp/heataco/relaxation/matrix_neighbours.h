// Neighbours of the nodes of a symmetric matrix.
#pragma once

#include <cstddef>

#include "heataco/core/checkpoint.h"
#include "heataco/core/instance.h"
#include "heataco/core/neighbours.h"
#include "heataco/relaxation/assignment.h"

namespace heataco {

// Whether the same few nodes are nearest to all others, as where distances are products of two
// weights. No tour can be made of such edges, whatever their lengths. Not looked for in instances
// that are too large for prices.
bool has_hubs(const Instance& instance, Checkpoint& checkpoint);

// Prices of the assignment problem, without directions: leaving a node costs what entering it does.
// When the watch says so it leaves off, with prices that are not the best ones.
Prices undirected_prices(const Instance& instance, Watch& watch);

// min(k, n − 1) neighbours of every node: the nearest ones, ascending by distance. Where there are
// hubs, they ascend by what the edge to them costs beyond the prices of its ends. Ties are broken
// by an order of each node's own.
NeighbourLists matrix_neighbours(const Instance& instance, std::size_t k, Watch& watch,
                                 Checkpoint& checkpoint);

}  // namespace heataco
