// Lin-Kernighan steps as a local search.
#pragma once

#include <vector>

#include "heataco/lin_kernighan/lin_kernighan.h"
#include "heataco/local_search/local_search.h"

namespace heataco {

// Asymmetric instances are searched as symmetric ones of twice as many nodes, where two nodes that
// stand for one stay together.
class Lk final : public LocalSearch {
 public:
  Lk(const Instance& instance, const LocalSearchLists& lists);
  void improve(Tour& tour, Watch& watch) override;

 private:
  // Longer lists and more breadth take longer for little; with eight the gap is a quarter larger.
  static constexpr std::size_t max_candidates = 10;
  static constexpr LkParameters parameters{.depth = 12, .breadth = 3, .second_breadth = 2};

  bool directed_;
  Instance instance_;
  NeighbourLists candidates_;
  std::vector<Node> partners_;
  LinKernighan search_;
};

}  // namespace heataco
