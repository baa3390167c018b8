// One chain of states: tours, each reached from the one before by a sampled action or a jump.
#pragma once

#include <limits>
#include <memory>
#include <vector>

#include "heataco/core/rng.h"
#include "heataco/decoders/mcts/edge_potentials.h"
#include "heataco/decoders/mcts/mcts.h"
#include "heataco/decoders/mcts/open_tour.h"
#include "heataco/local_search/local_search.h"

namespace heataco {

// What the chains of a search share, by its numbers.
struct TreeChainContext {
  const Instance& instance;
  const CandidateEdges& edges;
  const LocalSearchLists& local_search;
  const MctsParameters& parameters;
};

// (a_1, b_1, a_2, b_2, …): removes the edges (a_i, b_i) and adds (b_i, a_{i+1}), the last to a_1.
struct Action {
  struct Removed {
    Node a;
    Node b;
  };
  std::vector<Removed> removed;
  double gain = 0.0;  // by how much the tour is shorter after it
};

// Learns for itself, so that chains can run side by side.
class TreeChain {
 public:
  explicit TreeChain(const TreeChainContext& context);

  // The first state: the given tour, or a drawn one where there is none.
  void start(const Tour* initial, Rng rng, Watch& watch);

  // An iteration: n simulations. False when stopped before they were through.
  bool run(Rng rng, Watch& watch);

  // Samples one action; true where it improves the tour.
  bool simulate();
  // Goes on to the tour that the sampled action leads to, and learns from it.
  void apply();

  const Tour& tour() const noexcept { return tour_.order(); }
  const Action& action() const noexcept { return action_; }
  const EdgePotentials& potentials() const noexcept { return potentials_; }
  double iteration_best() const noexcept { return iteration_best_; }
  const Tour& best_tour() const noexcept { return best_tour_; }
  double best_cost() const noexcept { return best_cost_; }

 private:
  Tour drawn_tour(Watch& watch);
  void jump(Watch& watch);
  void enter(Tour tour, Watch& watch);
  void note_tour();
  bool time_to_look();

  const Instance& instance_;
  const MctsParameters& parameters_;
  EdgePotentials potentials_;
  std::unique_ptr<LocalSearch> local_search_;
  Rng rng_;
  ReversibleTour tour_;
  OpenTour open_{tour_};
  Action action_;
  double cost_ = 0.0;       // of the tour
  bool noted_ = true;       // whether the bests know of it
  std::int64_t tries_ = 0;  // in vain, since the tour was reached
  std::size_t steps_since_look_ = 0;
  double iteration_best_ = std::numeric_limits<double>::infinity();
  Tour best_tour_;
  double best_cost_ = std::numeric_limits<double>::infinity();
};

}  // namespace heataco
