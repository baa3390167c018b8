// Subgradient ascent on the multipliers of the Held–Karp relaxation.
#pragma once

#include <vector>

#include "heataco/relaxation/one_tree.h"

namespace heataco {

// Named and documented in the Python dataclass, where the defaults stand.
struct AscentParameters {
  int iterations;
  double first_step;
  double last_step;
  double momentum;
  double memory;      // share of the iterations over which the frequencies are taken
  double separation;  // see PriceGroups

  template <class Read>
  void read_by(Read& read) {
    read("iterations", iterations);
    read("first_step", first_step);
    read("last_step", last_step);
    read("momentum", momentum);
    read("memory", memory);
    read("separation", separation);
  }
};

struct Ascent {
  std::vector<float> multipliers;  // those of the best bound
  std::vector<float> frequencies;  // of every edge: the share of recent 1-trees that held it
  double bound = 0.0;              // a lower bound on tours of the graph, in its unit
};

// Whether a climb that ends far from its goal is followed by one of twice the length.
enum class Climbs { one, as_needed };

Ascent ascend(const SupportGraph& graph, const AscentParameters& parameters, Checkpoint& checkpoint,
              Climbs climbs = Climbs::as_needed);

}  // namespace heataco
