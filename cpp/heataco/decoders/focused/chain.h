// A chain of trials on one tour: an ant cuts it, Lin-Kernighan steps repair it, and what did not
// pay is taken back.
#pragma once

#include <array>
#include <cstdint>
#include <utility>
#include <vector>

#include "heataco/decoders/focused/search_space.h"
#include "heataco/decoders/focused/trails.h"
#include "heataco/decoders/focused/walker.h"
#include "heataco/lin_kernighan/lin_kernighan.h"

namespace heataco {

struct ChainParameters {
  LkParameters steps;
  int reach;         // steps of the walks from an ant's place to the other cuts
  double min_doubt;  // minimum probability of cutting an edge whose trail is 1
  double learning;   // rate of the trails

  template <class Read>
  void read_by(Read& read) {
    steps.read_by(read);
    read("reach", reach);
    read("min_doubt", min_doubt);
    read("learning", learning);
  }
};

class Chain final : public Walker {
 public:
  Chain(const SearchSpace& space, const ChainParameters& parameters);

  void start(const Tour& tour, Watch& watch) override;
  void resume(const Tour& tour) override;
  bool run(std::int64_t trials, double temperature, Rng& rng, Watch& watch) override;

  const Tour& tour() const noexcept override { return search_.tour().order(); }
  double cost() const noexcept override { return cost_; }
  const Trails& trails() const noexcept { return trails_; }

 private:
  static constexpr std::size_t cuts = 4;

  void attempt(double temperature, Rng& rng);
  void choose_cuts(Rng& rng);
  Node draw_place(Rng& rng) const;
  bool is_cut(Node v, std::size_t count) const;
  Node walk_from(Node v, int steps, Rng& rng) const;
  void find_leaps();
  Node draw_leap(Rng& rng) const;
  Node other_leap(Node place, Rng& rng) const;
  Node leap_from(Node v, Rng& rng) const;
  Node next_leap(Node v) const;
  bool cut_behind(Node v, int failures, Rng& rng) const;
  double reconnect();
  void learn();

  const SearchSpace& space_;
  ChainParameters parameters_;
  LinKernighan search_;
  Trails trails_;
  double cost_ = 0.0;
  double scale_ = 0.0;                          // mean length of the edges that are cut
  std::vector<std::pair<double, Node>> leaps_;  // lengths at the start, and the nodes before them
  double wide_share_ = 0.0;                     // of the trials
  std::array<Node, cuts> position_{};           // an edge is cut behind each
  std::array<Node, 2 * cuts> ends_{};           // of the edges that are cut
};

}  // namespace heataco
