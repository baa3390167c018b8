#include "heataco/relaxation/alpha_nearness.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "heataco/core/distinct.h"

namespace heataco {

std::vector<float> alphas(const SupportGraph& graph, const std::vector<float>& multipliers) {
  OneTree tree(graph);
  tree.find(multipliers);
  const auto weight = [&](std::size_t e) { return graph.weight(e, multipliers); };
  PathMaxima maxima(graph.n);
  // The longest edge at node 0 that gives way to another: leaving and entering it apart.
  float at_start[2] = {-std::numeric_limits<float>::infinity(),
                       -std::numeric_limits<float>::infinity()};
  const auto side = [&](std::size_t e) { return graph.directed && graph.to[e] == 0 ? 1 : 0; };
  std::vector<std::uint32_t> ascending = tree.edges();
  std::sort(ascending.begin(), ascending.end(),
            [&](std::uint32_t a, std::uint32_t b) { return weight(a) < weight(b); });
  for (const std::uint32_t e : ascending) {
    if (graph.from[e] == 0 || graph.to[e] == 0)
      at_start[side(e)] = std::max(at_start[side(e)], weight(e));
    else
      maxima.join(graph.from[e], graph.to[e], weight(e));
  }
  std::vector<float> result(graph.size());
  for (std::size_t e = 0; e < graph.size(); ++e) {
    const bool starting = graph.from[e] == 0 || graph.to[e] == 0;
    const float given_up =
        starting ? at_start[side(e)] : maxima.between(graph.from[e], graph.to[e]);
    result[e] = std::max(weight(e) - given_up, 0.0f);
  }
  return result;
}

namespace {

AlphaNearness nearness_of_distinct(const Instance& instance, const AlphaParameters& parameters,
                                   Checkpoint& checkpoint) {
  SupportGraph graph;
  std::vector<Node> order;
  {
    const Numbering numbering(instance, checkpoint);
    graph = support_graph(numbering, parameters.support, checkpoint);
    order = numbering.order();
  }
  Ascent ascended = ascend(graph, parameters.ascent, checkpoint);
  AlphaNearness result;
  result.alpha = alphas(graph, ascended.multipliers);
  result.bound = ascended.bound * graph.unit;
  result.frequencies = std::move(ascended.frequencies);
  const auto mean_edge = static_cast<float>(ascended.bound / graph.n);
  if (mean_edge > 0.0f)
    for (float& alpha : result.alpha) alpha /= mean_edge;
  result.from = std::move(graph.from);
  result.to = std::move(graph.to);
  for (Node& v : result.from) v = order[index(v)];
  for (Node& v : result.to) v = order[index(v)];
  return result;
}

// Nodes of one point stand in a row, and the first of them for all.
AlphaNearness expanded(AlphaNearness result, const Distinct& distinct) {
  for (Node& v : result.from) v = distinct.nodes()[index(v)];
  for (Node& v : result.to) v = distinct.nodes()[index(v)];
  std::vector<Node> last = distinct.nodes();
  for (std::size_t v = 0; v < distinct.point_of().size(); ++v) {
    Node& before = last[static_cast<std::size_t>(distinct.point_of()[v])];
    if (before == static_cast<Node>(v)) continue;
    result.from.push_back(std::exchange(before, static_cast<Node>(v)));
    result.to.push_back(static_cast<Node>(v));
    result.alpha.push_back(0.0f);
    result.frequencies.push_back(1.0f);
  }
  return result;
}

}  // namespace

AlphaNearness alpha_nearness(const Instance& instance, const AlphaParameters& parameters,
                             Checkpoint& checkpoint) {
  Watch watch(checkpoint, std::numeric_limits<double>::infinity());
  const Distinct distinct(instance, watch);
  constexpr Node min_points = 8;  // a 1-tree needs three; so few are told by their distances
  if (!distinct.worthwhile() || distinct.points().n() < min_points)
    return nearness_of_distinct(instance, parameters, checkpoint);
  return expanded(nearness_of_distinct(distinct.points(), parameters, checkpoint), distinct);
}

}  // namespace heataco
