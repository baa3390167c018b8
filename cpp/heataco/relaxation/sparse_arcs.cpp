#include "heataco/relaxation/sparse_arcs.h"

#include <algorithm>
#include <utility>

namespace heataco {

SparseArcs::SparseArcs(const Instance& instance, const Prices& prices, double limit,
                       std::size_t max_count, Watch& watch) {
  for (Node v = 0; v < instance.n(); ++v) {
    if (arcs_.size() >= max_count || watch.should_stop()) {
      complete_ = false;
      return;
    }
    starts_.push_back(arcs_.size());
    for (Node u = 0; u < instance.n(); ++u) {
      if (u == v) continue;
      const double beyond = prices.beyond(instance, v, u);
      if (beyond <= limit && arcs_.size() < max_count)
        arcs_.push_back({beyond, instance.distance(v, u), u});
    }
    std::sort(arcs_.begin() + static_cast<std::ptrdiff_t>(starts_.back()), arcs_.end(),
              [](const Arc& a, const Arc& b) {
                return a.beyond != b.beyond ? a.beyond < b.beyond : a.to < b.to;
              });
    ends_.push_back(arcs_.size());
  }
  complete_ = arcs_.size() < max_count;
}

std::size_t SparseArcs::count() const noexcept {
  std::size_t sum = 0;
  for (std::size_t v = 0; v < starts_.size(); ++v) sum += ends_[v] - starts_[v];
  return sum;
}

void SparseArcs::shorten_to(double limit) {
  for (std::size_t v = 0; v < starts_.size(); ++v)
    while (ends_[v] > starts_[v] && arcs_[ends_[v] - 1].beyond > limit) --ends_[v];
}

std::optional<std::vector<Node>> SparseArcs::patched(const Instance& instance,
                                                     std::vector<Node> targets, Cycles cycles,
                                                     double limit) const {
  double sum = 0.0;
  const auto cheapest = [&](const CycleArcs& arcs, const Cycles& now, Node smallest) {
    Patch best{limit - sum};
    for (Node v = 0; v < instance.n(); ++v) {
      if (now.of[index(v)] != smallest) continue;
      const double removed = instance.distance(v, arcs.target(v));
      for (const Arc* arc = begin(v); arc != end(v); ++arc) {
        if (now.of[index(arc->to)] == smallest) continue;
        const Node w = arcs.source(arc->to);
        const double cost = arc->length + instance.distance(w, arcs.target(v)) - removed -
                            instance.distance(w, arc->to);
        if (cost < best.cost) best = {cost, v, arc->to};
      }
    }
    sum += best.cost;
    return best;
  };
  CycleArcs arcs(std::move(targets));
  if (!arcs.patch(std::move(cycles), cheapest)) return std::nullopt;
  return arcs.targets();
}

}  // namespace heataco
