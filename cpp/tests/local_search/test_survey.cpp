#include "support.h"

using namespace heataco;
using namespace heataco::testing;

namespace {

// The tour with a few of its paths turned round or moved elsewhere, as an ant's differs from the
// tour that it follows.
Tour disturbed(Tour tour, int changes, Rng& rng) {
  const auto n = static_cast<Node>(tour.size());
  const auto at = [&](Node t) { return tour.begin() + t; };
  for (int c = 0; c < changes; ++c) {
    Node cuts[] = {rng.below(n + 1), rng.below(n + 1), rng.below(n + 1)};
    std::sort(std::begin(cuts), std::end(cuts));
    if (rng.below(2) == 0)
      std::reverse(at(cuts[0]), at(cuts[2]));
    else
      std::rotate(at(cuts[0]), at(cuts[1]), at(cuts[2]));
  }
  return tour;
}

// Searches with and without what is known of a tour, from tours like it and unlike it.
void compare(const Instance& instance, std::size_t neighbours, std::uint64_t seed) {
  Checkpoint checkpoint;
  Watch watch(checkpoint, forever);
  const LocalSearchLists lists = local_search_lists(
      instance, nearest_neighbours(instance, neighbours, Direction::out, checkpoint), neighbours,
      checkpoint);
  for (const std::string& name : local_search_names()) {
    if (name == "none") continue;
    const auto search = make_local_search(name, instance, lists);
    Survey known;
    Rng rng(seed);
    Tour base = random_tour(instance.n(), seed);
    for (const bool optimal : {false, true}) {
      if (optimal) search->improve(base, watch);
      search->survey(base, known, watch);
      for (int t = 0; t < 40; ++t) {
        const Tour start = disturbed(base, t / 4, rng);
        Tour expected = start;
        search->improve(expected, watch);
        Tour found = start;
        search->improve(found, known, watch);
        REQUIRE(found == expected);
      }
    }
  }
}

}  // namespace

TEST_CASE("what is known of a tour changes no result of a local search") {
  for (std::uint64_t seed = 0; seed < 12; ++seed) {
    for (const Node n : {3, 4, 5, 6, 8, 13, 60, 150}) {
      const auto points = random_points(n, seed, seed % 3 == 0 ? 8 : 1'000'000);
      compare(Instance(Metric::euclidean, points.data(), n, true), 8, seed);
      compare(Instance(Metric::euc_2d, points.data(), n, true), 20, seed);
      auto matrix = random_matrix(n, seed);
      compare(Instance(Metric::explicit_matrix, matrix.data(), n, false), 8, seed);
      for (Node i = 0; i < n; ++i)
        for (Node j = 0; j < i; ++j) matrix[index(i * n + j)] = matrix[index(j * n + i)];
      compare(Instance(Metric::explicit_matrix, matrix.data(), n, true), 8, seed);
    }
  }
}

TEST_CASE("a survey that time runs out on knows nothing") {
  const auto points = random_points(150, 1, 1'000'000);
  const Instance instance(Metric::euclidean, points.data(), 150, true);
  Checkpoint checkpoint;
  Watch expired(checkpoint, 0.0);
  const LocalSearchLists lists = local_search_lists(
      instance, nearest_neighbours(instance, 8, Direction::out, checkpoint), 8, checkpoint);
  Survey known;
  make_local_search("2opt", instance, lists)->survey(random_tour(150, 1), known, expired);
  CHECK(known.empty());
}
