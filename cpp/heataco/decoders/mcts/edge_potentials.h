// What a chain has learnt about the candidate edges, and the draw by it.
#pragma once

#include <cstdint>
#include <vector>

#include "heataco/decoders/mcts/candidate_edges.h"

namespace heataco {

// The weights W, the visit counts Q and the potentials
//   Z_ij = W_ij/Ω_i + α·sqrt(ln(M + 1)/(Q_ij + 1)),
// where Ω_i is the mean of W_ij over all other nodes j and M the number of simulations so far
// (Fu, Qiu and Zha, equations 4 to 6).
class EdgePotentials {
 public:
  static constexpr std::size_t no_slot = CandidateEdges::no_slot;

  EdgePotentials(const CandidateEdges& edges, double exploration, double reinforcement);

  // M grows by one, and with it what is granted to edges that were seldom visited.
  void count_simulation();

  // Draws a candidate of v in proportion to the potentials, for u uniform on [0, 1) and not within
  // a rounding of 1. Left out are two nodes and all potentials below 1; no_slot where none is left.
  std::size_t draw(Node v, Node excluded, Node excluded_too, double u);

  // Q of an edge, seen from both of its ends.
  void visit(std::size_t slot);

  // W += β·(exp(relative gain) − 1) for an edge of an action that improved the tour.
  void reinforce(Node v, Node u, double relative_gain);

  double potential(Node v, std::size_t slot) const noexcept;
  double weight(std::size_t slot) const noexcept { return states_[slot].weight; }
  Node node(std::size_t slot) const noexcept { return states_[slot].node; }
  std::uint32_t visits(std::size_t slot) const noexcept { return visits_[slot]; }
  const CandidateEdges& edges() const noexcept { return edges_; }

 private:
  // Together, since a draw reads all three.
  struct State {
    double weight;
    float rarity;  // 1/sqrt(Q + 1)
    Node node;
  };

  void count_visit(std::size_t slot);
  void strengthen(Node v, Node u, double amount);
  double scale(Node v) const noexcept;  // 1/Ω_v

  const CandidateEdges& edges_;
  double exploration_;
  double reinforcement_;
  std::vector<State> states_;
  std::vector<std::uint32_t> visits_;
  std::vector<double> totals_;
  std::uint64_t simulations_ = 0;
  double bonus_ = 0.0;              // α·sqrt(ln(M + 1))
  std::vector<double> cumulative_;  // scratch of a draw
};

}  // namespace heataco
