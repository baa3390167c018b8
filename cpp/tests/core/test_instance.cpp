#include "support.h"

using namespace heataco;
using namespace heataco::testing;

TEST_CASE("rounded metrics follow TSPLIB, also where the length is a whole number") {
  const std::vector<double> points{0, 0, 3, 4, 10, 0, 0, 2.5};
  const Instance exact(Metric::euclidean, points.data(), 4, true);
  const Instance nearest(Metric::euc_2d, points.data(), 4, true);
  const Instance ceiling(Metric::ceil_2d, points.data(), 4, true);
  const Instance att(Metric::att, points.data(), 4, true);
  CHECK(exact.distance(0, 1) == 5.0);
  CHECK(nearest.distance(0, 3) == 3.0);  // 2.5 rounds up
  CHECK(ceiling.distance(0, 1) == 5.0);  // a whole number stays
  CHECK(ceiling.distance(0, 3) == 3.0);
  CHECK(att.distance(0, 2) == 4.0);  // sqrt(100/10) = 3.16… rounds to 3, which is below
}

TEST_CASE("ATT leaves pseudo-Euclidean lengths alone that are whole") {
  for (Node whole = 1; whole < 1000; ++whole) {
    // dx² + dy² = 10·whole² with dx = 3·whole, dy = whole.
    const std::vector<double> points{0, 0, 3.0 * whole, 1.0 * whole};
    CHECK(Instance(Metric::att, points.data(), 2, true).distance(0, 1) == whole);
  }
}

TEST_CASE("a renumbered instance holds the same distances") {
  for (const Metric metric :
       {Metric::euclidean, Metric::att, Metric::geo, Metric::latlon_km, Metric::man_3d}) {
    const auto points = random_points(45, 4, 90);  // enough for three coordinates each
    const Instance instance(metric, points.data(), 30, true);
    const Tour order = random_tour(30, 5);
    const Instance renumbered = instance.renumbered(order);
    for (Node a = 0; a < 30; ++a)
      for (Node b = 0; b < 30; ++b)
        CHECK(renumbered.distance(a, b) == instance.distance(order[index(a)], order[index(b)]));
  }
}

TEST_CASE("GEO is TSPLIB's formula to the last unit, near and far, on both hemispheres") {
  constexpr Node n = 1'500;  // more than two million pairs
  Rng rng(6);
  std::vector<double> points;
  for (Node v = 0; v < n; ++v) {
    // A third lies within a few kilometres, a third where the series meets the arc cosine.
    const double spread = v % 3 == 0 ? 1.0 : v % 3 == 1 ? 0.2 : 1e-4;
    points.push_back(20.0 + spread * (180.0 * rng.uniform() - 110.0));
    points.push_back(spread * (360.0 * rng.uniform() - 180.0));
  }
  points[2] = points[0];  // two nodes on one point
  points[3] = points[1];
  const Instance instance(Metric::geo, points.data(), n, true);
  Node wrong = 0;
  for (Node a = 0; a < n; ++a) {
    for (Node b = 0; b < n; ++b) {
      const double q1 = std::cos(instance.y(a) - instance.y(b));
      const double q2 = std::cos(instance.x(a) - instance.x(b));
      const double q3 = std::cos(instance.x(a) + instance.x(b));
      const double cosine = 0.5 * ((1.0 + q1) * q2 - (1.0 - q1) * q3);
      const double expected = Instance::great_circle_length(std::clamp(cosine, -1.0, 1.0));
      wrong += instance.distance(a, b) != (a == b ? 0.0 : expected) ? 1 : 0;
    }
  }
  CHECK(wrong == 0);
}

TEST_CASE("steps along the axes are added, or the longest counts") {
  const std::vector<double> points{0, 0, 0, 3, 4, 5.5, 359, 0, 0};
  CHECK(Instance(Metric::man_3d, points.data(), 3, true).distance(0, 1) == 13.0);
  CHECK(Instance(Metric::max_3d, points.data(), 3, true).distance(0, 1) == 6.0);
  CHECK(Instance(Metric::euc_3d, points.data(), 3, true).distance(0, 1) == 7.0);
  CHECK(Instance(Metric::ceil_3d, points.data(), 3, true).distance(0, 1) == 8.0);
  CHECK(Instance(Metric::xray1, points.data(), 3, true).distance(0, 1) == 550.0);
  CHECK(Instance(Metric::xray1, points.data(), 3, true).distance(0, 2) == 100.0);  // round the turn
  CHECK(Instance(Metric::xray2, points.data(), 3, true).distance(0, 2) == 80.0);
}
