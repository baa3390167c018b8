// Candidates of a directed instance: near nodes, and arcs between the parts that these leave apart.
#pragma once

#include <cstddef>

#include "heataco/core/checkpoint.h"
#include "heataco/core/instance.h"
#include "heataco/core/neighbours.h"
#include "heataco/relaxation/assignment.h"

namespace heataco {

// Of equal lengths.
struct DirectedRows {
  NeighbourLists out;
  NeighbourLists in;
};

// The cheapest neighbours of every node in either direction, by what arcs cost beyond the prices.
// Where all rows together leave parts apart, such as families of jobs between which machines are
// set up, connectors come behind them: the cheapest arc to each of the nearest parts and the
// cheapest one from there, and so on with what is still apart then. Among arcs of the same cost
// each node has an order of its own.
DirectedRows directed_rows(const Instance& instance, const Prices& prices, std::size_t k,
                           Checkpoint& checkpoint);

}  // namespace heataco
