#include <numeric>
#include <set>

#include "heataco/core/kd_tree.h"
#include "support.h"

using namespace heataco;
using namespace heataco::testing;

TEST_CASE("nearest nodes in an orthant are those that sorting all nodes finds") {
  for (const Metric metric : {Metric::euclidean, Metric::euc_2d, Metric::geo, Metric::latlon_m,
                              Metric::man_2d, Metric::max_2d}) {
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
          if (is_spherical(metric)) continue;
          if (instance.x(u) != instance.x(v))
            CHECK((instance.x(u) > instance.x(v)) == ((orthant & 1u) != 0));
          if (instance.y(u) != instance.y(v))
            CHECK((instance.y(u) > instance.y(v)) == ((orthant & 2u) != 0));
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

TEST_CASE("nodes on a line are in two opposite orthants, along the axes as in any direction") {
  for (const auto& [dx, dy] : std::vector<std::pair<double, double>>{{1, 0}, {0, 1}, {2, 1}}) {
    std::vector<double> points{0.0, 0.0};
    for (const double side : {1.0, -1.0}) points.insert(points.end(), {side * dx, side * dy});
    for (const double side : {1.0, -1.0}) points.insert(points.end(), {-side * dy, side * dx});
    const Instance instance(Metric::euclidean, points.data(), 5, true);
    Checkpoint checkpoint;
    const KdTree tree(instance, checkpoint);
    const auto orthant_of = [&tree](Node u) { return tree.orthants_of(0, &u, 1); };
    std::set<unsigned> seen;
    for (Node u = 1; u < 5; ++u) seen.insert(orthant_of(u));
    CHECK(seen.size() == 4);
    // Planar nodes lie in the orthants 4 to 7, of which 4 and 7, 5 and 6 are opposite.
    for (const Node u : {1, 3}) {
      const unsigned both = orthant_of(u) | orthant_of(u + 1);
      CHECK((both == (1u << 4 | 1u << 7) || both == (1u << 5 | 1u << 6)));
    }
  }
}

TEST_CASE("a box reaches into the orthants of its places and into no other") {
  // Node 0 is the origin, the others are the places of a grid around it.
  std::vector<double> points{0.0, 0.0, 0.0};
  for (double x = -2.0; x <= 2.0; ++x)
    for (double y = -2.0; y <= 2.0; ++y)
      for (double z = -2.0; z <= 2.0; ++z) points.insert(points.end(), {x, y, z});
  const auto n = static_cast<Node>(points.size() / 3);
  const Instance instance(Metric::euclidean_3d, points.data(), n, true);
  Checkpoint checkpoint;
  const KdTree tree(instance, checkpoint);
  const auto each_box = [](const auto& look) {
    const std::pair<double, double> sides[] = {{-2, -2}, {-2, 0}, {-2, 2}, {0, 0}, {0, 2}, {2, 2}};
    for (const auto& x : sides)
      for (const auto& y : sides)
        for (const auto& z : sides)
          look(Point{x.first, y.first, z.first}, Point{x.second, y.second, z.second});
  };
  each_box([&](const Point& low, const Point& high) {
    unsigned held = 0;
    for (Node u = 1; u < n; ++u) {
      bool inside = true;
      for (std::size_t d = 0; d < 3; ++d)
        inside = inside && low[d] <= instance.place(u)[d] && instance.place(u)[d] <= high[d];
      if (inside) held |= tree.orthants_of(0, &u, 1);
    }
    for (unsigned orthant = 0; orthant < KdTree::orthants; ++orthant)
      CHECK(KdTree::reaches(orthant, instance.place(0), low, high) ==
            ((held >> orthant & 1u) != 0));
  });
}

TEST_CASE("the order of the nodes is that of the leaves, each in the order of its numbers") {
  const auto points = random_points(500, 6, 50);
  const Instance instance(Metric::euclidean, points.data(), 500, true);
  Checkpoint checkpoint;
  const KdTree forwards(instance, checkpoint);
  std::vector<Node> reversed(500);
  std::iota(reversed.rbegin(), reversed.rend(), 0);
  const KdTree backwards(instance, reversed, checkpoint);
  CHECK(forwards.order() == backwards.order());
}

TEST_CASE("the nearest member of a set is the one that looking at all finds") {
  for (const Metric metric : {Metric::euclidean, Metric::latlon_km, Metric::man_3d, Metric::max_2d,
                              Metric::xray1, Metric::xray2}) {
    const Node n = 60;
    const auto points = random_points(3 * n / 2, 8, 90);
    const Instance original(metric, points.data(), n, true);
    Checkpoint checkpoint;
    const KdTree built(original, checkpoint);
    const Instance instance = original.renumbered(built.order());
    const KdTree tree = built.renumbered(instance);
    NodeSet set(n);
    set.fill();
    for (Node v = 0; v < n; ++v)
      if (v % 3 != 0) set.remove(v);
    for (Node v = 0; v < n; ++v) {
      double least = forever;
      for (Node u = 0; u < n; u += 3) least = std::min(least, instance.distance(v, u));
      CHECK(instance.distance(v, tree.nearest_in(v, set)) == least);
    }
  }
}
