#include "heataco/relaxation/mending.h"

#include <algorithm>
#include <functional>
#include <limits>

#include "heataco/relaxation/patching.h"

namespace heataco {

Mending::Mending(const Instance& instance, const SparseArcs& arcs)
    : arcs_(arcs),
      compulsory_(index(instance.n())),
      has_forbidden_(index(instance.n())),
      reached_(index(instance.n())) {}

void Mending::take(const Subproblem& subproblem) {
  subproblem_ = &subproblem;
  sources_ = sources_of(subproblem.targets);
  std::fill(compulsory_.begin(), compulsory_.end(), char{0});
  std::fill(has_forbidden_.begin(), has_forbidden_.end(), char{0});
  for (const Node v : subproblem.compulsory) compulsory_[index(v)] = 1;
  for (const auto& [v, u] : subproblem.forbidden) has_forbidden_[index(v)] = 1;
}

double Mending::detour(Node v, double limit) {
  const Node goal = subproblem_->targets[index(v)];
  ++time_;
  queue_.clear();
  closed_.clear();
  look_from(v, 0.0, goal, limit);
  while (!queue_.empty()) {
    std::pop_heap(queue_.begin(), queue_.end(), std::greater<>());
    const auto [cost, u] = queue_.back();
    queue_.pop_back();
    if (cost > reached_[index(u)].cost) continue;  // entered at less since
    if (u == goal) return length_ = cost;
    closed_.emplace_back(cost, u);
    look_from(sources_[index(u)], cost, no_node, limit);
  }
  return length_ = std::numeric_limits<double>::infinity();
}

// `without` is where the arc leads that is to be replaced.
void Mending::look_from(Node v, double so_far, Node without, double limit) {
  const Prices& prices = subproblem_->prices;
  const double leaving = prices.leaving[index(v)];
  const bool some_forbidden = has_forbidden_[index(v)] != 0;
  for (const auto* arc = arcs_.begin(v); arc != arcs_.end(v); ++arc) {
    ++arcs_seen_;
    const Node u = arc->to;
    const double beyond = arc->length - leaving - prices.entering[index(u)];
    // Rounding makes arcs cheaper than their prices by a hair.
    const double cost = so_far + std::max(0.0, beyond);
    if (cost > limit || u == without) continue;
    Reached& reached = reached_[index(u)];
    if (reached.time == time_ && reached.cost <= cost) continue;
    if (is_compulsory(sources_[index(u)]) || (some_forbidden && is_forbidden(v, u))) continue;
    reached = {cost, v, time_};
    queue_.emplace_back(cost, u);
    std::push_heap(queue_.begin(), queue_.end(), std::greater<>());
  }
}

bool Mending::is_forbidden(Node v, Node u) const noexcept {
  const auto& forbidden = subproblem_->forbidden;
  return std::find(forbidden.begin(), forbidden.end(), std::pair{v, u}) != forbidden.end();
}

Subproblem Mending::mended(const Subproblem& parent, Node v) const {
  Subproblem child = parent;
  const Node goal = parent.targets[index(v)];
  child.forbidden.emplace_back(v, goal);
  child.prices.leaving[index(v)] += length_;
  for (const auto& [cost, u] : closed_) {
    child.prices.leaving[index(sources_[index(u)])] += length_ - cost;
    child.prices.entering[index(u)] -= length_ - cost;
  }
  for (Node u = goal;;) {
    const Node from = reached_[index(u)].from;
    u = std::exchange(child.targets[index(from)], u);
    if (from == v) return child;
  }
}

}  // namespace heataco
