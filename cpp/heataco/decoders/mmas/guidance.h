// What the construction is guided by beside the trails: candidates, evidence and its scale.
#pragma once

#include "heataco/decoders/mmas/mmas.h"

namespace heataco {

struct Guidance {
  Candidates candidates;
  Evidence evidence;         // empty where there is none
  double trail_range = 1.0;  // τ_max/τ_min
  double kappa = 0.0;        // κ
};

// `nearest` holds at least as many neighbours as there are to be candidates; `heat` may be null
// where there is no evidence.
Guidance guide(const Instance& instance, const HeatRows* heat, const NeighbourLists& nearest,
               const MmasParameters& parameters, Checkpoint& checkpoint);

}  // namespace heataco
