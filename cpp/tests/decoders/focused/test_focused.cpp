#include "decoders/focused/focused_support.h"
#include "heataco/decoders/focused/focused.h"

using namespace heataco;
using namespace heataco::testing;

namespace {

FocusedParameters focused_parameters(std::size_t region_size) {
  return {.candidates = candidate_parameters,
          .chain = chain_parameters,
          .temperature = 0.1,
          .region_size = region_size};
}

SearchResult solve(const Instance& instance, const Heat* heat, std::size_t region_size, int threads,
                   std::int64_t iterations) {
  Checkpoint checkpoint;
  WorkerPool pool(threads);
  Budget budget;
  budget.iterations = iterations;
  const FocusedParameters parameters = focused_parameters(region_size);
  if (heat == nullptr)
    return focused({instance, nullptr, nullptr, 7}, parameters, budget, pool, checkpoint);
  const HeatRows rows = heat->rows();
  return focused({instance, &rows, nullptr, 7}, parameters, budget, pool, checkpoint);
}

}  // namespace

TEST_CASE("a chain knows its cost, keeps a valid tour, and never gets longer while it is cold") {
  for (const Node grid : {1, 9, 1'000'000}) {
    for (const Node n : {8, 40, 400}) {
      const auto points = random_points(n, 5, grid);
      const Instance instance(Metric::euclidean, points.data(), n, true);
      const SearchSpace space = space_of(instance, 7);
      for (const double temperature : {0.0, 1e4}) {
        Checkpoint checkpoint;
        Watch watch(checkpoint, forever);
        Chain chain(space, chain_parameters);
        chain.start(random_tour(n, 1), watch);
        const double start = chain.cost();
        Rng rng(9);
        CHECK(chain.run(2'000, temperature, rng, watch));
        CHECK(is_permutation(chain.tour(), n));
        CHECK(chain.cost() == doctest::Approx(cost(instance, chain.tour())).epsilon(1e-9));
        if (temperature == 0.0) CHECK(chain.cost() <= start);
        for (const float trail : chain.trails().values()) REQUIRE((trail >= 0.0F && trail <= 1.0F));
      }
    }
  }
}

TEST_CASE(
    "the focused colony gives the same tour on any number of threads, in whole and in parts") {
  const auto points = random_points(600, 1);
  const auto matrix = nearly_symmetric_matrix(60, 1);  // a random one would be solved at once
  const Instance planar(Metric::euclidean, points.data(), 600, true);
  const Instance directed(Metric::explicit_matrix, matrix.data(), 60, false);
  for (const Instance* instance : {&planar, &directed}) {
    const Heat bad = random_heat(instance->n(), 3);
    for (const std::size_t region_size : {100, 10'000}) {
      for (const Heat* heat : {static_cast<const Heat*>(nullptr), &bad}) {
        const SearchResult one = solve(*instance, heat, region_size, 1, 5);
        CHECK(is_permutation(one.tour, instance->n()));
        CHECK(one.cost == doctest::Approx(cost(*instance, one.tour)).epsilon(1e-12));
        CHECK(one.iterations == 5);
        CHECK(one.trust.has_value() == (heat != nullptr));
        for (const int threads : {2, 4})
          CHECK(solve(*instance, heat, region_size, threads, 5).tour == one.tour);
      }
    }
  }
}

TEST_CASE(
    "independent random arcs are solved before the first iteration, on any number of threads") {
  for (const Node largest : {20, 1'000'000}) {
    const auto matrix = random_matrix(80, 3, largest);
    const Instance directed(Metric::explicit_matrix, matrix.data(), 80, false);
    const Heat bad = random_heat(80, 3);
    const SearchResult one = solve(directed, nullptr, 10'000, 1, 5);
    CHECK(one.stop_reason == StopReason::complete);
    CHECK(one.iterations == 0);
    CHECK(solve(directed, nullptr, 10'000, 4, 5).tour == one.tour);
    const SearchResult with_heat = solve(directed, &bad, 10'000, 1, 5);
    CHECK(with_heat.cost == one.cost);
    CHECK(with_heat.trust.has_value());
  }
}

TEST_CASE("the focused colony solves eight nodes, and any fewer") {
  for (const Node n : {1, 2, 3, 4, 5, 6, 7, 8}) {
    for (std::uint64_t seed = 0; seed < 5; ++seed) {
      const auto points = random_points(n, seed);
      const auto matrix = random_matrix(n, seed);
      const Instance planar(Metric::euclidean, points.data(), n, true);
      const Instance directed(Metric::explicit_matrix, matrix.data(), n, false);
      for (const Instance* instance : {&planar, &directed})
        CHECK(solve(*instance, nullptr, 10'000, 1, 300).cost ==
              doctest::Approx(optimum(*instance)));
    }
  }
}
