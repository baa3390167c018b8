#include <atomic>
#include <cmath>

#include "decoders/focused/focused_support.h"
#include "heataco/core/gain.h"
#include "heataco/decoders/focused/agreement.h"
#include "heataco/decoders/focused/crossover.h"
#include "heataco/decoders/focused/region.h"
#include "heataco/decoders/focused/region_walker.h"
#include "heataco/decoders/focused/rounds.h"
#include "heataco/decoders/focused/starts.h"

using namespace heataco;
using namespace heataco::testing;

namespace {

bool has_edge(const Tour& tour, Node a, Node b) {
  for (std::size_t p = 0; p < tour.size(); ++p) {
    const Node next = tour[(p + 1) % tour.size()];
    if ((tour[p] == a && next == b) || (tour[p] == b && next == a)) return true;
  }
  return false;
}

std::unique_ptr<Walker> make_chain(const SearchSpace& space) {
  return std::make_unique<Chain>(space, chain_parameters);
}

bool keeps_fixed_edges(const SearchSpace& space, const Tour& tour) {
  for (std::size_t v = 0; v < space.partners.size(); ++v)
    if (space.partners[v] != no_node && !has_edge(tour, static_cast<Node>(v), space.partners[v]))
      return false;
  return true;
}

// A part of an instance, with fixed edges where the rest was.
Region region_of(const SearchSpace& whole, const Tour& tour, Tour& copy) {
  copy = tour;
  std::vector<Node> cell;
  for (const Node v : tour)
    if (whole.instance.x(v) < whole.instance.x(tour[0])) cell.push_back(v);
  std::vector<Node> local(tour.size(), no_node);
  return Region(whole, whole.beliefs, {copy.data(), static_cast<Node>(copy.size())}, cell, local);
}

}  // namespace

TEST_CASE("random starts are tours that keep fixed edges and differ from each other") {
  for (const Node grid : {1, 4, 1'000'000}) {
    const Node n = 400;
    const auto points = random_points(n, 3, grid);
    const Instance instance(Metric::euclidean, points.data(), n, true);
    const SearchSpace whole = space_of(instance, 6);
    Tour copy;
    const Region region = region_of(whole, random_tour(n, 4), copy);
    Checkpoint checkpoint;
    for (const SearchSpace* space : {&whole, &region.space()}) {
      if (space == &region.space() && !region.worthwhile()) continue;
      const Tour first = random_start(space->instance, *space, Rng(1), checkpoint);
      CHECK(is_permutation(first, space->instance.n()));
      CHECK(keeps_fixed_edges(*space, first));
      CHECK(random_start(space->instance, *space, Rng(1), checkpoint) == first);
      if (space == &whole && grid > 4)
        CHECK(random_start(space->instance, *space, Rng(2), checkpoint) != first);
    }
  }
}

TEST_CASE("a crossover gains what it says and keeps fixed edges") {
  Rng rng(5);
  int gained = 0;
  for (int repeat = 0; repeat < 60; ++repeat) {
    const Node n = 50 + rng.below(400);
    const auto points = random_points(n, rng.next(), repeat % 3 == 0 ? 12 : 1'000'000);
    const Instance instance(Metric::euclidean, points.data(), n, true);
    const SearchSpace whole = space_of(instance, 6);
    Tour copy;
    const Region region = region_of(whole, random_tour(n, rng.next()), copy);
    Checkpoint checkpoint;
    Watch watch(checkpoint, forever);
    for (const SearchSpace* space : {&whole, &region.space()}) {
      if (space == &region.space() && !region.worthwhile()) continue;
      Tour tours[2];
      for (Tour& tour : tours) {
        Chain chain(*space, chain_parameters);
        chain.start(random_start(space->instance, *space, Rng(rng.next()), checkpoint), watch);
        tour = chain.tour();
      }
      Crossover crossover(*space);
      for (int generation = 0; generation < 5; ++generation) {
        const double before = cost(space->instance, tours[0]);
        const auto sets = generation < 3 ? Crossover::Sets::cycles : Crossover::Sets::blocks;
        const double gain = crossover.improve(tours[0], tours[1], sets,
                                              Frequencies(space->instance.n(), {tours[1]}), rng);
        REQUIRE(is_permutation(tours[0], space->instance.n()));
        CHECK(keeps_fixed_edges(*space, tours[0]));
        CHECK(before - cost(space->instance, tours[0]) ==
              doctest::Approx(gain).epsilon(1e-9 * before / std::max(gain, 1e-9 * before)));
        gained += gain > 0.0 ? 1 : 0;
      }
      for (const auto sets : {Crossover::Sets::cycles, Crossover::Sets::blocks})
        CHECK(crossover.improve(tours[0], Tour(tours[0]), sets, {}, rng) == 0.0);
    }
  }
  CHECK(gained > 50);
}

TEST_CASE("blocks gain where single cycles do not") {
  Rng rng(9);
  int freed = 0;
  for (int repeat = 0; repeat < 40; ++repeat) {
    const Node n = 300;
    const auto points = random_points(n, rng.next());
    const Instance instance(Metric::euclidean, points.data(), n, true);
    const SearchSpace space = space_of(instance, 6);
    Checkpoint checkpoint;
    Watch watch(checkpoint, forever);
    Tour tours[2];
    for (Tour& tour : tours) {
      Chain chain(space, chain_parameters);
      chain.start(random_start(instance, space, Rng(rng.next()), checkpoint), watch);
      tour = chain.tour();
    }
    Crossover crossover(space);
    int fruitless = 0;
    while (fruitless < 20)
      fruitless = crossover.improve(tours[0], tours[1], Crossover::Sets::cycles, {}, rng) > 0.0
                      ? 0
                      : fruitless + 1;
    freed += crossover.improve(tours[0], tours[1], Crossover::Sets::blocks, {}, rng) > 0.0 ? 1 : 0;
    CHECK(is_permutation(tours[0], n));
  }
  CHECK(freed > 0);
}

TEST_CASE("diversity is lost by edges that most tours have, and gained by those of few") {
  const Tour common{0, 1, 2, 3, 4, 5};
  const Tour own{0, 2, 1, 3, 4, 5};
  const Frequencies frequencies(6, {common, common, common, own});
  // The one tour becomes like the others: two edges of 1/4 go, two of 3/4 become common to all.
  const double rare = -0.25 * std::log(0.25);
  const double frequent = -0.75 * std::log(0.75);
  CHECK(frequencies.loss({{0, 2}, {1, 3}}, {{1, 0}, {3, 2}}) ==
        doctest::Approx(2 * rare + 2 * frequent));
  CHECK(frequencies.loss({{0, 1}, {2, 3}}, {{0, 2}, {3, 1}}) < 0.0);
  CHECK(frequencies.loss({{0, 1}}, {{0, 4}}) < 0.0);
  CHECK(Frequencies().loss({{0, 1}}, {{0, 4}}) == 0.0);
}

TEST_CASE("tours agree on their edges by the share of them that have each") {
  const Node n = 60;
  const auto points = random_points(n, 4);
  const Instance instance(Metric::euclidean, points.data(), n, true);
  SearchSpace space = space_of(instance, 5);
  std::vector<Tour> tours;
  for (std::uint64_t seed = 1; seed <= 3; ++seed)
    tours.push_back(descended(space, random_tour(n, seed)));
  tours.push_back(tours.front());
  for (const bool with_fixed_edge : {false, true}) {
    if (with_fixed_edge) {
      space.partners.assign(index(n), no_node);
      space.partners[index(tours[0][3])] = tours[0][4];
      space.partners[index(tours[0][4])] = tours[0][3];
    }
    const SearchSpace agreed = agreement(space, tours);
    CHECK(agreed.partners == space.partners);
    for (Node v = 0; v < n; ++v) {
      float sum = 0.0F;
      float before = 1.0F;
      for (std::size_t s = 0; s < agreed.candidates.k; ++s) {
        const Node u = agreed.candidates.row(v)[s];
        const float belief = agreed.beliefs[index(v) * agreed.candidates.k + s];
        const double distance = agreed.candidates.row_distances(v)[s];
        if (belief == 0.0F) {
          CHECK((u == v && distance == forever));
          continue;
        }
        const auto has = std::count_if(tours.begin(), tours.end(),
                                       [&](const Tour& tour) { return has_edge(tour, v, u); });
        CHECK(belief == static_cast<float>(has) / 4.0F);
        CHECK(belief <= before);
        CHECK(distance == instance.distance(v, u));
        CHECK(!space.fixed(v, u));
        before = belief;
        sum += belief;
      }
      if (!with_fixed_edge) CHECK(sum == doctest::Approx(2.0));
    }
  }
}

TEST_CASE("every edge of some tours is listed once, with the share of them that have it") {
  const std::vector<Tour> tours{{0, 1, 2, 3}, {3, 2, 1, 0}, {0, 2, 1, 3}, {1, 2, 3, 0}};
  const auto share = [](const Learned& learned, const Edge& edge) {
    const auto found = std::find(learned.edges.begin(), learned.edges.end(), edge);
    return learned.strengths.at(static_cast<std::size_t>(found - learned.edges.begin()));
  };
  const Learned both_ways = shares(4, tours, false);
  CHECK(both_ways.edges.size() == 6);
  CHECK(share(both_ways, {1, 2}) == 1.0F);
  CHECK(share(both_ways, {0, 3}) == 1.0F);
  CHECK(share(both_ways, {0, 1}) == 0.75F);
  CHECK(share(both_ways, {0, 2}) == 0.25F);
  const Learned directed = shares(4, tours, true);
  CHECK(share(directed, {1, 2}) == 0.5F);
  CHECK(share(directed, {2, 1}) == 0.5F);
  CHECK(shares(4, {}, false).edges.empty());
}

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
      for (std::int64_t i = 0; i < 90; ++i) {
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
