// Edge assembly crossover: a tour takes over from another one where that is shorter.
#pragma once

#include <vector>

#include "heataco/core/checkpoint.h"
#include "heataco/core/rng.h"
#include "heataco/decoders/focused/alternating_cycles.h"
#include "heataco/decoders/focused/cycle_partners.h"
#include "heataco/decoders/focused/exchange.h"
#include "heataco/decoders/focused/frequencies.h"
#include "heataco/decoders/focused/search_space.h"

namespace heataco {

// After Nagata. The edges that only one of two tours has fall into cycles that alternate between
// them (AB-cycles). Exchanging cycles in the first tour gives a child, whose subtours are joined.
class Crossover {
 public:
  // What a child exchanges: one cycle, whose subtours are joined; or two that leave none, of which
  // one leads out of the subtours of the other; or blocks of cycles that meet, and two whose
  // subtours are joined. Where single cycles do not gain, several do, since they leave fewer
  // subtours. Each takes longer than the one before.
  enum class Sets { cycles, pairs, blocks };

  Crossover(const SearchSpace& space, Watch& watch);

  // Replaces the tour by its best child with the other one, if that is shorter than the tour; a
  // large tour by several at once. Best is what gains most for the diversity that is lost by it.
  // Children that lose before their subtours are joined do not count, nor those that are not found
  // when the watch stops. Returns by how much the tour got shorter.
  double improve(Tour& tour, const Tour& other, Sets sets, const Frequencies& frequencies,
                 Rng& rng);

 private:
  struct Child {
    double rank;
    double gain;
    std::vector<Edge> removed;
    std::vector<Edge> added;
  };
  using Set = std::vector<std::size_t>;  // of cycles, by their numbers

  void try_set(const Set& set, const Frequencies& frequencies, Exchange& exchange);
  void keep_child(const Frequencies& frequencies, const Exchange& exchange);
  void try_blocks(const Frequencies& frequencies, Exchange& exchange);
  void try_pairs(bool joined, const Frequencies& frequencies, Exchange& exchange);
  Set block_around(std::size_t cycle, const Set& component, Exchange& exchange);
  std::vector<Set> components();
  void assign(const Set& set, Exchange& exchange);
  double take_children(Exchange& exchange);
  void choose_children();
  double take(std::size_t first, std::size_t last, Exchange& exchange);
  bool touches_chosen(const Child& child) const;
  void mark(const Child& child);

  const SearchSpace& space_;
  Watch& watch_;
  LoggedTour a_;
  LoggedTour b_;
  AlternatingCycles cycles_;
  CyclePartners partners_;
  std::vector<int> owners_;  // cycles of nodes; all -1 between calls
  std::vector<Child> children_;
  Set chosen_;                   // children, by their places
  std::vector<char> of_chosen_;  // nodes that chosen children change; all 0 between calls
  std::vector<Node> marked_;
  std::vector<Edge> removed_;
  std::vector<Edge> added_;
};

}  // namespace heataco
