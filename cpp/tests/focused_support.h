// Shared by the tests of the focused colony.
#pragma once

#include "heataco/focused/chain.h"
#include "mcts_support.h"

namespace heataco::testing {

inline const ChainParameters chain_parameters{{12, 3, 2}, 20, 0.1, 0.1};

inline Field field_of(const Instance& instance, std::size_t k) {
  Checkpoint checkpoint;
  NeighbourLists lists = nearest_neighbours(instance, k, Direction::out, checkpoint);
  std::vector<float> beliefs(lists.nodes.size(), 0.0F);
  return {instance.view(), std::move(lists), std::move(beliefs), {}};
}

}  // namespace heataco::testing
