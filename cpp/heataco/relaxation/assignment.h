// The assignment problem of a directed instance: prices of leaving and of entering its nodes.
#pragma once

#include <cstdint>
#include <vector>

#include "heataco/core/checkpoint.h"
#include "heataco/core/instance.h"
#include "heataco/core/neighbours.h"

namespace heataco {

// The dual solution of the assignment problem, which asks for one arc out of every node and one
// into it, in one cycle or many. No arc is cheaper than its two prices, and a tour of arcs that
// cost just these would be optimal: what an arc costs beyond them says more of it than its length.
struct Prices {
  std::vector<double> leaving;
  std::vector<double> entering;

  // Nothing costs anything: arcs cost their lengths beyond it.
  static Prices none(Node n) {
    const std::vector<double> nothing(index(n), 0.0);
    return {nothing, nothing};
  }

  // The prices are added first: where leaving a node costs what entering it does, it is the same to
  // the last digit in both directions. A descent in lengths that are not would never end.
  double beyond(const Instance& instance, Node from, Node to) const noexcept {
    return instance.distance(from, to) -
           (leaving[static_cast<std::size_t>(from)] + entering[static_cast<std::size_t>(to)]);
  }
};

struct Assignment {
  Prices prices;
  std::vector<Node> targets;  // where the arc out of each node leads; none where time was up

  bool complete() const noexcept { return !targets.empty(); }
};

// Shortest augmenting paths; O(n³) at worst. When the watch says so it leaves off, with prices that
// are not the best ones.
Assignment cheapest_assignment(const Instance& instance, Watch& watch);
Prices assignment_prices(const Instance& instance, Watch& watch);

// Where u stands for v among nodes that cost v the same: each node has an order of its own.
std::uint64_t order_of_its_own(Node v, Node u);

// min(k, n − 1) neighbours of every node, ascending by what their arcs cost beyond the prices.
// Among the many that cost the same, each node has an order of its own: if all preferred the same
// few, the arcs would not make a tour.
NeighbourLists cheapest_neighbours(const Instance& instance, const Prices& prices, std::size_t k,
                                   Direction direction, Checkpoint& checkpoint);

}  // namespace heataco
