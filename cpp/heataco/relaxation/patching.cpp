#include "heataco/relaxation/patching.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace heataco {

namespace {

class Patching {
 public:
  Patching(const Instance& instance, const Assignment& assignment, Checkpoint& checkpoint)
      : instance_(instance),
        prices_(assignment.prices),
        checkpoint_(checkpoint),
        targets_(assignment.targets),
        sources_(sources_of(targets_)) {
    for (Node v = 0; v < instance.n(); ++v)
      beyond_.push_back(prices_.beyond(instance, v, targets_[index(v)]));
  }

  Tour run() {
    for (Cycles cycles = cycles_of(targets_); cycles.count() > 1; cycles = cycles_of(targets_))
      join(cycles, cycles.smallest());
    return tour_along(targets_);
  }

 private:
  // The arcs v → targets[v] and w → u go, v → u and w → targets[v] come.
  struct Patch {
    double cost;
    Node v;
    Node u;
  };

  void join(const Cycles& cycles, Node smallest) {
    Patch best{std::numeric_limits<double>::infinity(), no_node, no_node};
    for (Node v = 0; v < instance_.n(); ++v) {
      if (cycles.of[index(v)] != smallest) continue;
      checkpoint_.throw_if_interrupted();
      for (Node u = 0; u < instance_.n(); ++u)
        if (cycles.of[index(u)] != smallest) look_at(v, u, best);
    }
    const Node w = sources_[index(best.u)];
    link(w, std::exchange(targets_[index(best.v)], no_node));
    link(best.v, best.u);
  }

  // No arc is cheaper than its prices, so that most are dismissed by the first one alone.
  void look_at(Node v, Node u, Patch& best) const {
    const Node w = sources_[index(u)];
    const double first = prices_.beyond(instance_, v, u) - beyond_[index(v)] - beyond_[index(w)];
    if (best.u != no_node && first >= best.cost) return;
    const double cost = first + prices_.beyond(instance_, w, targets_[index(v)]);
    if (best.u == no_node || cost < best.cost) best = {cost, v, u};
  }

  void link(Node v, Node u) {
    targets_[index(v)] = u;
    sources_[index(u)] = v;
    beyond_[index(v)] = prices_.beyond(instance_, v, u);
  }

  const Instance& instance_;
  const Prices& prices_;
  Checkpoint& checkpoint_;
  std::vector<Node> targets_;
  std::vector<Node> sources_;
  std::vector<double> beyond_;  // what the arc out of a node costs beyond its prices
};

}  // namespace

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

Tour patched_tour(const Instance& instance, const Assignment& assignment, Checkpoint& checkpoint) {
  return Patching(instance, assignment, checkpoint).run();
}

}  // namespace heataco
