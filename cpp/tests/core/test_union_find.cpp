#include "heataco/core/union_find.h"
#include "support.h"

using namespace heataco;
using namespace heataco::testing;

TEST_CASE("nodes are in one set where a path of joins connects them") {
  const Node n = 60;
  Rng rng(1);
  UnionFind sets(n);
  std::vector<Node> labels(index(n));
  std::iota(labels.begin(), labels.end(), 0);
  for (int join = 0; join < 50; ++join) {
    const Node a = rng.below(n);
    const Node b = rng.below(n);
    const Node from = labels[index(a)];
    const Node to = labels[index(b)];
    CHECK(sets.join(a, b) == (from != to));
    std::replace(labels.begin(), labels.end(), from, to);
    for (Node v = 1; v < n; ++v)
      REQUIRE((sets.find(v) == sets.find(0)) == (labels[index(v)] == labels[0]));
  }
  std::sort(labels.begin(), labels.end());
  CHECK(sets.sets() == std::unique(labels.begin(), labels.end()) - labels.begin());
}
