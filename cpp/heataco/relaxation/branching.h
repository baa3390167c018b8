// An exact search for the shortest tour of a directed instance whose assignment is nearly a tour.
#pragma once

#include "heataco/relaxation/assignment.h"

namespace heataco {

struct BranchingResult {
  Tour tour;            // a shorter one, if any was found
  bool proven = false;  // there is none shorter than this, or than the one that was known
};

// Branch and bound after Carpaneto, Dell'Amico and Toth: the cheapest assignment is a lower bound;
// of one of its cycles each arc in turn is forbidden, with those before it made compulsory, and the
// assignment is mended by one cheapest path. Arcs that cost more beyond their prices than the known
// tour is longer than the bound are left out from the beginning. It gives up after an effort that
// is ample where the bound is tight, or when the watch says so; `known` is the length of a tour,
// and the assignment is complete.
BranchingResult branch(const Instance& instance, const Assignment& assignment, double known,
                       Watch& watch);

}  // namespace heataco
