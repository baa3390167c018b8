// Pheromone of the focused colony: how likely an edge is to come back when an ant has cut it.
#pragma once

#include <vector>

#include "heataco/core/neighbours.h"

namespace heataco {

// One value in [0, 1] for each candidate slot, at first what the heatmap believes; with every trial
// the evidence fades into experience. Edges that are no candidates have no trail.
class Trails {
 public:
  Trails(const NeighbourLists& candidates, std::vector<float> beliefs)
      : candidates_(candidates), values_(std::move(beliefs)) {}

  float between(Node a, Node b) const noexcept {
    const std::size_t s = slot(a, b);
    return s == none ? 0.0F : values_[s];
  }

  // After a trial that cut the edge: whether it is in the tour again.
  void learn(Node a, Node b, bool back, float rate) noexcept {
    learn_slot(slot(a, b), back, rate);
    learn_slot(slot(b, a), back, rate);
  }

  const std::vector<float>& values() const noexcept { return values_; }

 private:
  static constexpr std::size_t none = static_cast<std::size_t>(-1);

  std::size_t slot(Node a, Node b) const noexcept {
    const Node* row = candidates_.row(a);
    for (std::size_t s = 0; s < candidates_.k; ++s)
      if (row[s] == b) return index(a) * candidates_.k + s;
    return none;
  }
  void learn_slot(std::size_t s, bool back, float rate) noexcept {
    if (s != none) values_[s] += rate * ((back ? 1.0F : 0.0F) - values_[s]);
  }

  const NeighbourLists& candidates_;
  std::vector<float> values_;
};

}  // namespace heataco
