#include "heataco/relaxation/lower_bound.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "heataco/relaxation/assignment.h"
#include "heataco/relaxation/complete_one_tree.h"
#include "heataco/relaxation/whole_distances.h"

namespace heataco {

namespace {

// The edges of a minimum 1-tree of the complete instance, and what they say of all tours.
struct Proof {
  std::vector<Edge> edges;
  double bound;
};

// Under prices p no tour is shorter than the 1-tree's length + Σ p (degree − that in a tour). Less
// than that is returned, for rounding; u is 2⁻⁵³. The tree is minimal by weights as rounded, which
// are off by u (length + 2 |p| at both ends) at most, and so are the edges of a tour of length L:
// all of these together by u (L + 4 Σ|p|), those of the tree by the same with its own length and
// degrees. The sum has less than 3n terms, and `tour_cost` adds up n; every addition is off by at
// most u times the sum of the magnitudes. Taking 2u covers higher powers of u, and `min` what is
// lost in the smallest numbers.
double certified(const PricedInstance& priced, const std::vector<Edge>& edges) {
  const Instance& instance = priced.instance;
  const bool directed = !instance.symmetric();
  std::vector<int> degrees(priced.prices.size());
  double sum = 0.0;
  for (const auto& [from, to] : edges) {
    sum += instance.distance(from, to);
    ++degrees[index(from)];
    ++degrees[index(to) + (directed ? index(instance.n()) : 0)];
  }
  double magnitude = sum;
  for (std::size_t i = 0; i < degrees.size(); ++i) {
    sum += priced.prices[i] * (degrees[i] - (directed ? 1 : 2));
    magnitude += std::abs(priced.prices[i]) * (degrees[i] + 2);
  }
  const double additions = 4.0 * instance.n() + 16.0;
  return sum - additions * std::numeric_limits<double>::epsilon() * magnitude -
         std::numeric_limits<double>::min();
}

Proof prove(const Numbering& numbering, const std::vector<double>& prices, Checkpoint& checkpoint) {
  std::vector<Edge> edges = complete_one_tree(numbering, prices, checkpoint);
  const double bound = certified({numbering.instance(), prices}, edges);
  return {std::move(edges), bound};
}

std::vector<double> in_full(const std::vector<float>& multipliers, double unit) {
  std::vector<double> prices;
  prices.reserve(multipliers.size());
  for (const float multiplier : multipliers) prices.push_back(unit * multiplier);
  for (double& price : prices)
    if (!std::isfinite(price)) price = 0.0;  // any prices prove something, but these
  return prices;
}

// Adds the edges that the graph lacks.
void extend(SupportGraph& graph, const Instance& instance, std::vector<Edge> edges) {
  if (!graph.directed)
    for (auto& [from, to] : edges)
      if (from > to) std::swap(from, to);
  std::sort(edges.begin(), edges.end());
  std::vector<char> held(edges.size());
  for (std::size_t e = 0; e < graph.size(); ++e) {
    const Edge edge{graph.from[e], graph.to[e]};
    const auto found = std::lower_bound(edges.begin(), edges.end(), edge);
    if (found != edges.end() && *found == edge)
      held[static_cast<std::size_t>(found - edges.begin())] = 1;
  }
  for (std::size_t e = 0; e < edges.size(); ++e) {
    if (held[e] != 0) continue;
    const auto [from, to] = edges[e];
    graph.from.push_back(from);
    graph.to.push_back(to);
    graph.length.push_back(static_cast<float>(instance.distance(from, to) / graph.unit));
  }
}

// How much an ascent may do. On large instances second climbs and late repairs, which duplicates,
// lattices and nodes at all scales need, would take longer than a fifth of a search, and raise the
// bound by hundredths of a percent; without coordinates they may raise it from nothing.
struct Effort {
  explicit Effort(const Instance& instance) {
    constexpr Node many = 2'000;
    constexpr Node very_many = 5'000;
    if (!instance.has_coordinates()) return;
    if (instance.n() >= many) climbs = Climbs::one;
    if (instance.n() >= very_many) max_repairs = 4;
  }

  Climbs climbs = Climbs::as_needed;
  int max_repairs = 8;
};

// A few edges that the sparse graph lacks can make its bound far too high. They are found by their
// trees, and the ascent goes on with them, until the two bounds agree.
double ascended_bound(const Numbering& numbering, const AlphaParameters& parameters,
                      Checkpoint& checkpoint) {
  constexpr double agreement = 1e-5;
  const Effort effort(numbering.instance());
  SupportGraph graph = support_graph(numbering, parameters.support, checkpoint);
  AscentParameters climb = parameters.ascent;
  double best = 0.0;
  for (int repair = 0; repair <= effort.max_repairs; ++repair) {
    Ascent ascent = ascend(graph, climb, checkpoint, effort.climbs);
    Proof proof = prove(numbering, in_full(ascent.multipliers, graph.unit), checkpoint);
    best = std::max(best, proof.bound);
    if (ascent.bound * graph.unit <= (1.0 + agreement) * proof.bound) break;
    extend(graph, numbering.instance(), std::move(proof.edges));
    graph.first_multipliers = std::move(ascent.multipliers);
    // Most prices are as they should be, and after the second repair nearly all.
    climb.iterations = std::max(1, parameters.ascent.iterations / (repair < 2 ? 3 : 6));
    climb.first_step = std::max(parameters.ascent.first_step / 20.0, climb.last_step);
  }
  return best;
}

// What the one tour of so few nodes costs, without what rounding may have added.
double only_tour(const Instance& instance) {
  if (instance.n() < 2) return 0.0;
  const double there = instance.distance(0, 1);
  const double back = instance.distance(1, 0);
  const double cost = there + back;
  const double rounded = cost - std::max(there, back);  // what is left of the smaller one
  return rounded > std::min(there, back) ? std::nextafter(cost, 0.0) : cost;
}

// The ascent starts from these prices, but in single precision.
double assignment_bound(const Numbering& numbering, Checkpoint& checkpoint) {
  Watch no_limit(checkpoint, std::numeric_limits<double>::infinity());
  const Prices prices = assignment_prices(numbering.instance(), no_limit);
  checkpoint.throw_if_interrupted();
  std::vector<double> both;
  for (const auto* side : {&prices.leaving, &prices.entering})
    for (const double price : *side) both.push_back(-price);
  return prove(numbering, both, checkpoint).bound;
}

}  // namespace

double lower_bound(const Instance& instance, const AlphaParameters& parameters,
                   Checkpoint& checkpoint) {
  if (instance.n() < 3) return only_tour(instance);
  const Numbering numbering(instance, checkpoint);
  double bound = ascended_bound(numbering, parameters, checkpoint);
  if (!instance.symmetric()) bound = std::max(bound, assignment_bound(numbering, checkpoint));
  Watch no_limit(checkpoint, std::numeric_limits<double>::infinity());
  const bool whole = all_whole(instance, no_limit);
  checkpoint.throw_if_interrupted();
  return whole ? std::ceil(bound) : bound;
}

}  // namespace heataco
