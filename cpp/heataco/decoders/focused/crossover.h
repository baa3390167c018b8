// Edge assembly crossover: a tour takes over from another one where that is shorter.
#pragma once

#include <vector>

#include "heataco/core/rng.h"
#include "heataco/decoders/focused/exchange.h"
#include "heataco/decoders/focused/search_space.h"

namespace heataco {

// After Nagata. The edges that only one of two tours has fall into cycles that alternate between
// them (AB-cycles). Exchanging one cycle in the first tour gives a child, whose subtours are
// joined.
class Crossover {
 public:
  explicit Crossover(const SearchSpace& space);

  // Replaces the tour by its shortest child with the other one, if that is shorter than the tour; a
  // large tour by several in turn. Children that lose before their subtours are joined do not
  // count. Returns by how much it got shorter.
  double improve(Tour& tour, const Tour& other, Rng& rng);

 private:
  // The edges of a node that only one of the tours has, as long as they are in no cycle yet.
  struct Loose {
    Node nodes[2];
    int count = 0;
  };

  double try_cycle(const std::vector<Node>& cycle, Exchange& exchange);
  bool applies(const std::vector<Node>& cycle) const;
  void find_loose_edges();
  void find_cycles(Rng& rng);
  void walk_from(Node start, Rng& rng);
  void take(std::vector<Loose>& loose, Node v, Node u);
  void cut_off_cycle(std::size_t from);

  const SearchSpace& space_;
  LoggedTour a_;
  LoggedTour b_;
  std::vector<Loose> loose_[2];            // of a and of b
  std::vector<Node> different_;            // nodes with loose edges
  std::vector<Node> path_;                 // edges of a and b in turn, beginning with a
  std::vector<std::vector<Node>> cycles_;  // first edge of a
  std::vector<int> seen_[2];               // place of a node on the path, at even and at odd places
  std::vector<Edge> removed_;
  std::vector<Edge> added_;
};

}  // namespace heataco
