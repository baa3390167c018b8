// Pheromone trails on candidate arcs, their limits, and the transition weights made from them.
#pragma once

#include <vector>

#include "heataco/decoders/mmas/candidates.h"
#include "heataco/decoders/mmas/leaders.h"

namespace heataco {

// τ_max/τ_min, a constant of the run: 2n with local search, else by p_best (eq. 6).
double trail_range(Node n, std::size_t k, bool local_search, double p_best);

// The transition weights τ^α · (η^β · e^κ) of all candidate arcs, in rows padded for the roulette.
class TransitionWeights {
 public:
  // `fixed` is the bracket η^β · e^κ of every candidate arc, in the order of the candidates.
  TransitionWeights(const NeighbourLists& candidates, const std::vector<double>& fixed);

  std::size_t stride() const noexcept { return stride_; }
  const Node* nodes(Node v) const noexcept { return nodes_.data() + offset(v); }
  const float* weights(Node v) const noexcept { return weights_.data() + offset(v); }
  const Leaders& leaders(Node v) const noexcept { return leaders_[index(v)]; }

 private:
  friend class PheromoneTrails;

  std::size_t offset(Node v) const noexcept { return index(v) * stride_; }

  std::size_t stride_;
  std::vector<Node> nodes_;
  std::vector<float> fixed_;
  std::vector<float> weights_;
  CacheAligned<Leaders> leaders_;
};

// η^β · e^κ, each row scaled by its largest η (which changes no probability) and kept inside what
// a float holds with room for the trail factor.
std::vector<double> fixed_weights(const NeighbourLists& candidates, double beta,
                                  const std::vector<double>& log_evidence, double kappa,
                                  Checkpoint& checkpoint);

struct TrailParameters {
  double evaporation;  // ρ, the share that goes
  double alpha;
  bool symmetric;
  double range;  // τ_max/τ_min
};

class PheromoneTrails {
 public:
  // All trails start at τ_max. `weights` follow the trails from now on.
  PheromoneTrails(const NeighbourLists& candidates, const TrailParameters& parameters,
                  double best_cost, TransitionWeights& weights);

  // τ_max = 1/(ρ·L_best), τ_min from the range; the trails follow at the next update.
  void set_limits(double best_cost);
  void reset();  // all trails to τ_max

  // Evaporation, deposit of 1/cost along the tour, limits (eqs. 7 and 8) for the arcs that leave
  // the nodes begin, …, end − 1: rows are independent of each other.
  void update(const Tour& elite, double cost, Node begin, Node end);

  // Mean number of candidates with τ > min + band·(max − min), halved for symmetric instances.
  double branching_factor(double band) const;

  double tau_max() const noexcept { return tau_max_; }
  double tau_min() const noexcept { return tau_max_ / parameters_.range; }
  const std::vector<double>& values() const noexcept { return trails_; }

 private:
  void deposit(Node from, Node to, double amount);
  void limit_and_write_weights(Node begin, Node end);

  const NeighbourLists& candidates_;
  TrailParameters parameters_;
  double tau_max_ = 0.0;
  std::vector<double> trails_;
  TransitionWeights& weights_;
};

}  // namespace heataco
