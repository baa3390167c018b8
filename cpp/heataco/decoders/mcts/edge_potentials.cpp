#include "heataco/decoders/mcts/edge_potentials.h"

#include <algorithm>
#include <cmath>

namespace heataco {

EdgePotentials::EdgePotentials(const CandidateEdges& edges, double exploration,
                               double reinforcement)
    : edges_(edges),
      exploration_(exploration),
      reinforcement_(reinforcement),
      visits_(edges.nodes.size(), 0),
      totals_(edges.totals) {
  states_.reserve(edges.nodes.size());
  for (std::size_t slot = 0; slot < edges.nodes.size(); ++slot)
    states_.push_back({edges.weights[slot], 1.0F, edges.nodes[slot]});
  std::size_t longest = 0;
  for (Node v = 0; v < edges.n(); ++v) longest = std::max(longest, edges.end(v) - edges.begin(v));
  cumulative_.resize(longest);
}

void EdgePotentials::count_simulation() {
  ++simulations_;
  bonus_ = exploration_ * std::sqrt(std::log(static_cast<double>(simulations_) + 1.0));
}

std::size_t EdgePotentials::draw(Node v, Node excluded, Node excluded_too, double u) {
  const State* row = states_.data() + edges_.begin(v);
  const std::size_t length = edges_.end(v) - edges_.begin(v);
  const double weight_scale = scale(v);
  double total = 0.0;
  for (std::size_t s = 0; s < length; ++s) {
    const State& state = row[s];
    const double potential =
        state.weight * weight_scale + bonus_ * static_cast<double>(state.rarity);
    const bool open = potential >= 1.0 && state.node != excluded && state.node != excluded_too;
    total += open ? potential : 0.0;
    cumulative_[s] = total;
  }
  if (total == 0.0) return no_slot;
  const double point = u * total;
  std::size_t s = 0;
  while (cumulative_[s] <= point) ++s;
  return edges_.begin(v) + s;
}

void EdgePotentials::visit(std::size_t slot) {
  count_visit(slot);
  if (edges_.mirrors[slot] != no_slot) count_visit(edges_.mirrors[slot]);
}

void EdgePotentials::count_visit(std::size_t slot) {
  ++visits_[slot];
  states_[slot].rarity = 1.0F / std::sqrt(static_cast<float>(visits_[slot]) + 1.0F);
}

void EdgePotentials::reinforce(Node v, Node u, double relative_gain) {
  const double amount = reinforcement_ * std::expm1(relative_gain);
  strengthen(v, u, amount);
  strengthen(u, v, amount);
}

// The edge that closes an action need be no candidate: the mean of its node then grows alone.
void EdgePotentials::strengthen(Node v, Node u, double amount) {
  totals_[index(v)] += amount;
  for (std::size_t slot = edges_.begin(v); slot < edges_.end(v); ++slot)
    if (states_[slot].node == u) states_[slot].weight += amount;
}

double EdgePotentials::potential(Node v, std::size_t slot) const noexcept {
  const State& state = states_[slot];
  return state.weight * scale(v) + bonus_ * static_cast<double>(state.rarity);
}

double EdgePotentials::scale(Node v) const noexcept {
  return static_cast<double>(edges_.n() - 1) / totals_[index(v)];
}

}  // namespace heataco
