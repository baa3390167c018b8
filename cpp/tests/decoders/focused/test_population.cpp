#include <atomic>

#include "decoders/focused/focused_support.h"
#include "heataco/core/gain.h"
#include "heataco/decoders/focused/region_walker.h"
#include "heataco/decoders/focused/rounds.h"
#include "heataco/decoders/focused/starts.h"

using namespace heataco;
using namespace heataco::testing;

namespace {

std::unique_ptr<Walker> make_chain(const SearchSpace& space) {
  return std::make_unique<Chain>(space, chain_parameters);
}

}  // namespace

TEST_CASE("several walkers polish one tour, and what all find is kept, on any number of threads") {
  const Node n = 400;
  const auto points = random_points(n, 5);
  const Instance instance(Metric::euclidean, points.data(), n, true);
  const SearchSpace space = space_of(instance, 6);
  std::vector<Tour> tours;
  for (std::uint64_t seed = 1; seed <= 8; ++seed)
    tours.push_back(descended(space, random_tour(n, seed)));
  std::vector<Tour> course;
  for (const int threads : {1, 3}) {
    Checkpoint checkpoint;
    Watch watch(checkpoint, forever);
    WorkerPool pool(threads);
    Polish polish(space, tours, tours[0], {4, make_chain}, pool, watch);
    double before = cost(instance, tours[0]);
    for (std::size_t i = 0; i < 40; ++i) {
      CHECK(polish.run(40, 1, i + 1));
      if (threads == 1) course.push_back(polish.tour());
      REQUIRE(polish.tour() == course[i]);
      REQUIRE(is_permutation(polish.tour(), n));
      const double now = cost(instance, polish.tour());
      CHECK((polish.fruitless() == 0) == (now < before * (1.0 - rounding)));
      CHECK(now <= before);
      before = now;
    }
    CHECK(before < 0.995 * cost(instance, tours[0]));
  }
}

TEST_CASE("rounds are the same on any number of threads, by chains and by regions") {
  const Node n = 300;
  const auto points = random_points(n, 8);
  const Instance instance(Metric::euclidean, points.data(), n, true);
  const SearchSpace space = space_of(instance, 6);
  const Budget budget = of_iterations(450);
  const Schedule schedule(0.1, budget, n, n, 0.0, 1e-4);
  for (const bool in_regions : {false, true}) {
    std::vector<Tour> course;
    for (const int threads : {1, 2, 4}) {
      Checkpoint checkpoint;
      Watch watch(checkpoint, forever);
      WorkerPool pool(threads);
      const MakeWalker make_walker = [&](bool) -> std::unique_ptr<Walker> {
        if (in_regions)
          return std::make_unique<RegionWalker>(space, chain_parameters, 100, 1, nullptr);
        return std::make_unique<Chain>(space, chain_parameters);
      };
      std::atomic<int> starts = 0;
      const MakeStart make_start = [&](std::size_t w) {
        ++starts;
        return random_start(instance, space, Rng(w), checkpoint);
      };
      const auto make_polisher = [&](const SearchSpace& agreed) -> std::unique_ptr<Walker> {
        if (in_regions)
          return std::make_unique<RegionWalker>(agreed, chain_parameters, 100, 1, nullptr);
        return std::make_unique<Chain>(agreed, chain_parameters);
      };
      Rounds rounds(space, schedule, make_start(0), {make_walker, make_start, {3, make_polisher}},
                    pool, watch);
      const int first_starts = starts;
      const double start = cost(instance, rounds.tour());
      for (std::int64_t i = 0; i < 120; ++i) {
        CHECK(rounds.iterate({i, 0.0}, 1));
        if (threads == 1) course.push_back(rounds.tour());
        REQUIRE(rounds.tour() == course[static_cast<std::size_t>(i)]);
      }
      CHECK(starts > first_starts);  // of the second round
      CHECK(is_permutation(rounds.tour(), n));
      CHECK(cost(instance, rounds.tour()) < start);
    }
  }
}

TEST_CASE("the best tour is never lost from one round to the next") {
  const Node n = 200;
  const auto points = random_points(n, 3);
  const Instance instance(Metric::euclidean, points.data(), n, true);
  const SearchSpace space = space_of(instance, 6);
  Checkpoint checkpoint;
  Watch watch(checkpoint, forever);
  WorkerPool pool(1);
  const Budget budget = of_iterations(500);
  Rounds rounds(space, Schedule(0.1, budget, n, n, 0.0, 1e-4), descended(space, random_tour(n, 1)),
                {[&](bool) { return std::make_unique<Chain>(space, chain_parameters); },
                 [&](std::size_t w) { return random_start(instance, space, Rng(w), checkpoint); },
                 {2, make_chain}},
                pool, watch);
  double after_first_round = forever;
  for (std::int64_t i = 0; i < 500; ++i) {
    rounds.iterate({i, 0.0}, 1);
    if (i == 99) after_first_round = cost(instance, rounds.tour());
    // Up to rounding: the same edges may be added up in another order.
    if (i >= 99) CHECK(cost(instance, rounds.tour()) <= after_first_round * (1.0 + 1e-12));
  }
}

TEST_CASE("a population whose time is over before it starts has the first tour") {
  const Node n = 300;
  const auto points = random_points(n, 9);
  const Instance instance(Metric::euclidean, points.data(), n, true);
  const SearchSpace space = space_of(instance, 6);
  Checkpoint checkpoint;
  Watch watch(checkpoint, 0.0);
  WorkerPool pool(2);
  const Tour first = random_tour(n, 1);
  const Population population(
      space, 5, first, [&](bool) { return std::make_unique<Chain>(space, chain_parameters); },
      [](std::size_t) { return Tour{}; }, pool, watch);
  CHECK(population.best() == first);
}

TEST_CASE("the first tour is recombined once it is admitted, and only if it is of use") {
  const Node n = 300;
  const auto points = random_points(n, 12);
  const Instance instance(Metric::euclidean, points.data(), n, true);
  const SearchSpace space = space_of(instance, 6);
  Checkpoint checkpoint;
  for (const bool good : {false, true}) {
    Watch watch(checkpoint, forever);
    WorkerPool pool(1);
    const Tour first = good ? descended(space, random_tour(n, 1)) : random_tour(n, 1);
    Population population(
        space, 6, first, [&](bool) { return std::make_unique<Chain>(space, chain_parameters); },
        [&](std::size_t w) {
          return good ? random_tour(n, w) : random_start(instance, space, Rng(w), checkpoint);
        },
        pool, watch);
    for (std::uint64_t generation = 1; generation <= 5; ++generation) {
      population.recombine(Crossover::Sets::cycles, 1, generation);
      CHECK(population.tours().back() == first);
    }
    const double before = cost(instance, population.best());
    bool admitted = population.admit_first();
    if (!good) CHECK(!admitted);
    CHECK(!population.admit_first());
    for (std::uint64_t generation = 6; generation <= 40; ++generation)
      population.recombine(Crossover::Sets::blocks, 1, generation);
    CHECK((population.tours().back() != first) == admitted);
    CHECK(cost(instance, population.best()) <= before * (1.0 + rounding));
    for (const Tour& tour : population.tours()) CHECK(is_permutation(tour, n));
  }
}
