// What two tours differ by: cycles of edges that only one of them has.
#pragma once

#include <vector>

#include "heataco/core/rng.h"
#include "heataco/core/types.h"
#include "heataco/lin_kernighan/logged_tour.h"

namespace heataco {

// Nagata's AB-cycles: edges of the tours a and b in turn. Every edge that only one tour has is in
// one of them; which, chance decides.
class AlternatingCycles {
 public:
  explicit AlternatingCycles(Node n);

  // A cycle begins with an edge of a, and its last node is its first one again.
  void find(const LoggedTour& a, const LoggedTour& b, Rng& rng);

  std::size_t size() const noexcept { return cycles_.size(); }
  const std::vector<Node>& operator[](std::size_t c) const { return cycles_[c]; }

 private:
  // The edges of a node that only one of the tours has, as long as they are in no cycle yet.
  struct Loose {
    Node nodes[2];
    int count = 0;
  };

  void find_loose_edges(const LoggedTour& a, const LoggedTour& b);
  void walk_from(Node start, Rng& rng);
  void take(std::vector<Loose>& loose, Node v, Node u);
  void cut_off_cycle(std::size_t from);

  std::vector<Loose> loose_[2];  // of a and of b
  std::vector<Node> different_;  // nodes with loose edges
  std::vector<Node> path_;       // edges of a and b in turn, beginning with a
  std::vector<int> seen_[2];     // place of a node on the path, at even and at odd places
  std::vector<std::vector<Node>> cycles_;
};

}  // namespace heataco
