#include <cmath>
#include <set>

#include "heataco/core/kd_tree.h"
#include "heataco/relaxation/alpha_nearness.h"
#include "heataco/relaxation/price_groups.h"
#include "support.h"

using namespace heataco;
using namespace heataco::testing;

namespace {

const SupportParameters all_nodes{1'000, 0};
const AscentParameters short_ascent{60, 0.3, 0.003, 0.5, 0.3, 1.25};

// A complete graph of random lengths: whole numbers, so that sums are exact in any order.
SupportGraph random_graph(Node n, bool directed, std::uint64_t seed, Node largest = 50) {
  Rng rng(seed);
  SupportGraph graph;
  graph.n = n;
  graph.directed = directed;
  for (Node a = 0; a < n; ++a) {
    for (Node b = directed ? 0 : a + 1; b < n; ++b) {
      if (a == b) continue;
      graph.from.push_back(a);
      graph.to.push_back(b);
      graph.length.push_back(static_cast<float>(rng.below(largest)));
    }
  }
  return graph;
}

std::vector<float> random_multipliers(const SupportGraph& graph, std::uint64_t seed) {
  Rng rng(seed);
  std::vector<float> multipliers;
  for (std::size_t i = 0; i < graph.multipliers(); ++i)
    multipliers.push_back(static_cast<float>(rng.below(21)) - 10.0f);
  return multipliers;
}

float weight(const SupportGraph& graph, const std::vector<float>& multipliers, std::size_t e) {
  return graph.length[e] + multipliers[graph.tail(e)] + multipliers[graph.head(e)];
}

bool is_one_tree(const SupportGraph& graph, const std::vector<std::size_t>& edges) {
  std::vector<Node> component(static_cast<std::size_t>(graph.n));
  std::iota(component.begin(), component.end(), 0);
  int leaving = 0;
  int entering = 0;
  for (const std::size_t e : edges) {
    if (graph.from[e] == 0) ++leaving;
    if (graph.to[e] == 0) ++entering;
    if (graph.from[e] == 0 || graph.to[e] == 0) continue;
    const Node a = component[static_cast<std::size_t>(graph.from[e])];
    const Node b = component[static_cast<std::size_t>(graph.to[e])];
    if (a == b) return false;
    for (Node& c : component)
      if (c == a) c = b;
  }
  return edges.size() == static_cast<std::size_t>(graph.n) &&
         (graph.directed ? leaving == 1 && entering == 1 : leaving + entering == 2);
}

// The least weight of a 1-tree that holds `required`, by trying all sets of n edges.
float least_weight(const SupportGraph& graph, const std::vector<float>& multipliers,
                   std::size_t required) {
  std::vector<bool> chosen(graph.size());
  std::fill(chosen.begin(), chosen.begin() + graph.n, true);
  float least = std::numeric_limits<float>::infinity();
  do {
    if (!chosen[required]) continue;
    std::vector<std::size_t> edges;
    float total = 0.0f;
    for (std::size_t e = 0; e < chosen.size(); ++e) {
      if (!chosen[e]) continue;
      edges.push_back(e);
      total += weight(graph, multipliers, e);
    }
    if (total < least && is_one_tree(graph, edges)) least = total;
  } while (std::prev_permutation(chosen.begin(), chosen.end()));
  return least;
}

}  // namespace

// By sorting: an edge is in the tree if it joins what lighter ones have not.
std::set<std::uint32_t> lightest_tree(Node n, std::vector<Link> links) {
  std::stable_sort(links.begin(), links.end(),
                   [](const Link& x, const Link& y) { return x.weight < y.weight; });
  std::vector<Node> component(index(n));
  std::iota(component.begin(), component.end(), 0);
  std::set<std::uint32_t> edges;
  for (const Link& link : links) {
    const Node a = component[static_cast<std::size_t>(link.a)];
    const Node b = component[static_cast<std::size_t>(link.b)];
    if (a == b) continue;
    edges.insert(link.edge);
    std::replace(component.begin(), component.end(), a, b);
  }
  return edges;
}

std::vector<Link> random_links(Node n, Node values, Rng& rng) {
  std::vector<Link> links;
  const auto add = [&](Node a, Node b) {
    const float weight = (static_cast<float>(rng.below(values)) - 0.4f * values) * 0.37f;
    links.push_back({ordered_bits(weight), static_cast<std::uint32_t>(links.size()), a, b});
  };
  for (Node v = 1; v < n; ++v) add(v, rng.below(v));
  for (Node i = 0; n > 1 && i < 5 * n; ++i) {
    const Node a = rng.below(n);
    if (const Node b = rng.below(n); a != b) add(a, b);
  }
  return links;
}

TEST_CASE("spanning trees are those that sorting finds, of weights of either sign and with ties") {
  Rng rng(1);
  SpanningTree tree;
  for (const Node n : {1, 2, 3, 10, 400}) {
    for (const Node values : {1, 3, 1'000'000}) {
      std::vector<Link> links = random_links(n, values, rng);
      const auto expected = lightest_tree(n, links);
      // The light ones first, as many as happen to be.
      const std::uint32_t heaviest =
          links.empty() ? 0 : links[static_cast<std::size_t>(rng.below(n))].weight;
      const auto heavy = std::stable_partition(
          links.begin(), links.end(), [&](const Link& link) { return link.weight <= heaviest; });
      tree.begin(n);
      tree.grow({links.begin(), heavy});
      const auto& components = tree.components();
      for (auto link = heavy; link != links.end(); ++link) {
        link->a = components[static_cast<std::size_t>(link->a)];
        link->b = components[static_cast<std::size_t>(link->b)];
      }
      links.erase(std::remove_if(heavy, links.end(), [](const Link& l) { return l.a == l.b; }),
                  links.end());
      tree.grow({heavy, links.end()});
      CHECK(tree.edges().size() == static_cast<std::size_t>(n - 1));
      CHECK(std::set<std::uint32_t>(tree.edges().begin(), tree.edges().end()) == expected);
    }
  }
}

TEST_CASE("nearest nodes in an orthant are those that sorting all nodes finds") {
  for (const Metric metric : {Metric::euclidean, Metric::euc_2d, Metric::geo}) {
    const auto points = random_points(80, 5, 30);
    const Instance instance(metric, points.data(), 80, true);
    Checkpoint checkpoint;
    const KdTree tree(instance, checkpoint);
    std::vector<std::pair<double, Node>> found;
    for (Node v = 0; v < 80; ++v) {
      std::set<Node> seen;
      for (unsigned orthant = 0; orthant < KdTree::orthants; ++orthant) {
        tree.nearest_in_orthant(v, orthant, 80, found);
        for (const auto& [distance, u] : found) {
          CHECK(distance == instance.distance(v, u));
          CHECK(seen.insert(u).second);
          if (metric == Metric::geo) continue;
          CHECK((instance.x(u) >= instance.x(v)) == ((orthant & 1u) != 0));
          CHECK((instance.y(u) >= instance.y(v)) == ((orthant & 2u) != 0));
        }
        CHECK(std::is_sorted(found.begin(), found.end()));
        const auto all = found;
        tree.nearest_in_orthant(v, orthant, 2, found);
        CHECK(std::equal(found.begin(), found.end(), all.begin()));
        CHECK(found.size() == std::min<std::size_t>(2, all.size()));
      }
      std::size_t elsewhere = 0;
      for (Node u = 0; u < 80; ++u)
        elsewhere += instance.x(u) != instance.x(v) || instance.y(u) != instance.y(v) ? 1 : 0;
      CHECK(seen.size() == elsewhere);
    }
  }
}

TEST_CASE("alpha is what the minimum 1-tree grows by, both found by trying all") {
  for (const bool directed : {false, true}) {
    const Node n = directed ? 4 : 5;
    for (std::uint64_t seed = 0; seed < 12; ++seed) {
      const SupportGraph graph = random_graph(n, directed, seed, seed % 2 == 0 ? 50 : 4);
      const auto multipliers = random_multipliers(graph, seed + 100);
      std::vector<float> least;
      for (std::size_t e = 0; e < graph.size(); ++e)
        least.push_back(least_weight(graph, multipliers, e));
      const float minimum = *std::min_element(least.begin(), least.end());
      OneTree tree(graph);
      tree.find(multipliers);
      CHECK(tree.weight() == doctest::Approx(minimum));
      CHECK(is_one_tree(graph, {tree.edges().begin(), tree.edges().end()}));
      const auto alpha = alphas(graph, multipliers);
      for (std::size_t e = 0; e < graph.size(); ++e)
        CHECK(alpha[e] == doctest::Approx(least[e] - minimum));
    }
  }
}

TEST_CASE("the bound is below the optimum and above that without multipliers") {
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    for (const bool directed : {false, true}) {
      const auto points = random_points(8, seed);
      const auto matrix = random_matrix(8, seed);
      const Instance instance = directed
                                    ? Instance(Metric::explicit_matrix, matrix.data(), 8, false)
                                    : Instance(Metric::euclidean, points.data(), 8, true);
      Checkpoint checkpoint;
      const SupportGraph graph =
          support_graph(Numbering(instance, checkpoint), all_nodes, checkpoint);
      CHECK(graph.size() == (directed ? 56 : 28));
      AscentParameters first = short_ascent;
      first.iterations = 1;
      const double optimal = optimum(instance) / graph.unit;
      const Ascent ascent = ascend(graph, short_ascent, checkpoint);
      CHECK(ascent.bound <= optimal * 1.0001);
      CHECK(ascent.bound >= ascend(graph, first, checkpoint).bound);
      CHECK(ascent.bound >= (directed ? 0.8 : 0.95) * optimal);
      const double total =
          std::accumulate(ascent.frequencies.begin(), ascent.frequencies.end(), 0.0);
      CHECK(total == doctest::Approx(8.0));  // every 1-tree has n edges
    }
  }
}

TEST_CASE("clusters far apart are connected, and nodes on one point do no harm") {
  std::vector<double> points;
  for (Node v = 0; v < 60; ++v) {
    const double place = v % 3 == 0 ? 0.0 : v % 3 == 1 ? 1e6 : 1e6 + v;
    points.insert(points.end(), {place, v < 30 ? 0.0 : 1e7});
  }
  const Instance instance(Metric::euclidean, points.data(), 60, true);
  Checkpoint checkpoint;
  const AlphaNearness nearness = alpha_nearness(instance, {2, 0}, short_ascent, checkpoint);
  CHECK(nearness.bound > 1e7);  // at least one way between the clusters
  for (const float alpha : nearness.alpha) CHECK(alpha >= 0.0f);
  for (const float share : nearness.frequencies) CHECK((share >= 0.0f && share <= 1.00001f));
}

TEST_CASE("clusters, clusters of clusters and duplicates are groups; even ground has none") {
  // Two pairs of clusters of four nodes, and one node on its own that is no group.
  std::vector<double> points;
  for (const double place : {0.0, 100.0, 10'000.0, 10'100.0})
    for (Node v = 0; v < 4; ++v) points.insert(points.end(), {place + v, 0.0});
  points.insert(points.end(), {1e6, 0.0});
  const Instance instance(Metric::euclidean, points.data(), 17, true);
  Checkpoint checkpoint;
  const Numbering numbering(instance, checkpoint);
  const PriceGroups groups(support_graph(numbering, all_nodes, checkpoint), 1.25);
  CHECK(groups.parents().size() == 8);  // all, all but the one, two pairs, four clusters
  const auto of = [&](Node v) {
    const auto place = std::find(numbering.order().begin(), numbering.order().end(), v);
    return groups.of_nodes()[static_cast<std::size_t>(place - numbering.order().begin())];
  };
  const auto above = [&](Node group) { return groups.parents()[static_cast<std::size_t>(group)]; };
  CHECK(of(16) == 0);
  CHECK(of(0) == of(3));
  CHECK(of(0) != of(4));
  CHECK(above(of(0)) == above(of(4)));
  CHECK(above(of(0)) != above(of(8)));
  CHECK(above(above(of(0))) == above(above(of(12))));
  for (std::size_t g = 1; g < groups.parents().size(); ++g)
    CHECK(groups.parents()[g] < static_cast<Node>(g));

  std::vector<double> twice;
  for (Node v = 0; v < 20; ++v) twice.insert(twice.end(), {v / 2 * 10.0, 0.0});
  const Instance doubled(Metric::euclidean, twice.data(), 20, true);
  const Numbering same(doubled, checkpoint);
  CHECK(PriceGroups(support_graph(same, all_nodes, checkpoint), 1.25).parents().size() == 11);

  std::vector<double> line;
  for (Node v = 0; v < 20; ++v) line.insert(line.end(), {v * 1.0, 0.0});
  const Instance even(Metric::euclidean, line.data(), 20, true);
  const Numbering plain(even, checkpoint);
  CHECK(PriceGroups(support_graph(plain, all_nodes, checkpoint), 1.25).parents().size() == 1);
}

TEST_CASE("a group moves as one, by the edges around it and by no more than two degrees") {
  std::vector<double> points;
  for (const double place : {0.0, 100.0})
    for (Node v = 0; v < 6; ++v) points.insert(points.end(), {place + v, 0.0});
  const Instance instance(Metric::euclidean, points.data(), 12, true);
  Checkpoint checkpoint;
  const Numbering numbering(instance, checkpoint);
  const SupportGraph graph = support_graph(numbering, all_nodes, checkpoint);
  PriceGroups groups(graph, 1.25);
  std::vector<std::int32_t> degrees(12, 2);
  const Node first = groups.of_nodes()[0];
  for (std::size_t v = 0; v < 12; ++v) degrees[v] = groups.of_nodes()[v] == first ? 3 : 2;
  --degrees[11];
  std::vector<float> multipliers(12);
  groups.move(degrees, 0.5f, 0.0f, multipliers);
  const auto around = static_cast<float>(95.0 / graph.unit);
  for (std::size_t v = 0; v < 12; ++v)
    CHECK(multipliers[v] ==
          doctest::Approx(groups.of_nodes()[v] == first ? around : -0.5f * around));
}

TEST_CASE("an ascent arrives between clusters and between duplicates") {
  // Tours of these visit each place once: the relaxation is the ring, out and back.
  for (const double width : {0.0, 1.0}) {
    std::vector<double> points;
    for (const auto& [x, y] : {std::pair{0.0, 0.0}, {1e3, 0.0}, {1e3, 1e3}, {0.0, 1e3}})
      for (Node v = 0; v < 10; ++v) points.insert(points.end(), {x + width * v / 10, y});
    const Instance instance(Metric::euclidean, points.data(), 40, true);
    Checkpoint checkpoint;
    AscentParameters usual = short_ascent;
    usual.iterations = 200;
    const double bound = alpha_nearness(instance, {8, 2}, usual, checkpoint).bound;
    CHECK(bound > 3'980.0);
    CHECK(bound < 4'000.0 + 4 * width);
  }
}

TEST_CASE("prices that go far do not lift the bound above the optimum") {
  for (std::uint64_t seed = 0; seed < 6; ++seed) {
    std::vector<double> points = random_points(8, seed, 10);
    for (std::size_t v = 4; v < 8; ++v) points[2 * v] += 1e4;
    const Instance instance(Metric::euclidean, points.data(), 8, true);
    Checkpoint checkpoint;
    const AscentParameters wide{3'000, 30.0, 1.0, 0.9, 0.3, 1.25};
    CHECK(alpha_nearness(instance, {7, 2}, wide, checkpoint).bound <=
          optimum(instance) * (1.0 + 1e-5));
  }
}

TEST_CASE("a short memory and the smallest distances leave numbers") {
  std::vector<double> matrix = random_matrix(12, 3, 5);
  for (Node i = 0; i < 12; ++i)
    for (Node j = 0; j < i; ++j)
      matrix[static_cast<std::size_t>(12 * i + j)] = matrix[static_cast<std::size_t>(12 * j + i)];
  for (const double unit : {5e-324, 1e-300, 1.0, 1e150}) {
    std::vector<double> scaled = matrix;
    for (double& length : scaled) length *= unit;
    for (const bool symmetric : {true, false}) {
      const Instance instance(Metric::explicit_matrix, scaled.data(), 12, symmetric);
      Checkpoint checkpoint;
      AscentParameters forgetful = short_ascent;
      forgetful.memory = 1e-4;
      const AlphaNearness nearness = alpha_nearness(instance, {4, 0}, forgetful, checkpoint);
      CHECK(std::isfinite(nearness.bound));
      for (const float alpha : nearness.alpha) CHECK((alpha >= 0.0f && std::isfinite(alpha)));
      for (const float share : nearness.frequencies) CHECK((share >= 0.0f && share <= 1.00001f));
    }
  }
}

TEST_CASE("an ascent can be interrupted") {
  struct Stop : Checkpoint {
    bool poll() override { return true; }
  } stop;
  const SupportGraph graph = random_graph(30, false, 1);
  CHECK_THROWS_AS(ascend(graph, short_ascent, stop), Interrupted);
}
