#include "heataco/core/kd_tree.h"
#include "heataco/decoders/greedy/greedy.h"
#include "support.h"

using namespace heataco;
using namespace heataco::testing;

namespace {

int rounds_of(const Instance& instance) {
  Checkpoint checkpoint;
  Fragments fragments(instance.n(), instance.symmetric());
  const int rounds = join_by_distance(instance, fragments, checkpoint);
  CHECK(is_permutation(fragments.tour(), instance.n()));
  return rounds;
}

// Two halves, the ways between them shorter than those within.
std::vector<double> two_halves(Node n) {
  std::vector<double> matrix;
  for (Node i = 0; i < n; ++i)
    for (Node j = 0; j < n; ++j) matrix.push_back((i < n / 2) == (j < n / 2) ? 5.0 : 1.0);
  return matrix;
}

}  // namespace

TEST_CASE("whatever the ties, a tree gives the nearest distances") {
  Checkpoint checkpoint;
  for (const Metric metric :
       {Metric::euclidean, Metric::euc_2d, Metric::ceil_2d, Metric::att, Metric::geo}) {
    for (const Node grid : {1, 3, 20, 90}) {
      const auto points = random_points(150, static_cast<std::uint64_t>(grid), grid);
      const Instance instance(metric, points.data(), 150, true);
      const KdTree tree(instance, checkpoint);
      const auto odd = [](Node u) { return u % 2 == 1; };
      std::vector<std::pair<double, Node>> by_number, any;
      for (Node v = 0; v < 150; ++v) {
        tree.nearest(v, 9, by_number, odd);
        tree.any_nearest(v, 9, any, odd);
        REQUIRE(any.size() == 9);
        for (std::size_t s = 0; s < 9; ++s) {
          CHECK(any[s].first == by_number[s].first);
          CHECK(any[s].first == instance.distance(v, any[s].second));
          CHECK((odd(any[s].second) && any[s].second != v));
        }
      }
    }
  }
}

TEST_CASE("among thousands on one point no node is everybody's choice") {
  const Node n = 2'000;
  const std::vector<double> points(2 * index(n), 0.3);
  const Instance instance(Metric::euclidean, points.data(), n, true);
  Checkpoint checkpoint;
  const KdTree tree(instance, checkpoint);
  std::vector<int> chosen(index(n), 0);
  std::vector<std::pair<double, Node>> found;
  for (Node v = 0; v < n; ++v) {
    tree.any_nearest(v, 8, found, [](Node) { return true; });
    for (const auto& [distance, u] : found) ++chosen[index(u)];
  }
  CHECK(*std::max_element(chosen.begin(), chosen.end()) < 60);
  CHECK(std::count(chosen.begin(), chosen.end(), 0) < n / 20);
}

// With ties by number all ends find the same few, and there are as many rounds as nodes.
TEST_CASE("ties do not make rounds of joining many") {
  const Node n = 2'000;
  const auto uniform = random_points(n, 1);
  CHECK(rounds_of(Instance(Metric::euclidean, uniform.data(), n, true)) < 15);
  for (const Node grid : {1, 5, 50}) {
    const auto points = random_points(n, 2, grid);
    for (const Metric metric : {Metric::euclidean, Metric::euc_2d, Metric::ceil_2d, Metric::att})
      CHECK(rounds_of(Instance(metric, points.data(), n, true)) < 15);
  }
  for (const Node largest : {1, 2, 20}) {
    const auto matrix = random_matrix(600, 3, largest);
    CHECK(rounds_of(Instance(Metric::explicit_matrix, matrix.data(), 600, false)) < 15);
  }
  const auto halves = two_halves(600);
  CHECK(rounds_of(Instance(Metric::explicit_matrix, halves.data(), 600, true)) < 15);
}
