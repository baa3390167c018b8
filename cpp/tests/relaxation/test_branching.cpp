#include "heataco/relaxation/branching.h"
#include "heataco/relaxation/patching.h"
#include "support.h"

using namespace heataco;
using namespace heataco::testing;

namespace {

Instance directed(const std::vector<double>& matrix, Node n) {
  return Instance(Metric::explicit_matrix, matrix.data(), n, false);
}

double length(const Instance& instance, const std::vector<Node>& targets) {
  double sum = 0.0;
  for (Node v = 0; v < instance.n(); ++v) sum += instance.distance(v, targets[index(v)]);
  return sum;
}

struct Solved {
  explicit Solved(const Instance& instance)
      : watch(checkpoint, forever), assignment(cheapest_assignment(instance, watch)) {}

  Checkpoint checkpoint;
  Watch watch;
  Assignment assignment;
};

}  // namespace

TEST_CASE("the arcs of an assignment go out of every node and into it, at its prices") {
  for (const Node largest : {3, 1'000, 1'000'000}) {
    const auto matrix = random_matrix(120, 5, largest);
    const Instance instance = directed(matrix, 120);
    const Solved solved(instance);
    REQUIRE(solved.assignment.complete());
    CHECK(is_permutation(solved.assignment.targets, 120));
    for (Node v = 0; v < 120; ++v) {
      const Node u = solved.assignment.targets[index(v)];
      CHECK(u != v);
      CHECK(solved.assignment.prices.beyond(instance, v, u) == 0.0);
    }
    Checkpoint checkpoint;
    Watch expired(checkpoint, 0.0);
    CHECK(!cheapest_assignment(instance, expired).complete());
  }
}

TEST_CASE("patched cycles are a tour, no shorter than the assignment") {
  for (std::uint64_t seed = 0; seed < 30; ++seed) {
    const auto n = static_cast<Node>(2 + 5 * seed);
    const auto matrix = random_matrix(n, seed, seed % 2 == 0 ? 1'000 : 5);
    const Instance instance = directed(matrix, n);
    Solved solved(instance);
    const Tour tour = patched_tour(instance, solved.assignment, solved.checkpoint);
    CHECK(is_permutation(tour, n));
    const double bound = length(instance, solved.assignment.targets);
    CHECK(cost(instance, tour) >= bound);
    CHECK(cost(instance, tour) <= bound + 1'000.0 * n);
    if (cycles_of(solved.assignment.targets).count() == 1) CHECK(cost(instance, tour) == bound);
  }
}

TEST_CASE("what is proven is the optimum") {
  int proven = 0;
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    const auto n = static_cast<Node>(3 + seed % 6);
    auto matrix = random_matrix(n, seed, seed % 3 == 0 ? 6 : 1'000);
    if (seed % 2 == 0)
      for (double& distance : matrix) distance /= 7.0;
    const Instance instance = directed(matrix, n);
    Solved solved(instance);
    const double known = cost(instance, random_tour(n, seed));
    const BranchingResult result = branch(instance, solved.assignment, known, solved.watch);
    const double found = result.tour.empty() ? known : cost(instance, result.tour);
    CHECK(found <= known);
    if (!result.tour.empty()) CHECK(is_permutation(result.tour, n));
    if (!result.proven) continue;
    ++proven;
    CHECK(found == doctest::Approx(optimum(instance)).epsilon(1e-9));
  }
  CHECK(proven > 30);  // not those whose assignment is all pairs
}

TEST_CASE("independent random arcs are solved, to the same tour each time") {
  for (const Node largest : {1'000, 1'000'000'000}) {
    auto matrix = random_matrix(150, 11, largest);
    const Instance instance = directed(matrix, 150);
    Solved solved(instance);
    const double known = cost(instance, random_tour(150, 1));
    const BranchingResult result = branch(instance, solved.assignment, known, solved.watch);
    REQUIRE(result.proven);
    CHECK(is_permutation(result.tour, 150));
    CHECK(cost(instance, result.tour) >= length(instance, solved.assignment.targets));
    CHECK(branch(instance, solved.assignment, known, solved.watch).tour == result.tour);
    // The tour itself cannot be beaten.
    const BranchingResult again =
        branch(instance, solved.assignment, cost(instance, result.tour), solved.watch);
    CHECK(again.proven);
    CHECK(again.tour.empty());
  }
}

TEST_CASE("a hopeless search is given up, and an expired one stops") {
  const auto matrix = nearly_symmetric_matrix(100, 3);
  const Instance instance = directed(matrix, 100);
  Solved solved(instance);
  CHECK(!branch(instance, solved.assignment, 1e9, solved.watch).proven);
  const auto other = random_matrix(100, 2);
  const Instance tight = directed(other, 100);
  Solved of_tight(tight);
  Watch expired(of_tight.checkpoint, 0.0);
  CHECK(!branch(tight, of_tight.assignment, 1e9, expired).proven);
}
