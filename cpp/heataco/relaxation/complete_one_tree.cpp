#include "heataco/relaxation/complete_one_tree.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "heataco/core/union_find.h"

namespace heataco {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr Node start = 0;  // the node that is not in the tree

// Prim's method on a matrix.
class DenseTree {
 public:
  explicit DenseTree(const PricedInstance& priced)
      : priced_(priced), nearest_(index(priced.instance.n()), {infinity, {}}) {
    for (Node v = 0; v < priced.instance.n(); ++v)
      if (v != start) outside_.push_back(v);
  }

  std::vector<Edge> find(Checkpoint& checkpoint) {
    std::vector<Edge> edges;
    Node last = outside_.back();
    outside_.pop_back();
    while (!outside_.empty()) {
      checkpoint.throw_if_interrupted();
      for (const Node u : outside_) look_at(last, u);
      const auto next = std::min_element(outside_.begin(), outside_.end(), [&](Node a, Node b) {
        return nearest_[index(a)].weight < nearest_[index(b)].weight;
      });
      last = *next;
      edges.push_back(nearest_[index(last)].edge);
      *next = outside_.back();
      outside_.pop_back();
    }
    return edges;
  }

 private:
  // The lightest edge from the tree to a node, in either direction.
  struct Nearest {
    double weight;
    Edge edge;
  };

  void look_at(Node inside, Node u) {
    Nearest& nearest = nearest_[index(u)];
    if (const double weight = priced_.weight(inside, u); weight < nearest.weight)
      nearest = {weight, {inside, u}};
    if (priced_.instance.symmetric()) return;
    if (const double weight = priced_.weight(u, inside); weight < nearest.weight)
      nearest = {weight, {u, inside}};
  }

  PricedInstance priced_;
  std::vector<Nearest> nearest_;
  std::vector<Node> outside_;
};

// Borůvka's method on a k-d tree: every component takes its lightest edge, until there is one
// component. Where several components choose edges in a circle, these weigh the same, and one of
// them is left out.
class SpatialTree {
 public:
  SpatialTree(const KdTree& tree, const PricedInstance& priced)
      : tree_(tree),
        priced_(priced),
        cheapest_(tree.of_cells<double>([&](Node v) { return priced.leaving(v); },
                                        [](double a, double b) { return std::min(a, b); })),
        sets_(priced.instance.n()),
        components_(index(priced.instance.n())),
        nearest_(index(priced.instance.n()), {-infinity, no_node}),
        lightest_(index(priced.instance.n())) {}

  std::vector<Edge> find(Checkpoint& checkpoint) {
    std::vector<Edge> edges;
    while (sets_.sets() > 2) {  // the start is one by itself
      number_components();
      std::fill(lightest_.begin(), lightest_.end(), Nearest{infinity, no_node});
      for_nodes([&](Node v) { keep(v); });
      for_nodes([&](Node v) {
        if (v % 64 == 0) checkpoint.throw_if_interrupted();
        if (!is_known(v)) look_from(v);
      });
      join_components(edges);
    }
    return edges;
  }

 private:
  // The lightest edge out of a node's component that leaves from this node or, where there is no
  // such node, a weight that none of these is below. Components only grow, so that both stay true.
  struct Nearest {
    double weight;
    Node node;
  };

  template <class Do>
  void for_nodes(const Do& act) const {
    for (Node v = 0; v < priced_.instance.n(); ++v)
      if (v != start) act(v);
  }

  void number_components() {
    for (Node v = 0; v < priced_.instance.n(); ++v) {
      components_[index(v)] = sets_.find(v);
      Nearest& nearest = nearest_[index(v)];
      if (nearest.node != no_node && sets_.find(nearest.node) == sets_.find(v))
        nearest.node = no_node;
    }
    of_cells_ =
        tree_.of_cells<Node>([&](Node v) { return v == start ? no_node : components_[index(v)]; },
                             [](Node a, Node b) { return a == b ? a : no_node; });
  }

  void join_components(std::vector<Edge>& edges) {
    for (const Nearest& end : lightest_) {
      if (end.node == no_node) continue;
      const Node other = nearest_[index(end.node)].node;
      if (sets_.join(end.node, other)) edges.emplace_back(end.node, other);
    }
  }

  bool is_known(Node v) const { return nearest_[index(v)].node != no_node; }
  Nearest& lightest(Node v) { return lightest_[index(components_[index(v)])]; }
  void keep(Node v) {
    if (is_known(v) && nearest_[index(v)].weight < lightest(v).weight)
      lightest(v) = {nearest_[index(v)].weight, v};
  }

  void look_from(Node v) {
    Nearest& nearest = nearest_[index(v)];
    if (nearest.weight >= lightest(v).weight) return;
    nearest.weight = lightest(v).weight;
    const Node own = components_[index(v)];
    const double price = priced_.leaving(v);
    tree_.explore(
        v, nearest.weight,
        [&](std::size_t cell, double distance) {
          return of_cells_[cell] == own ? infinity : distance + (price + cheapest_[cell]);
        },
        [&](Node u) {
          if (u == start || components_[index(u)] == own) return;
          if (const double weight = priced_.weight(v, u); weight < nearest.weight)
            nearest = {weight, u};
        });
    keep(v);
  }

  const KdTree& tree_;
  PricedInstance priced_;
  std::vector<double> cheapest_;  // price in every cell
  UnionFind sets_;
  std::vector<Node> components_;
  std::vector<Node> of_cells_;  // the one component in every cell, no_node where there are several
  std::vector<Nearest> nearest_;
  std::vector<Nearest> lightest_;  // edge out of every component: its weight, and its end inside
};

// The lightest edge at the start that `edge(u)` makes of nodes u.
template <class EdgeTo>
Edge lightest_at_start(const PricedInstance& priced, Node left_out, const EdgeTo& edge) {
  Edge best;
  double least = infinity;
  for (Node u = 0; u < priced.instance.n(); ++u) {
    if (u == start || u == left_out) continue;
    const Edge candidate = edge(u);
    const double weight = priced.weight(candidate.first, candidate.second);
    if (weight < least || best.first == best.second) best = candidate;
    least = std::min(least, weight);
  }
  return best;
}

}  // namespace

std::vector<Edge> complete_one_tree(const Numbering& numbering, const std::vector<double>& prices,
                                    Checkpoint& checkpoint) {
  const PricedInstance priced{numbering.instance(), prices};
  std::vector<Edge> edges = priced.instance.has_coordinates()
                                ? SpatialTree(numbering.tree(), priced).find(checkpoint)
                                : DenseTree(priced).find(checkpoint);
  const auto out = [](Node u) { return Edge{start, u}; };
  const auto in = [](Node u) { return Edge{u, start}; };
  edges.push_back(lightest_at_start(priced, no_node, out));
  edges.push_back(priced.instance.symmetric() ? lightest_at_start(priced, edges.back().second, out)
                                              : lightest_at_start(priced, no_node, in));
  return edges;
}

}  // namespace heataco
