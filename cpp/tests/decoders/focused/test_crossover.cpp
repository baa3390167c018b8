#include <cmath>

#include "decoders/focused/focused_support.h"
#include "heataco/decoders/focused/crossover.h"
#include "heataco/decoders/focused/region.h"
#include "heataco/decoders/focused/starts.h"

using namespace heataco;
using namespace heataco::testing;

namespace {

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
      Crossover crossover(*space, watch);
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
    Crossover crossover(space, watch);
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

TEST_CASE("two cycles far apart gain together where each alone leaves subtours") {
  const Rings rings(600, {200, 400});
  const Instance instance(Metric::euclidean, rings.points.data(), rings.n(), true);
  const SearchSpace space = space_of(instance, 4);  // along a ring, where no joint is near
  Checkpoint checkpoint;
  Watch watch(checkpoint, forever);
  Crossover crossover(space, watch);
  Rng rng(1);
  Tour tour = rings.winding;
  CHECK(crossover.improve(tour, rings.straight, Crossover::Sets::cycles, {}, rng) == 0.0);
  CHECK(crossover.improve(tour, rings.straight, Crossover::Sets::blocks, {}, rng) > 0.0);
  CHECK(cost(instance, tour) == doctest::Approx(cost(instance, rings.straight)));

  Watch over(checkpoint, 0.0);
  Crossover stopped(space, over);
  tour = rings.winding;
  CHECK(stopped.improve(tour, rings.straight, Crossover::Sets::blocks, {}, rng) == 0.0);
  CHECK(tour == rings.winding);
}
