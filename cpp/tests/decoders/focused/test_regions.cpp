#include "decoders/focused/focused_support.h"
#include "heataco/decoders/focused/cells.h"
#include "heataco/decoders/focused/region.h"
#include "heataco/decoders/focused/region_walker.h"

using namespace heataco;
using namespace heataco::testing;

namespace {

std::vector<Node> random_cell(const Instance& instance, const Tour& tour, Rng& rng) {
  if (rng.below(2) == 0) {
    const auto cells = cut_into_cells(instance, tour, 20 + index(rng.below(100)), rng);
    return cells[index(rng.below(static_cast<Node>(cells.size())))];
  }
  std::vector<Node> cell;
  for (const Node v : tour)
    if (rng.below(3) != 0) cell.push_back(v);
  return cell;
}

Tour turned(Tour tour, Node first, bool backward) {
  std::rotate(tour.begin(), tour.begin() + first, tour.end());
  if (backward) std::reverse(tour.begin(), tour.end());
  return tour;
}

}  // namespace

TEST_CASE("cells are a partition, none too large and none a splinter") {
  Rng rng(1);
  for (const Node grid : {1, 5, 1'000'000}) {
    for (const Node n : {1, 2, 50, 3'000}) {
      const auto points = random_points(n, 1, grid);
      const Instance instance(Metric::euclidean, points.data(), n, true);
      for (const std::size_t max_nodes : {10, 100, 5'000}) {
        const auto cells = cut_into_cells(instance, random_tour(n, 2), max_nodes, rng);
        Tour all;
        for (const auto& cell : cells) {
          CHECK(cell.size() <= max_nodes);
          CHECK((cells.size() == 1 || cell.size() + 1 > 35 * max_nodes / 100));
          CHECK(std::is_sorted(cell.begin(), cell.end()));
          all.insert(all.end(), cell.begin(), cell.end());
        }
        CHECK(is_permutation(all, n));
      }
    }
  }
}

TEST_CASE("a region put back unchanged is the tour as it was, from wherever it is read") {
  Rng rng(3);
  for (int repeat = 0; repeat < 300; ++repeat) {
    const Node n = 30 + rng.below(300);
    const auto points = random_points(n, rng.next());
    const Instance instance(Metric::euclidean, points.data(), n, true);
    const SearchSpace whole = space_of(instance, 6);
    const Tour tour = random_tour(n, rng.next());
    Tour copy = tour;
    const Node first = rng.below(n);
    const Node length = 1 + rng.below(n - first);
    const Stretch stretch{copy.data() + first, length};
    std::vector<Node> local(index(n), no_node);
    const Region region(whole, whole.beliefs, stretch, random_cell(instance, tour, rng), local);
    CHECK(std::all_of(local.begin(), local.end(), [](Node v) { return v == no_node; }));
    if (!region.worthwhile()) continue;
    const auto size = static_cast<Node>(region.tour().size());
    for (const bool backward : {false, true}) {
      region.put_back(turned(region.tour(), rng.below(size), backward), stretch);
      CHECK(copy == tour);
    }
  }
}

TEST_CASE("a region changes the whole tour by as much as its own, and beliefs where it should") {
  Rng rng(4);
  int improved = 0;
  for (int repeat = 0; repeat < 150; ++repeat) {
    const Node n = 50 + rng.below(300);
    const auto points = random_points(n, rng.next());
    const Instance instance(Metric::euclidean, points.data(), n, true);
    SearchSpace whole = space_of(instance, 6);
    Tour tour = random_tour(n, rng.next());
    const Tour before = tour;
    const Node first = rng.below(n / 2);
    const Node length = n / 4 + rng.below(n - first - n / 4);
    const Stretch stretch{tour.data() + first, length};
    std::vector<Node> local(index(n), no_node);
    const Region region(whole, whole.beliefs, stretch, random_cell(instance, tour, rng), local);
    if (!region.worthwhile()) continue;
    const SearchSpace& space = region.space();
    for (Node r = 0; r < space.instance.n(); ++r) {
      const Node partner = space.partners[index(r)];
      if (partner != no_node) REQUIRE(space.partners[index(partner)] == r);
    }
    const Tour better = descended(space, region.tour());
    const double gain = cost(space.instance, region.tour()) - cost(space.instance, better);
    improved += gain > 0.0 ? 1 : 0;
    region.put_back(better, stretch);
    REQUIRE(is_permutation(tour, n));
    CHECK(cost(instance, before) - cost(instance, tour) ==
          doctest::Approx(gain).epsilon(1e-9 * cost(instance, before) / std::max(gain, 1.0)));
    CHECK(std::equal(tour.begin(), tour.begin() + first, before.begin()));
    CHECK(std::equal(tour.begin() + first + length, tour.end(), before.begin() + first + length));
    region.put_back(std::vector<float>(space.beliefs.size(), 0.5F), whole.beliefs);
    std::vector<bool> inside(index(n), false);
    for (Node r = 0; r < space.instance.n(); ++r) inside[index(region.node(r))] = true;
    for (Node v = 0; v < n; ++v) {
      for (std::size_t s = 0; s < whole.candidates.k; ++s) {
        const bool both = inside[index(v)] && inside[index(whole.candidates.row(v)[s])];
        REQUIRE(whole.beliefs[index(v) * whole.candidates.k + s] == (both ? 0.5F : 0.0F));
      }
    }
  }
  CHECK(improved > 50);
}

TEST_CASE("parts give the same tour and the same trails on any number of threads") {
  const Node n = 1'200;
  const auto points = random_points(n, 6);
  const Instance instance(Metric::euclidean, points.data(), n, true);
  const SearchSpace space = space_of(instance, 6);
  for (const int stretches : {1, 2, 5}) {
    Tour first;
    std::vector<float> beliefs;
    for (const int threads : {0, 1, 2, 3, 4}) {
      Checkpoint checkpoint;
      Watch watch(checkpoint, forever);
      WorkerPool pool(std::max(threads, 1));
      RegionWalker parts(space, chain_parameters, 150, stretches, threads == 0 ? nullptr : &pool);
      parts.start(random_tour(n, 1), watch);
      double before = cost(instance, parts.tour());
      for (std::uint64_t iteration = 1; iteration <= 4; ++iteration) {
        Rng rng = Rng::for_item(3, iteration, 0);
        CHECK(parts.run(n / 10, 0.0, rng, watch));
        REQUIRE(is_permutation(parts.tour(), n));
        CHECK(cost(instance, parts.tour()) <= before * (1 + 1e-12));
        before = cost(instance, parts.tour());
      }
      if (threads == 0) {
        first = parts.tour();
        beliefs = parts.beliefs();
      }
      CHECK(parts.tour() == first);
      CHECK(parts.beliefs() == beliefs);
    }
  }
}

TEST_CASE("parts make up for trials that are too few for a pass") {
  const Node n = 1'000;
  const auto points = random_points(n, 6);
  const Instance instance(Metric::euclidean, points.data(), n, true);
  const SearchSpace space = space_of(instance, 6);
  Checkpoint checkpoint;
  Watch watch(checkpoint, forever);
  RegionWalker parts(space, chain_parameters, 150, 1, nullptr);
  parts.start(random_tour(n, 1), watch);
  const Tour start = parts.tour();
  Rng rng(1);
  CHECK(parts.run(60, 0.0, rng, watch));
  CHECK(parts.tour() == start);
  CHECK(parts.run(60, 0.0, rng, watch));
  CHECK(parts.tour() != start);
  CHECK(parts.run(300, 0.0, rng, watch));
  CHECK(cost(instance, parts.tour()) < cost(instance, start));
}

TEST_CASE("parts that are stopped leave a valid tour") {
  const Node n = 1'200;
  const auto points = random_points(n, 6);
  const Instance instance(Metric::euclidean, points.data(), n, true);
  const SearchSpace space = space_of(instance, 6);
  Checkpoint checkpoint;
  Watch watch(checkpoint, 0.005);
  WorkerPool pool(2);
  RegionWalker parts(space, chain_parameters, 150, 4, &pool);
  parts.resume(random_tour(n, 1));
  Rng rng(1);
  while (parts.run(n / 10, 0.0, rng, watch)) {
  }
  CHECK(is_permutation(parts.tour(), n));
}
