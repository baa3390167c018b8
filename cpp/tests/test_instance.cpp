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
  for (const Metric metric : {Metric::euclidean, Metric::att, Metric::geo}) {
    const auto points = random_points(30, 4, 90);
    const Instance instance(metric, points.data(), 30, true);
    const Tour order = random_tour(30, 5);
    const Instance renumbered = instance.renumbered(order);
    for (Node a = 0; a < 30; ++a)
      for (Node b = 0; b < 30; ++b)
        CHECK(renumbered.distance(a, b) == instance.distance(order[static_cast<std::size_t>(a)],
                                                             order[static_cast<std::size_t>(b)]));
  }
}
