#include <set>

#include "heataco/relaxation/alpha_nearness.h"
#include "heataco/relaxation/one_tree.h"
#include "relaxation/relaxation_support.h"

using namespace heataco;
using namespace heataco::testing;

namespace {

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
float min_weight(const SupportGraph& graph, const std::vector<float>& multipliers,
                 std::size_t required) {
  std::vector<bool> chosen(graph.size());
  std::fill(chosen.begin(), chosen.begin() + graph.n, true);
  float lightest = std::numeric_limits<float>::infinity();
  do {
    if (!chosen[required]) continue;
    std::vector<std::size_t> edges;
    float total = 0.0f;
    for (std::size_t e = 0; e < chosen.size(); ++e) {
      if (!chosen[e]) continue;
      edges.push_back(e);
      total += weight(graph, multipliers, e);
    }
    if (total < lightest && is_one_tree(graph, edges)) lightest = total;
  } while (std::prev_permutation(chosen.begin(), chosen.end()));
  return lightest;
}

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

}  // namespace

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

TEST_CASE("alpha is what the minimum 1-tree grows by, both found by trying all") {
  for (const bool directed : {false, true}) {
    const Node n = directed ? 4 : 5;
    for (std::uint64_t seed = 0; seed < 12; ++seed) {
      const SupportGraph graph = random_graph(n, directed, seed, seed % 2 == 0 ? 50 : 4);
      const auto multipliers = random_multipliers(graph, seed + 100);
      std::vector<float> lightest;
      for (std::size_t e = 0; e < graph.size(); ++e)
        lightest.push_back(min_weight(graph, multipliers, e));
      const float minimum = *std::min_element(lightest.begin(), lightest.end());
      OneTree tree(graph);
      tree.find(multipliers);
      CHECK(tree.weight() == doctest::Approx(minimum));
      CHECK(is_one_tree(graph, {tree.edges().begin(), tree.edges().end()}));
      const auto alpha = alphas(graph, multipliers);
      for (std::size_t e = 0; e < graph.size(); ++e)
        CHECK(alpha[e] == doctest::Approx(lightest[e] - minimum));
    }
  }
}
