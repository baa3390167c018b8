#include "heataco/relaxation/patching.h"

#include <algorithm>

namespace heataco {

Node Cycles::smallest() const noexcept {
  return static_cast<Node>(std::min_element(sizes.begin(), sizes.end()) - sizes.begin());
}

Cycles cycles_of(const std::vector<Node>& targets) {
  Cycles cycles;
  cycles.of.assign(targets.size(), no_node);
  for (std::size_t start = 0; start < targets.size(); ++start) {
    if (cycles.of[start] != no_node) continue;
    const auto cycle = static_cast<Node>(cycles.count());
    cycles.sizes.push_back(0);
    for (std::size_t v = start; cycles.of[v] == no_node; v = index(targets[v])) {
      cycles.of[v] = cycle;
      ++cycles.sizes.back();
    }
  }
  return cycles;
}

std::vector<Node> sources_of(const std::vector<Node>& targets) {
  std::vector<Node> sources(targets.size());
  for (std::size_t v = 0; v < targets.size(); ++v)
    sources[index(targets[v])] = static_cast<Node>(v);
  return sources;
}

Tour tour_along(const std::vector<Node>& targets) {
  Tour tour;
  tour.reserve(targets.size());
  Node v = 0;
  do {
    tour.push_back(v);
    v = targets[index(v)];
  } while (v != 0);
  return tour;
}

// No arc is cheaper than its prices, so that most patches are dismissed by their first arc alone.
Tour patched_tour(const Instance& instance, const Assignment& assignment, Checkpoint& checkpoint) {
  const auto beyond = [&](Node v, Node u) { return assignment.prices.beyond(instance, v, u); };
  std::vector<double> present;  // what the arc out of a node costs beyond its prices
  for (Node v = 0; v < instance.n(); ++v)
    present.push_back(beyond(v, assignment.targets[index(v)]));
  const auto cheapest = [&](const CycleArcs& arcs, const Cycles& cycles, Node smallest) {
    Patch best{0.0};
    for (Node v = 0; v < instance.n(); ++v) {
      if (cycles.of[index(v)] != smallest) continue;
      checkpoint.throw_if_interrupted();
      for (Node u = 0; u < instance.n(); ++u) {
        if (cycles.of[index(u)] == smallest) continue;
        const Node w = arcs.source(u);
        const double first = beyond(v, u) - present[index(v)] - present[index(w)];
        if (best.u != no_node && first >= best.cost) continue;
        const double cost = first + beyond(w, arcs.target(v));
        if (best.u == no_node || cost < best.cost) best = {cost, v, u};
      }
    }
    const Node w = arcs.source(best.u);
    present[index(w)] = beyond(w, arcs.target(best.v));
    present[index(best.v)] = beyond(best.v, best.u);
    return best;
  };
  CycleArcs arcs(assignment.targets);
  arcs.patch(cycles_of(assignment.targets), cheapest);
  return tour_along(arcs.targets());
}

}  // namespace heataco
