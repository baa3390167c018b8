#include "heataco/relaxation/sparse_arcs.h"

#include <algorithm>

namespace heataco {

SparseArcs::SparseArcs(const Instance& instance, const Prices& prices, double most,
                       std::size_t count, Watch& watch) {
  for (Node v = 0; v < instance.n(); ++v) {
    if (arcs_.size() >= count || watch.should_stop()) {
      complete_ = false;
      return;
    }
    starts_.push_back(arcs_.size());
    for (Node u = 0; u < instance.n(); ++u) {
      if (u == v) continue;
      const double beyond = prices.beyond(instance, v, u);
      if (beyond <= most && arcs_.size() < count)
        arcs_.push_back({beyond, instance.distance(v, u), u});
    }
    std::sort(arcs_.begin() + static_cast<std::ptrdiff_t>(starts_.back()), arcs_.end(),
              [](const Arc& a, const Arc& b) {
                return a.beyond != b.beyond ? a.beyond < b.beyond : a.to < b.to;
              });
    ends_.push_back(arcs_.size());
  }
  complete_ = arcs_.size() < count;
}

void SparseArcs::shorten_to(double most) {
  for (std::size_t v = 0; v < starts_.size(); ++v)
    while (ends_[v] > starts_[v] && arcs_[ends_[v] - 1].beyond > most) --ends_[v];
}

std::optional<std::vector<Node>> SparseArcs::patched(const Instance& instance,
                                                     std::vector<Node> targets, Cycles cycles,
                                                     double most) const {
  std::vector<Node> sources = sources_of(targets);
  for (double sum = 0.0; cycles.count() > 1; cycles = cycles_of(targets)) {
    const Node smallest = cycles.smallest();
    double least = most - sum;
    Node from = no_node;
    Node to = no_node;
    for (Node v = 0; v < static_cast<Node>(targets.size()); ++v) {
      if (cycles.of[index(v)] != smallest) continue;
      const double removed = instance.distance(v, targets[index(v)]);
      for (const Arc* arc = begin(v); arc != end(v); ++arc) {
        if (cycles.of[index(arc->to)] == smallest) continue;
        const Node w = sources[index(arc->to)];
        const double cost = arc->length + instance.distance(w, targets[index(v)]) - removed -
                            instance.distance(w, arc->to);
        if (cost < least) {
          least = cost;
          from = v;
          to = arc->to;
        }
      }
    }
    if (from == no_node) return std::nullopt;
    sum += least;
    const Node w = sources[index(to)];
    targets[index(w)] = targets[index(from)];
    sources[index(targets[index(w)])] = w;
    targets[index(from)] = to;
    sources[index(to)] = from;
  }
  return targets;
}

}  // namespace heataco
