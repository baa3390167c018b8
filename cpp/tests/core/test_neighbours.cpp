#include "heataco/core/neighbours.h"
#include "heataco/core/numbering.h"
#include "support.h"

using namespace heataco;
using namespace heataco::testing;

namespace {

void check_lists(const Instance& instance, std::size_t k, Direction direction = Direction::out) {
  Checkpoint checkpoint;
  const NeighbourLists lists = nearest_neighbours(instance, k, direction, checkpoint);
  REQUIRE(lists.k == std::min(k, index(instance.n()) - 1));
  for (Node v = 0; v < instance.n(); ++v) {
    std::vector<std::pair<double, Node>> all;
    for (Node u = 0; u < instance.n(); ++u)
      if (u != v)
        all.emplace_back(
            direction == Direction::out ? instance.distance(v, u) : instance.distance(u, v), u);
    std::sort(all.begin(), all.end());
    for (std::size_t s = 0; s < lists.k; ++s) {
      CHECK(lists.row(v)[s] == all[s].second);
      CHECK(lists.row_distances(v)[s] == all[s].first);
    }
  }
}

}  // namespace

TEST_CASE("the k-d tree finds what sorting all nodes finds, in every metric, ties by number") {
  for (const Metric metric :
       {Metric::euclidean, Metric::euc_2d, Metric::ceil_2d, Metric::att, Metric::geo}) {
    for (const Node grid : {1, 3, 20, 90}) {  // one point, heavy ties, few ties
      const auto points = random_points(120, static_cast<std::uint64_t>(grid), grid);
      check_lists(Instance(metric, points.data(), 120, true), 9);
    }
  }
}

TEST_CASE("nodes on one line, with few or as many neighbours as there are") {
  std::vector<double> points;
  for (Node v = 0; v < 40; ++v) points.insert(points.end(), {1.0 * v, 7.0});
  const Instance instance(Metric::euclidean, points.data(), 40, true);
  check_lists(instance, 1);
  check_lists(instance, 1000);
}

TEST_CASE("matrices have out-neighbours and in-neighbours") {
  const auto matrix = random_matrix(40, 3, 30);
  const Instance instance(Metric::explicit_matrix, matrix.data(), 40, false);
  check_lists(instance, 7, Direction::out);
  check_lists(instance, 7, Direction::in);
}

TEST_CASE("a set of nodes knows what it holds in any range") {
  NodeSet set(100);
  set.fill();
  Rng rng(1);
  for (int t = 0; t < 95; ++t) {
    set.remove(rng.below(100));
    for (Node begin = 0; begin < 100; ++begin) {
      bool any = false;
      for (Node end = begin + 1; end <= 100; ++end) {
        any = any || set.contains(end - 1);
        REQUIRE(set.any(begin, end) == any);
      }
    }
  }
}

TEST_CASE("the nearest member of a set is found under the search's own numbers") {
  for (const Metric metric : {Metric::euclidean, Metric::euc_2d, Metric::geo}) {
    const auto points = random_points(150, 8, 80);
    const Instance instance(metric, points.data(), 150, true);
    Checkpoint checkpoint;
    const Numbering numbering(instance, checkpoint);
    NodeSet set(150);
    set.fill();
    Rng rng(2);
    for (int t = 0; t < 149; ++t) {
      Node v = rng.below(150);
      set.remove(v);
      double least = forever;
      set.for_each([&](Node u) { least = std::min(least, numbering.instance().distance(v, u)); });
      const Node found = numbering.nearest_in(v, set);
      if (least == forever) break;
      REQUIRE(set.contains(found));
      REQUIRE(numbering.instance().distance(v, found) == least);
    }
  }
}

TEST_CASE("renumbering a tour there and back changes nothing") {
  const auto points = random_points(60, 9);
  const Instance instance(Metric::euclidean, points.data(), 60, true);
  Checkpoint checkpoint;
  const Numbering numbering(instance, checkpoint);
  const Tour tour = random_tour(60, 10);
  CHECK(numbering.undo(numbering.apply(tour)) == tour);
  CHECK(cost(numbering.instance(), numbering.apply(tour)) == cost(instance, tour));
}
