#include <cmath>
#include <map>

#include "heataco/decoders/mmas/ant.h"
#include "support.h"

using namespace heataco;
using namespace heataco::testing;

namespace {

// Random points with trails that several random tours have left.
struct Field {
  Field(Node n, std::size_t k, int deposits)
      : points(random_points(n, 3)),
        instance(Metric::euclidean, points.data(), n, true),
        numbering(instance, checkpoint),
        candidates(nearest_neighbours(numbering.instance(), k, Direction::out, checkpoint)),
        weights(candidates, fixed_weights(candidates, 2.0, {}, 0.0, checkpoint)),
        trails(candidates, {0.8, 1.0, true, 2.0 * n}, 1.0, weights) {
    for (int t = 0; t < deposits; ++t)
      trails.update(random_tour(n, static_cast<std::uint64_t>(t)), 1.0, 0, n);
  }

  std::vector<Tour> tours(DrawSlot draw_slot, std::size_t count, std::uint64_t seed) {
    Watch watch(checkpoint, forever);
    std::vector<Ant> ants(count, Ant(instance.n()));
    for (std::size_t a = 0; a < count; ++a) ants[a].rng = Rng::for_item(seed, 1, a);
    REQUIRE(construct_tours({numbering, weights, draw_slot, 0.0}, ants.data(), count, watch));
    std::vector<Tour> tours;
    for (const Ant& ant : ants) tours.push_back(ant.tour);
    return tours;
  }

  // Of a tour from its given start, by eq. 4.
  double probability(const Tour& tour) const {
    NodeSet unvisited(instance.n());
    unvisited.fill();
    double product = 1.0;
    for (std::size_t t = 0; t + 1 < tour.size(); ++t) {
      unvisited.remove(tour[t]);
      double all = 0.0;
      double next = 0.0;
      for (std::size_t s = 0; s < candidates.k; ++s) {
        const Node v = weights.nodes(tour[t])[s];
        if (!unvisited.contains(v)) continue;
        all += weights.weights(tour[t])[s];
        if (v == tour[t + 1]) next = weights.weights(tour[t])[s];
      }
      product *= next / all;
    }
    return product;
  }

  Checkpoint checkpoint;
  std::vector<double> points;
  Instance instance;
  Numbering numbering;
  NeighbourLists candidates;
  TransitionWeights weights;
  PheromoneTrails trails;
};

}  // namespace

TEST_CASE("tours are as frequent as the transition rule says, with leaders or without") {
  for (const int deposits : {0, 1, 6}) {
    Field field(6, 5, deposits);
    std::map<Tour, int> drawn;
    constexpr int rounds = 40'000;
    const DrawSlot draw_slot = draw_slot_versions(field.weights.stride()).back();
    for (std::uint64_t seed = 0; seed < rounds; ++seed)
      for (const Tour& tour : field.tours(draw_slot, 4, seed)) ++drawn[tour];
    Tour tour{0, 1, 2, 3, 4, 5};
    double chi_squared = 0.0;
    do {
      const double expected = 4.0 * rounds / 6.0 * field.probability(tour);
      const double off = drawn[tour] - expected;
      if (expected >= 5.0)
        chi_squared += off * off / expected;
      else
        CHECK(drawn[tour] < 25);
    } while (std::next_permutation(tour.begin(), tour.end()));
    // 720 tours: of 719 degrees of freedom at most, with a standard deviation of 38.
    CHECK(chi_squared < 719.0 + 4.0 * 38.0);
  }
}

TEST_CASE("every instruction set builds the same tours") {
  for (const std::size_t k : {3, 8, 20, 40}) {
    for (const int deposits : {0, 1, 3, 10}) {
      Field field(300, k, deposits);
      for (const DrawSlot version : draw_slot_versions(field.weights.stride()))
        CHECK(field.tours(version, 4, 9) == field.tours(draw_slot_portable, 4, 9));
    }
  }
}
