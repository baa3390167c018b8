// The running state of a Max–Min Ant System.
#pragma once

#include <limits>
#include <memory>
#include <optional>
#include <vector>

#include "heataco/decoders/mmas/ant.h"
#include "heataco/decoders/mmas/mmas.h"
#include "heataco/local_search/local_search.h"
#include "heataco/search/iterative_search.h"

namespace heataco {

// Everything that is built once per instance, before the first ant walks.
struct Preparation {
  Preparation(const Problem& problem, const MmasParameters& parameters, Checkpoint& checkpoint);

  Numbering numbering;  // all that follows is by its numbers
  NeighbourLists candidates;
  std::vector<double> fixed_weights;  // η^β · e^κ per candidate arc
  double trail_range = 1.0;           // τ_max/τ_min
  LocalSearchLists local_search;
};

// u_gb: every how many iterations the best tour deposits and not the iteration's (section III-B).
std::int64_t best_deposit_interval(bool local_search, std::int64_t iterations_since_restart);

class Colony final : public IterativeSearch {
 public:
  // Throws Interrupted when `deadline` says so.
  Colony(const Problem& problem, const MmasParameters& parameters, const Budget& budget,
         WorkerPool& pool, Watch& watch, Checkpoint& deadline);

 private:
  // The best tour since the last restart.
  struct RestartBest {
    Tour tour;
    double cost = std::numeric_limits<double>::infinity();
    std::int64_t iteration = 0;  // when it was found
  };

  bool iterate() override;
  double iteration_best() const override { return iteration_best_->cost; }
  Tour original(const Tour& tour) const override { return prepared_.numbering.undo(tour); }
  Learned copy_learned() const override;

  void make_ants(Node n, Checkpoint& deadline);
  void start(const Tour* initial, Checkpoint& deadline);
  bool build_tours();
  bool run_ants(std::size_t group);
  void note_bests();
  void update_trails();
  void deposit(const Tour& elite, double cost);
  void survey(const Tour& followed);
  void restart_if_stagnant();

  const MmasParameters& parameters_;
  WorkerPool& pool_;
  Preparation prepared_;
  const Instance& instance_;  // as renumbered
  TransitionWeights weights_;
  DrawSlot draw_slot_;
  std::optional<PheromoneTrails> trails_;
  std::vector<Ant> ants_;
  std::size_t group_size_;
  std::vector<std::unique_ptr<LocalSearch>> local_searches_;  // one for each group of ants
  Survey known_;  // of a tour that the ants follow nearly everywhere
  std::int64_t restart_iteration_ = 0;
  const Ant* iteration_best_ = nullptr;
  RestartBest restart_best_;
};

}  // namespace heataco
