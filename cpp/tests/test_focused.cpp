#include "focused_support.h"
#include "heataco/focused.h"
#include "heataco/focused/cells.h"
#include "heataco/focused/parts.h"
#include "heataco/focused/region.h"

using namespace heataco;
using namespace heataco::testing;

namespace {

Tour descended(const Field& field, const Tour& tour) {
  Checkpoint checkpoint;
  Watch watch(checkpoint, forever);
  Chain chain(field, chain_parameters);
  chain.start(tour, watch);
  return chain.tour();
}

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

FocusedParameters focused_parameters(std::size_t region_size) {
  return {{6, 8, 1e-4, std::nullopt}, chain_parameters, 0.1, region_size};
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

// Heat 1 for the edges of a tour, as the best heatmap would say; its mirror is added by the reader.
Heat heat_of(const Tour& tour) {
  std::vector<std::vector<float>> scores(tour.size(), std::vector<float>(tour.size(), 0.0F));
  for (std::size_t p = 0; p < tour.size(); ++p) {
    const Node next = tour[(p + 1) % tour.size()];
    scores[index(tour[p])][index(next)] = 1.0F;
    scores[index(next)][index(tour[p])] = 1.0F;
  }
  return Heat(scores);
}

Heat random_heat(Node n, std::uint64_t seed) {
  Rng rng(seed);
  std::vector<std::vector<float>> scores(index(n), std::vector<float>(index(n), 0.0F));
  for (Node i = 0; i < n; ++i)
    for (int e = 0; e < 8; ++e)
      if (const Node j = rng.below(n); j != i) scores[index(i)][index(j)] = rng.uniform_float();
  return Heat(scores);
}

std::vector<std::pair<Node, Node>> edges_of(const Tour& tour) {
  std::vector<std::pair<Node, Node>> edges;
  for (std::size_t p = 0; p < tour.size(); ++p)
    edges.emplace_back(tour[p], tour[(p + 1) % tour.size()]);
  return edges;
}

}  // namespace

TEST_CASE("cells are a partition, none too large and none a splinter") {
  Rng rng(1);
  for (const Node grid : {1, 5, 1'000'000}) {
    for (const Node n : {1, 2, 50, 3'000}) {
      const auto points = random_points(n, 1, grid);
      const Instance instance(Metric::euclidean, points.data(), n, true);
      for (const std::size_t most : {10, 100, 5'000}) {
        const auto cells = cut_into_cells(instance, random_tour(n, 2), most, rng);
        Tour all;
        for (const auto& cell : cells) {
          CHECK(cell.size() <= most);
          CHECK((cells.size() == 1 || cell.size() + 1 > 35 * most / 100));
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
    const Field whole = field_of(instance, 6);
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
    Field whole = field_of(instance, 6);
    Tour tour = random_tour(n, rng.next());
    const Tour before = tour;
    const Node first = rng.below(n / 2);
    const Node length = n / 4 + rng.below(n - first - n / 4);
    const Stretch stretch{tour.data() + first, length};
    std::vector<Node> local(index(n), no_node);
    const Region region(whole, whole.beliefs, stretch, random_cell(instance, tour, rng), local);
    if (!region.worthwhile()) continue;
    const Field& field = region.field();
    for (Node r = 0; r < field.instance.n(); ++r) {
      const Node partner = field.partners[index(r)];
      if (partner != no_node) REQUIRE(field.partners[index(partner)] == r);
    }
    const Tour better = descended(field, region.tour());
    const double gain = cost(field.instance, region.tour()) - cost(field.instance, better);
    improved += gain > 0.0 ? 1 : 0;
    region.put_back(better, stretch);
    REQUIRE(is_permutation(tour, n));
    CHECK(cost(instance, before) - cost(instance, tour) ==
          doctest::Approx(gain).epsilon(1e-9 * cost(instance, before) / std::max(gain, 1.0)));
    CHECK(std::equal(tour.begin(), tour.begin() + first, before.begin()));
    CHECK(std::equal(tour.begin() + first + length, tour.end(), before.begin() + first + length));
    region.put_back(std::vector<float>(field.beliefs.size(), 0.5F), whole.beliefs);
    std::vector<bool> inside(index(n), false);
    for (Node r = 0; r < field.instance.n(); ++r) inside[index(region.node(r))] = true;
    for (Node v = 0; v < n; ++v) {
      for (std::size_t s = 0; s < whole.candidates.k; ++s) {
        const bool both = inside[index(v)] && inside[index(whole.candidates.row(v)[s])];
        REQUIRE(whole.beliefs[index(v) * whole.candidates.k + s] == (both ? 0.5F : 0.0F));
      }
    }
  }
  CHECK(improved > 50);
}

TEST_CASE("a chain knows its cost, keeps a valid tour, and never gets longer while it is cold") {
  for (const Node grid : {1, 9, 1'000'000}) {
    for (const Node n : {8, 40, 400}) {
      const auto points = random_points(n, 5, grid);
      const Instance instance(Metric::euclidean, points.data(), n, true);
      const Field field = field_of(instance, 7);
      for (const double temperature : {0.0, 1e4}) {
        Checkpoint checkpoint;
        Watch watch(checkpoint, forever);
        Chain chain(field, chain_parameters);
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

TEST_CASE("parts give the same tour and the same trails on any number of threads") {
  const Node n = 1'200;
  const auto points = random_points(n, 6);
  const Instance instance(Metric::euclidean, points.data(), n, true);
  const Field field = field_of(instance, 6);
  for (const int stretches : {1, 2, 5}) {
    Tour first;
    std::vector<float> beliefs;
    for (const int threads : {0, 1, 2, 3, 4}) {
      Checkpoint checkpoint;
      Watch watch(checkpoint, forever);
      WorkerPool pool(std::max(threads, 1));
      Parts parts(field, chain_parameters, 150, stretches, threads == 0 ? nullptr : &pool);
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
  const Field field = field_of(instance, 6);
  Checkpoint checkpoint;
  Watch watch(checkpoint, forever);
  Parts parts(field, chain_parameters, 150, 1, nullptr);
  parts.start(random_tour(n, 1), watch);
  const Tour start = parts.tour();
  Rng rng(1);
  CHECK(parts.run(60, 0.0, rng, watch));
  CHECK(parts.tour() == start);
  CHECK(parts.run(60, 0.0, rng, watch));
  CHECK(cost(instance, parts.tour()) < cost(instance, start));
}

TEST_CASE("parts that are stopped leave a valid tour") {
  const Node n = 1'200;
  const auto points = random_points(n, 6);
  const Instance instance(Metric::euclidean, points.data(), n, true);
  const Field field = field_of(instance, 6);
  Checkpoint checkpoint;
  Watch watch(checkpoint, 0.005);
  WorkerPool pool(2);
  Parts parts(field, chain_parameters, 150, 4, &pool);
  parts.resume(random_tour(n, 1));
  Rng rng(1);
  while (parts.run(n / 10, 0.0, rng, watch)) {
  }
  CHECK(is_permutation(parts.tour(), n));
}

TEST_CASE("without trust the candidates are the nearest nodes, and nothing is believed") {
  const auto points = random_points(200, 1);
  const Instance instance(Metric::euclidean, points.data(), 200, true);
  Checkpoint checkpoint;
  const Numbering numbering(instance, checkpoint);
  const Heat heat = random_heat(200, 2);
  const HeatRows rows = heat.rows();
  const GuideParameters parameters{6, 8, 1e-4, std::nullopt};
  const NeighbourLists nearest = numbering.apply(
      nearest_neighbours(instance, parameters.neighbours, Direction::out, checkpoint));
  const HeatRows* const without = nullptr;
  for (const HeatRows* given : {&rows, without}) {
    const Guide guide(instance, numbering, given, parameters, checkpoint);
    const CandidateRows candidates = guide.candidates(0.0);
    CHECK(candidates.lists.k == nearest.k);
    CHECK(candidates.lists.nodes == nearest.nodes);
    CHECK(candidates.lists.distances == nearest.distances);
    for (const float belief : candidates.beliefs) REQUIRE(belief == 0.0F);
  }
}

TEST_CASE("with full trust the hottest come first, at their distances") {
  const auto points = random_points(100, 1);
  const Instance instance(Metric::euclidean, points.data(), 100, true);
  Checkpoint checkpoint;
  const Numbering numbering(instance, checkpoint);
  const Heat heat = random_heat(100, 2);
  const HeatRows rows = heat.rows();
  const GuideParameters parameters{6, 8, 1e-4, std::nullopt};
  const Guide guide(instance, numbering, &rows, parameters, checkpoint);
  const Confidences confidences(rows, true, 1e-4, checkpoint);
  const CandidateRows candidates = guide.candidates(1.0);
  REQUIRE(candidates.lists.k == 6);
  for (Node r = 0; r < 100; ++r) {
    const Node v = numbering.order()[index(r)];
    double before = forever;
    for (std::size_t s = 0; s < 6; ++s) {
      const Node u = candidates.lists.row(r)[s];
      CHECK(u != r);
      CHECK(std::count(candidates.lists.row(r), candidates.lists.row(r) + 6, u) == 1);
      CHECK(candidates.lists.row_distances(r)[s] == numbering.instance().distance(r, u));
      double score = 0.0;
      for (const auto* entry = confidences.begin(v); entry != confidences.end(v); ++entry)
        if (entry->node == numbering.order()[index(u)]) score = entry->value;
      CHECK(candidates.beliefs[index(r) * 6 + s] == static_cast<float>(std::min(score, 1.0)));
      CHECK(score <= before);
      before = score;
    }
  }
}

TEST_CASE("good heat is trusted, random heat is not") {
  const auto points = random_points(300, 1);
  const Instance instance(Metric::euclidean, points.data(), 300, true);
  Checkpoint checkpoint;
  const Numbering numbering(instance, checkpoint);
  const Tour tour = descended(field_of(numbering.instance(), 8), random_tour(300, 3));
  const GuideParameters parameters{6, 8, 1e-4, std::nullopt};
  const Heat good = heat_of(numbering.undo(tour));
  const Heat bad = random_heat(300, 5);
  const HeatRows good_rows = good.rows();
  const HeatRows bad_rows = bad.rows();
  const Trust trusted =
      Guide(instance, numbering, &good_rows, parameters, checkpoint).measure(edges_of(tour));
  const Trust distrusted =
      Guide(instance, numbering, &bad_rows, parameters, checkpoint).measure(edges_of(tour));
  CHECK(trusted.value == 1.0);
  CHECK(trusted.missing_by_heat == 0.0);
  CHECK(distrusted.value < 0.1);
  CHECK(distrusted.missing_by_heat > 0.5);
  CHECK(distrusted.missing_by_distance < 0.05);
}

TEST_CASE("directed rows lead from leaving to entering, and back") {
  const Node n = 30;
  const auto matrix = random_matrix(n, 1);
  const Instance instance(Metric::explicit_matrix, matrix.data(), n, false);
  const Instance doubled = instance.doubled();
  Checkpoint checkpoint;
  const Numbering numbering(instance, checkpoint);
  const Heat heat = random_heat(n, 2);
  const HeatRows rows = heat.rows();
  const GuideParameters parameters{6, 8, 1e-4, std::nullopt};
  const Guide guide(instance, numbering, &rows, parameters, checkpoint);
  for (const double trust : {0.0, 0.4, 1.0}) {
    const CandidateRows candidates = guide.candidates(trust);
    REQUIRE(candidates.lists.n == 2 * n);
    REQUIRE(candidates.beliefs.size() == candidates.lists.nodes.size());
    for (Node v = 0; v < 2 * n; ++v) {
      for (std::size_t s = 0; s < candidates.lists.k; ++s) {
        const Node u = candidates.lists.row(v)[s];
        CHECK((v < n) != (u < n));
        CHECK(std::abs(v - u) != n);
        CHECK(candidates.lists.row_distances(v)[s] == doubled.distance(v, u));
        const Node from = std::min(v, u);
        const Node to = std::max(v, u) - n;
        float score = 0.0F;
        for (std::int64_t e = rows.offsets[from]; e < rows.offsets[from + 1]; ++e)
          if (rows.columns[e] == to) score = rows.values[e];
        CHECK(candidates.beliefs[index(v) * candidates.lists.k + s] ==
              doctest::Approx(trust * score).epsilon(1e-6));
      }
    }
  }
}

TEST_CASE(
    "the focused colony gives the same tour on any number of threads, in whole and in parts") {
  const auto points = random_points(600, 1);
  const auto matrix = random_matrix(60, 1);
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
