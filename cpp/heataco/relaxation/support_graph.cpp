#include "heataco/relaxation/support_graph.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

#include "heataco/core/connectors.h"
#include "heataco/core/kd_tree.h"
#include "heataco/core/neighbours.h"
#include "heataco/decoders/greedy/greedy.h"
#include "heataco/relaxation/assignment.h"
#include "heataco/relaxation/directed_rows.h"
#include "heataco/relaxation/matrix_neighbours.h"

namespace heataco {

namespace {

// Pairs of nodes packed into one word each, in any order and with repetitions.
class Pairs {
 public:
  Pairs(bool directed, std::size_t max_count) : directed_(directed) { packed_.reserve(max_count); }

  void add(Node from, Node to) {
    if (!directed_ && from > to) std::swap(from, to);
    packed_.push_back(static_cast<std::uint64_t>(from) << 32 | static_cast<std::uint32_t>(to));
  }

  std::vector<std::uint64_t> unique() && {
    std::sort(packed_.begin(), packed_.end());
    packed_.erase(std::unique(packed_.begin(), packed_.end()), packed_.end());
    return std::move(packed_);
  }

 private:
  bool directed_;
  std::vector<std::uint64_t> packed_;
};

void add_tour(const Tour& tour, Pairs& pairs) {
  for (std::size_t t = 0; t < tour.size(); ++t) pairs.add(tour[t], tour[(t + 1) % tour.size()]);
}

void add_rows(const NeighbourLists& lists, Direction direction, Pairs& pairs) {
  for (Node v = 0; v < lists.n; ++v)
    for (std::size_t s = 0; s < lists.k; ++s)
      if (const Node u = lists.row(v)[s]; u != v)  // with which short rows are filled up
        direction == Direction::out ? pairs.add(v, u) : pairs.add(u, v);
}

void add_nodes_on_all_sides(const KdTree& tree, Node n, const SupportParameters& parameters,
                            Pairs& pairs, Checkpoint& checkpoint) {
  Found found;
  std::vector<Node> near;
  for (Node v = 0; v < n; ++v) {
    if (v % 64 == 0) checkpoint.throw_if_interrupted();
    near.clear();
    const auto take = [&] {
      for (const auto& [distance, u] : found)
        if (std::find(near.begin(), near.end(), u) == near.end()) near.push_back(u);
    };
    tree.nearest(v, parameters.neighbours, found, [](Node) { return true; });
    take();
    for (unsigned orthant = 0; orthant < KdTree::orthants; ++orthant) {
      tree.nearest_in_orthant(v, orthant, parameters.orthant_neighbours, found);
      take();
    }
    for (const Node u : near) pairs.add(v, u);
  }
}

// A matrix has no sides, so that more of the nearest must do, and connectors where they leave parts
// apart.
NeighbourLists rows_of_matrix(const Instance& instance, std::size_t count, Checkpoint& checkpoint) {
  Watch no_limit(checkpoint, std::numeric_limits<double>::infinity());
  const NeighbourLists near = matrix_neighbours(instance, count, no_limit, checkpoint);
  return tied_neighbours(instance, near, near.near, checkpoint);
}

// The largest and the smallest numbers have no mean that is a number above 0.
double mean_or_longest(double total, std::size_t count, double longest) {
  const double mean = total / static_cast<double>(count);
  if (mean > 0.0 && std::isfinite(mean)) return mean;
  return longest > 0.0 ? longest : 1.0;
}

SupportGraph to_graph(const Instance& instance, const std::vector<std::uint64_t>& edges) {
  SupportGraph graph;
  graph.n = instance.n();
  graph.directed = !instance.symmetric();
  graph.from.reserve(edges.size());
  graph.to.reserve(edges.size());
  graph.length.reserve(edges.size());
  double total = 0.0;
  double longest = 0.0;
  for (const std::uint64_t edge : edges) {
    graph.from.push_back(static_cast<Node>(edge >> 32));
    graph.to.push_back(static_cast<Node>(edge & 0xffffffff));
    const double length = instance.distance(graph.from.back(), graph.to.back());
    total += length;
    longest = std::max(longest, length);
  }
  graph.unit = mean_or_longest(total, edges.size(), longest);
  for (std::size_t e = 0; e < edges.size(); ++e)
    graph.length.push_back(
        static_cast<float>(instance.distance(graph.from[e], graph.to[e]) / graph.unit));
  return graph;
}

// Arcs that are short, and arcs that are cheap for what leaving and entering their ends costs.
SupportGraph directed_graph(const Instance& instance, std::size_t count, Pairs& pairs,
                            Checkpoint& checkpoint) {
  Watch no_limit(checkpoint, std::numeric_limits<double>::infinity());
  const Prices prices = assignment_prices(instance, no_limit);
  for (const Direction direction : {Direction::out, Direction::in})
    add_rows(nearest_neighbours(instance, count, direction, checkpoint), direction, pairs);
  const DirectedRows rows = directed_rows(instance, prices, count, checkpoint);
  add_rows(rows.out, Direction::out, pairs);
  add_rows(rows.in, Direction::in, pairs);
  SupportGraph graph = to_graph(instance, std::move(pairs).unique());
  for (const auto* side : {&prices.leaving, &prices.entering})
    for (const double price : *side)
      graph.first_multipliers.push_back(static_cast<float>(-price / graph.unit));
  return graph;
}

}  // namespace

SupportGraph support_graph(const Numbering& numbering, const SupportParameters& parameters,
                           Checkpoint& checkpoint) {
  const Instance& instance = numbering.instance();
  const auto n = index(instance.n());
  // First, because it needs the most memory on the way.
  const Tour tour = greedy_tour(instance, checkpoint);
  const std::size_t max_degree =
      std::min(n - 1, 4 * parameters.neighbours + KdTree::orthants * parameters.orthant_neighbours);
  Pairs pairs(!instance.symmetric(), n * (max_degree + 1));
  add_tour(tour, pairs);
  if (!instance.symmetric())
    return directed_graph(instance, parameters.neighbours, pairs, checkpoint);
  if (instance.has_coordinates()) {
    add_nodes_on_all_sides(numbering.tree(), instance.n(), parameters, pairs, checkpoint);
  } else {
    add_rows(rows_of_matrix(instance, 2 * parameters.neighbours, checkpoint), Direction::out,
             pairs);
  }
  return to_graph(instance, std::move(pairs).unique());
}

}  // namespace heataco
