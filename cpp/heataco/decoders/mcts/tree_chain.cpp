#include "heataco/decoders/mcts/tree_chain.h"

#include <algorithm>

#include "heataco/core/gain.h"
#include "heataco/decoders/mcts/weighted_tour.h"

namespace heataco {

TreeChain::TreeChain(const TreeChainContext& context)
    : instance_(context.instance),
      parameters_(context.parameters),
      potentials_(context.edges, parameters_.exploration, parameters_.reinforcement),
      local_search_(make_local_search(parameters_.local_search, instance_, context.local_search)),
      tour_(instance_.n()) {}

void TreeChain::start(const Tour* initial, Rng rng, Watch& watch) {
  rng_ = rng;
  enter(initial != nullptr ? *initial : drawn_tour(watch), watch);
  note_tour();
}

bool TreeChain::run(Rng rng, Watch& watch) {
  rng_ = rng;
  iteration_best_ = std::numeric_limits<double>::infinity();
  bool complete = true;
  for (Node simulation = 0; simulation < instance_.n() && complete; ++simulation) {
    if (tries_ == parameters_.tries * instance_.n()) jump(watch);
    if (simulate()) {
      apply();
    } else {
      ++tries_;
    }
    complete = !time_to_look() || !watch.should_stop();
  }
  note_tour();
  return complete;
}

// Simulation: a_1 at random, then a_{i+1} by the potentials of b_i, until closing the tour gains.
bool TreeChain::simulate() {
  potentials_.count_simulation();
  const Node a1 = rng_.below(instance_.n());
  Node b = tour_.next(a1);
  open_.open(a1);
  action_.removed.assign(1, {a1, b});
  double removed = instance_.distance(a1, b);
  double gain = removed;
  for (int step = 0; step < parameters_.depth; ++step) {
    ++steps_since_look_;
    const auto u = static_cast<double>(rng_.uniform_float());
    const std::size_t slot = potentials_.draw(b, a1, open_.after_head(), u);
    if (slot == EdgePotentials::no_slot) return false;
    potentials_.visit(slot);
    const Node a = potentials_.node(slot);
    gain -= instance_.distance(b, a);
    b = open_.join(a);
    const double also_removed = instance_.distance(a, b);
    gain += also_removed;
    removed += also_removed;
    action_.removed.push_back({a, b});
    action_.gain = gain - instance_.distance(b, a1);
    if (is_gain(action_.gain, removed, 2 * action_.removed.size())) return true;
  }
  return false;
}

// Selection and back-propagation.
void TreeChain::apply() {
  const auto& removed = action_.removed;
  const Node a1 = removed.front().a;
  const double relative_gain = action_.gain / cost_;
  for (std::size_t i = 0; i < removed.size(); ++i) {
    const bool last = i + 1 == removed.size();
    potentials_.reinforce(removed[i].b, last ? a1 : removed[i + 1].a, relative_gain);
    if (!last) tour_.exchange(a1, removed[i].b, removed[i + 1].b, removed[i + 1].a);
  }
  cost_ -= action_.gain;
  tries_ = 0;
  noted_ = false;
}

// No action helps any more: on to another state, with all that was learnt.
void TreeChain::jump(Watch& watch) {
  note_tour();
  enter(drawn_tour(watch), watch);
}

Tour TreeChain::drawn_tour(Watch& watch) {
  Deadline deadline(watch);
  return weighted_tour(potentials_, rng_, deadline);
}

void TreeChain::enter(Tour tour, Watch& watch) {
  if (local_search_) local_search_->improve(tour, watch);
  tour_.assign(tour);
  cost_ = tour_cost(instance_, tour.data());
  tries_ = 0;
  noted_ = false;
}

// States of one descent only get shorter, so that it is enough to look at the last one. Its cost is
// added up anew: the sum of the gains has gathered rounding errors.
void TreeChain::note_tour() {
  if (!noted_) cost_ = tour_cost(instance_, tour_.order().data());
  noted_ = true;
  iteration_best_ = std::min(iteration_best_, cost_);
  if (!(cost_ < best_cost_)) return;
  best_cost_ = cost_;
  best_tour_ = tour_.order();
}

bool TreeChain::time_to_look() {
  constexpr std::size_t steps_between_looks = 1'024;
  if (steps_since_look_ < steps_between_looks) return false;
  steps_since_look_ = 0;
  return true;
}

}  // namespace heataco
