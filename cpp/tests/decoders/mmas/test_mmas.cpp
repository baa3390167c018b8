#include "decoders/mmas/mmas_support.h"
#include "heataco/decoders/greedy/greedy.h"
#include "heataco/decoders/mmas/colony.h"
#include "heataco/decoders/mmas/mmas.h"
#include "heataco/search/batch.h"
#include "support.h"

using namespace heataco;
using namespace heataco::testing;

namespace {

SearchResult solve(const Instance& instance, const MmasParameters& parameters, int threads,
                   std::int64_t iterations = 60) {
  Checkpoint checkpoint;
  WorkerPool pool(threads);
  Budget budget;
  budget.iterations = iterations;
  return mmas({instance, nullptr, nullptr, 7}, parameters, budget, pool, checkpoint);
}

}  // namespace

TEST_CASE("the same seed gives the same search on any number of threads") {
  const auto points = random_points(90, 1);
  const auto matrix = random_matrix(40, 1);
  const Instance planar(Metric::euclidean, points.data(), 90, true);
  const Instance directed(Metric::explicit_matrix, matrix.data(), 40, false);
  for (const Instance* instance : {&planar, &directed}) {
    for (const std::string name : {"none", "2opt", "3opt"}) {
      const SearchResult one = solve(*instance, mmas_parameters(name), 1);
      CHECK(is_permutation(one.tour, instance->n()));
      CHECK(one.cost == doctest::Approx(cost(*instance, one.tour)).epsilon(1e-12));
      for (const int threads : {2, 3, 8}) {
        const SearchResult more = solve(*instance, mmas_parameters(name), threads);
        CHECK(more.tour == one.tour);
        CHECK(more.cost == one.cost);
      }
    }
  }
}

TEST_CASE("a batch gives what its problems give one by one, on any number of threads") {
  const auto points = random_points(7 * 40, 4);
  std::vector<Instance> instances;
  for (std::size_t i = 0; i < 7; ++i)
    instances.emplace_back(Metric::euclidean, points.data() + 80 * i, 40, true);
  const MmasParameters parameters = mmas_parameters("2opt");
  for (const int threads : {1, 2, 3, 8}) {
    Checkpoint checkpoint;
    Budget budget;
    budget.iterations = 20;
    const std::vector<SearchResult> results =
        solve_batch(instances.size(), threads, checkpoint, [&](std::size_t i, WorkerPool& pool) {
          return mmas({instances[i], nullptr, nullptr, 7}, parameters, budget, pool, checkpoint);
        });
    for (std::size_t i = 0; i < instances.size(); ++i)
      CHECK(results[i].tour == solve(instances[i], parameters, 1, 20).tour);
  }
}

TEST_CASE("an interrupted batch marks what it did not solve") {
  struct Stopping : Checkpoint {
    bool poll() override { return true; }
  };
  const auto points = random_points(40, 4);
  const Instance instance(Metric::euclidean, points.data(), 40, true);
  const MmasParameters parameters = mmas_parameters("none");
  Stopping checkpoint;
  const std::vector<SearchResult> results =
      solve_batch(5, 2, checkpoint, [&](std::size_t, WorkerPool& pool) {
        return mmas({instance, nullptr, nullptr, 7}, parameters, Budget{}, pool, checkpoint);
      });
  for (const SearchResult& result : results) CHECK(result.stop_reason == StopReason::interrupted);
}

TEST_CASE("eight nodes are solved to the optimum") {
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    const auto points = random_points(8, seed);
    const auto matrix = random_matrix(8, seed);
    const Instance planar(Metric::euclidean, points.data(), 8, true);
    const Instance directed(Metric::explicit_matrix, matrix.data(), 8, false);
    for (const Instance* instance : {&planar, &directed})
      for (const std::string name : {"none", "2opt", "3opt"})
        CHECK(solve(*instance, mmas_parameters(name), 2, 400).cost ==
              doctest::Approx(optimum(*instance)));
  }
}

TEST_CASE("the deposit schedule tightens with the iterations since the restart") {
  CHECK(best_deposit_interval(false, 1'000) == 25);
  CHECK(best_deposit_interval(true, 24) == 25);
  CHECK(best_deposit_interval(true, 25) == 5);
  CHECK(best_deposit_interval(true, 75) == 3);
  CHECK(best_deposit_interval(true, 125) == 2);
  CHECK(best_deposit_interval(true, 250) == 1);
}

TEST_CASE("trails stay within their limits, and reach the lower one where nothing deposits") {
  const auto points = random_points(30, 5);
  const Instance instance(Metric::euclidean, points.data(), 30, true);
  Checkpoint checkpoint;
  const NeighbourLists candidates = nearest_neighbours(instance, 8, Direction::out, checkpoint);
  const Tour tour = random_tour(30, 1);
  const double length = cost(instance, tour);
  TransitionWeights weights(candidates, fixed_weights(candidates, 2.0, {}, 0.0, checkpoint));
  PheromoneTrails trails(candidates, {0.8, 1.0, true, 60.0}, length, weights);
  for (int t = 0; t < 20; ++t) trails.update(tour, length, 0, 30);
  int at_limit = 0;
  for (const double trail : trails.values()) {
    CHECK(trail >= trails.tau_min());
    CHECK(trail <= trails.tau_max());
    at_limit += trail == trails.tau_min() ? 1 : 0;
  }
  CHECK(at_limit > 0);
  CHECK(trails.branching_factor(0.05) <= 1.0);
}

TEST_CASE("a deadline in the past gives the start tour") {
  const auto points = random_points(500, 3);
  const Instance instance(Metric::euclidean, points.data(), 500, true);
  Checkpoint checkpoint;
  WorkerPool pool(2);
  Budget budget;
  budget.seconds = 0.0;
  const SearchResult result =
      mmas({instance, nullptr, nullptr, 7}, mmas_parameters("3opt"), budget, pool, checkpoint);
  CHECK(is_permutation(result.tour, 500));
  CHECK(result.stop_reason == StopReason::time);
  CHECK(result.iterations == 0);
}

TEST_CASE("greedy merging gives a tour on every kind of instance") {
  Checkpoint checkpoint;
  for (const Node n : {1, 2, 3, 4, 5, 30, 400}) {
    for (const Node grid : {1, 3, 1'000'000}) {
      const auto points = random_points(n, 1, grid);
      const auto matrix = random_matrix(n, 1, grid);
      const Instance planar(Metric::euclidean, points.data(), n, true);
      const Instance directed(Metric::explicit_matrix, matrix.data(), n, false);
      for (const Instance* instance : {&planar, &directed}) {
        const SearchResult result =
            greedy({*instance, nullptr, nullptr, 0}, {"none", 10}, Budget{}, checkpoint);
        CHECK(is_permutation(result.tour, n));
      }
    }
  }
}

TEST_CASE("a long trace keeps every improvement and stays bounded") {
  Trace trace;
  double best = 1e9;
  std::size_t improvements = 0;
  for (std::int64_t iteration = 0; iteration < 500'000; ++iteration) {
    if (iteration % 1'001 == 0) {
      best -= 1.0;
      ++improvements;
    }
    trace.add({iteration, 0.0, best + 1.0, best});
  }
  std::size_t kept = 0;
  double last = 1e10;
  for (const Progress& row : trace.rows()) {
    if (row.best < last) ++kept;
    last = row.best;
  }
  CHECK(kept == improvements);
  CHECK(trace.rows().size() <= 65'537);
}
