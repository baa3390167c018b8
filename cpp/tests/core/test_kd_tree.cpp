#include <set>

#include "heataco/core/kd_tree.h"
#include "support.h"

using namespace heataco;
using namespace heataco::testing;

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
