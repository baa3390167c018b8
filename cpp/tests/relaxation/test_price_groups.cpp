#include "heataco/relaxation/price_groups.h"
#include "relaxation/relaxation_support.h"

using namespace heataco;
using namespace heataco::testing;

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
