// How far edges are from the minimum 1-tree: Helsgaun's alpha-nearness, on a sparse graph.
#pragma once

#include <vector>

#include "heataco/relaxation/ascent.h"

namespace heataco {

// α of every edge under the given multipliers, in the graph's unit.
std::vector<float> alphas(const SupportGraph& graph, const std::vector<float>& multipliers);

struct AlphaNearness {
  std::vector<Node> from, to;  // edges once each, arcs where directed
  std::vector<float> alpha;    // what the 1-tree grows by if it must hold the edge, in mean edges
  std::vector<float> frequencies;  // as in Ascent
  double bound = 0.0;              // Held–Karp bound of the sparse graph
};

struct AlphaParameters {
  SupportParameters support;
  AscentParameters ascent;

  template <class Read>
  void read_by(Read& read) {
    support.read_by(read);
    ascent.read_by(read);
  }
};

AlphaNearness alpha_nearness(const Instance& instance, const AlphaParameters& parameters,
                             Checkpoint& checkpoint);

}  // namespace heataco
