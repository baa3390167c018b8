#include "heataco/decoders/focused/plan.h"
#include "support.h"

using namespace heataco;
using namespace heataco::testing;

TEST_CASE("a budget is split into rounds, the longest of which has most of it") {
  // Rounds before one has all that is left.
  const auto shorter_rounds = [](const Budget& budget, Node n, double trial_seconds) {
    Schedule schedule(0.1, budget, n, n, 0.0, trial_seconds);
    const Spent all{budget.iterations, budget.seconds};
    int count = 0;
    while (schedule.next({0, 0.0}).share(all) > 1.001) ++count;
    return count;
  };
  CHECK(shorter_rounds(of_iterations(1), 500, 1.0) == 0);
  CHECK(shorter_rounds(of_iterations(399), 500, 1.0) == 0);
  CHECK(shorter_rounds(of_iterations(401), 500, 1.0) == 1);
  CHECK(shorter_rounds(of_iterations(4'001), 500, 1.0) == 2);
  CHECK(shorter_rounds(of_iterations(401), 100'000, 1.0) == 0);
  Budget seconds;
  seconds.seconds = 1.0;
  CHECK(shorter_rounds(seconds, 500, 1e-4) == 0);
  CHECK(Schedule(0.1, seconds, 500, 500, 1.0, 1e-4).more({0, 1.0}) == false);  // no time at all
  CHECK(shorter_rounds(seconds, 500, 1e-5) == 1);

  const Budget budget = of_iterations(1'000);
  Schedule schedule(0.1, budget, 500, 500, 0.0, 1.0);
  const Plan first = schedule.next({0, 0.0});
  CHECK(first.share({50, 0.0}) == doctest::Approx(0.5));
  const Plan longest = schedule.next({110, 0.0});
  CHECK(longest.share({110, 0.0}) == 0.0);
  CHECK(longest.share({1'000, 0.0}) == doctest::Approx(1.0));
  CHECK(longest.walkers() > first.walkers());
}

TEST_CASE("what the longest round leaves is for further ones, as far as it is worth it") {
  const Budget budget = of_iterations(1'000);
  Schedule schedule(0.1, budget, 500, 500, 0.0, 1.0);
  schedule.next({0, 0.0});
  schedule.next({110, 0.0});
  CHECK(schedule.more({900, 0.0}));
  const Plan further = schedule.next({900, 0.0});
  CHECK(further.share({1'000, 0.0}) == doctest::Approx(1.0));
  CHECK(!schedule.more({990, 0.0}));
}

TEST_CASE("where nothing limits a search its rounds grow for ever") {
  const Budget unlimited;
  Schedule schedule(0.1, unlimited, 500, 500, 0.0, 1.0);
  std::int64_t iterations = 0;
  for (int round = 0; round < 4; ++round) {
    CHECK(schedule.more({iterations, 1e9}));
    const Plan plan = schedule.next({iterations, 0.0});
    iterations += 40 * static_cast<std::int64_t>(std::pow(10, round));
    CHECK(plan.share({iterations, 1e9}) == doctest::Approx(1.0));
  }
}

TEST_CASE("a directed instance has fewer walkers and longer to recombine them") {
  const Budget budget = of_iterations(1'000);
  const Plan undirected = Schedule(0.1, budget, 500, 500, 0.0, 1.0).next({0, 0.0});
  const Plan directed = Schedule(0.1, budget, 500, 1'000, 0.0, 1.0).next({0, 0.0});
  CHECK(directed.walkers() < undirected.walkers());
  CHECK(directed.walkers() > 1);
  CHECK(directed.breeding() < undirected.breeding());
}
