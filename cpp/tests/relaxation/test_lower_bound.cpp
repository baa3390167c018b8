// Lower bounds of complete instances.
#include "heataco/relaxation/lower_bound.h"
#include "heataco/relaxation/whole_distances.h"
#include "relaxation_support.h"

namespace heataco {

using namespace testing;

namespace {

// One neighbour per node, so that the graph lacks most edges of the shortest tour.
const AlphaParameters on_a_thin_graph{{.neighbours = 1, .orthant_neighbours = 0}, short_ascent};

double bound_of(const Instance& instance) {
  Checkpoint checkpoint;
  return lower_bound(instance, on_a_thin_graph, checkpoint);
}

}  // namespace

TEST_CASE("no tour is below the bound, though the graph lacks its edges") {
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    const Node n = static_cast<Node>(1 + seed % 8);
    const auto points = random_points(n, seed, seed % 2 == 0 ? 4 : 1'000);
    for (const Metric metric : {Metric::euclidean, Metric::euc_2d, Metric::ceil_2d, Metric::att}) {
      const Instance instance(metric, points.data(), n, true);
      CHECK(bound_of(instance) <= optimum(instance));
      CHECK(bound_of(instance) >= 0.75 * optimum(instance));
    }
    const auto matrix = random_matrix(n, seed);
    const Instance directed(Metric::explicit_matrix, matrix.data(), n, n < 3);
    CHECK(bound_of(directed) <= optimum(directed));
    CHECK(bound_of(directed) >= 0.75 * optimum(directed));
  }
}

TEST_CASE("the bound is a whole number where all distances are") {
  Checkpoint checkpoint;
  Watch watch(checkpoint, forever);
  auto matrix = random_matrix(8, 1);
  const Instance whole(Metric::explicit_matrix, matrix.data(), 8, false);
  CHECK(all_whole(whole, watch));
  CHECK(bound_of(whole) == std::floor(bound_of(whole)));
  matrix[1] += 0.5;
  CHECK_FALSE(all_whole(whole, watch));
}

TEST_CASE("an interrupted bound says so") {
  struct Stopped final : Checkpoint {
    bool poll() override { return true; }
  } stopped;
  const auto points = random_points(500, 1);
  const Instance instance(Metric::euclidean, points.data(), 500, true);
  CHECK_THROWS_AS(lower_bound(instance, on_a_thin_graph, stopped), Interrupted);
}

}  // namespace heataco
