// Which cycles, exchanged together with one that leaves subtours, may leave a tour.
#pragma once

#include <utility>
#include <vector>

#include "heataco/decoders/focused/alternating_cycles.h"
#include "heataco/decoders/focused/exchange.h"
#include "heataco/decoders/focused/search_space.h"

namespace heataco {

class CyclePartners {
 public:
  CyclePartners(const SearchSpace& space, const LoggedTour& tour) : space_(space), tour_(tour) {}

  // The cycles between the tour and another one. They stay where they are.
  void assign(const AlternatingCycles& cycles);

  // How much shorter the tour gets, wherever it falls apart.
  double gain(std::size_t cycle) const { return gains_[cycle]; }

  // Cycles that lead out of a subtour of the exchange, which is the one of the cycle, and with
  // which something is gained in all; if they are many, those that gain most.
  const std::vector<std::size_t>& of(std::size_t cycle, const Exchange& exchange);

 private:
  void look_at(std::size_t other, std::size_t cycle, Node node, const Exchange& exchange);
  void keep_best();

  const SearchSpace& space_;
  const LoggedTour& tour_;
  const AlternatingCycles* cycles_ = nullptr;
  std::vector<double> gains_;
  std::vector<std::pair<Node, std::size_t>> places_;  // positions of cycles, and which these are
  std::vector<std::size_t> looked_from_;              // the cycle that a cycle was met from last
  std::vector<std::size_t> found_;
};

}  // namespace heataco
