#include <utility>

#include "decoders/mcts/mcts_support.h"
#include "heataco/decoders/mcts/mcts.h"

using namespace heataco;
using namespace heataco::testing;

namespace {

bool adjacent(const Tour& tour, Node a, Node b) {
  for (std::size_t t = 0; t < tour.size(); ++t) {
    const Node v = tour[t];
    const Node u = tour[(t + 1) % tour.size()];
    if ((v == a && u == b) || (v == b && u == a)) return true;
  }
  return false;
}

// An action may add an edge, remove it and add it again.
int times_added(const Action& action, Node v, Node u) {
  int times = 0;
  for (std::size_t i = 0; i < action.removed.size(); ++i) {
    const Node b = action.removed[i].b;
    const Node a = action.removed[(i + 1) % action.removed.size()].a;
    times += (b == v && a == u) || (b == u && a == v) ? 1 : 0;
  }
  return times;
}

SearchResult solve(const Instance& instance, const Heat& heat, const MctsParameters& parameters,
                   int threads, const Budget& budget) {
  Checkpoint checkpoint;
  WorkerPool pool(threads);
  const HeatRows rows = heat.rows();
  return mcts({instance, &rows, nullptr, 7}, parameters, budget, pool, checkpoint);
}

}  // namespace

TEST_CASE("an open tour is the path that plain reversals give") {
  for (const Node n : {5, 6, 9, 40}) {
    Rng rng(static_cast<std::uint64_t>(n));
    ReversibleTour tour(n);
    tour.assign(random_tour(n, 4));
    OpenTour open(tour);
    for (int repeat = 0; repeat < 50; ++repeat) {
      const Node a = rng.below(n);
      Tour path;
      for (Node v = tour.next(a); v != a; v = tour.next(v)) path.push_back(v);
      path.push_back(a);
      open.open(a);
      for (int step = 0; step < 30; ++step) {
        CHECK(open.after_head() == path[1]);
        const Node place = 2 + rng.below(n - 3);  // neither the head, its successor, nor the end
        std::reverse(path.begin(), path.begin() + place);
        CHECK(open.join(path[index(place)]) == path[0]);
      }
    }
  }
}

TEST_CASE("every applied action is a tour, gains what it says, and reinforces what it adds") {
  for (const auto& [candidates, depth] : {std::pair<std::size_t, int>{1'000, 10}, {5, 100}}) {
    const auto points = random_points(120, 7);
    const Instance instance(Metric::euclidean, points.data(), 120, true);
    MctsParameters parameters = mcts_parameters(candidates, depth);
    parameters.local_search = "none";  // leaves much to improve
    Setting setting(instance, Heat(instance, 3e4), parameters);
    const Instance& renumbered = setting.numbering.instance();
    TreeChain chain(setting.context());
    Watch watch(setting.checkpoint, forever);
    chain.start(nullptr, Rng(5), watch);
    int applied = 0;
    for (int simulation = 0; simulation < 20'000; ++simulation) {
      if (!chain.simulate()) continue;
      const Tour before = chain.tour();
      const Action action = chain.action();
      const Node closing = action.removed.back().b;
      const Node a1 = action.removed.front().a;
      const std::size_t slot = setting.slot(closing, a1);
      const double weight = slot == CandidateEdges::no_slot ? 0.0 : chain.potentials().weight(slot);
      chain.apply();
      ++applied;
      CHECK(is_permutation(chain.tour(), 120));
      CHECK(action.gain > 0.0);
      const double length = cost(renumbered, before);
      CHECK(length - cost(renumbered, chain.tour()) ==
            doctest::Approx(action.gain).epsilon(1e-9 * length / action.gain));
      CHECK(adjacent(chain.tour(), closing, a1));
      if (slot == CandidateEdges::no_slot) continue;
      const double amount = 10.0 * (std::exp(action.gain / length) - 1.0);
      CHECK(chain.potentials().weight(slot) - weight ==
            doctest::Approx(times_added(action, closing, a1) * amount).epsilon(1e-6));
    }
    CHECK(applied > 50);
  }
}

TEST_CASE("the same seed gives the same tree search on any number of threads") {
  const auto points = random_points(70, 1);
  const Instance instance(Metric::euclidean, points.data(), 70, true);
  const Heat heat(instance, 3e4);
  Budget budget;
  budget.iterations = 40;
  for (const int chains : {1, 5}) {
    const MctsParameters parameters = mcts_parameters(1'000, 10, chains);
    const SearchResult one = solve(instance, heat, parameters, 1, budget);
    CHECK(is_permutation(one.tour, 70));
    CHECK(one.iterations == 40);
    CHECK(one.cost == doctest::Approx(cost(instance, one.tour)).epsilon(1e-12));
    for (const int threads : {2, 3, 8})
      CHECK(solve(instance, heat, parameters, threads, budget).tour == one.tour);
  }
}

TEST_CASE("a tree search solves eight nodes, with heat and where there is none") {
  Budget budget;
  budget.iterations = 200;
  for (std::uint64_t seed = 0; seed < 5; ++seed) {
    const auto points = random_points(8, seed);
    const Instance instance(Metric::euclidean, points.data(), 8, true);
    const Heat none(std::vector<std::vector<float>>(8, std::vector<float>(8, 0.0F)));
    for (const Heat& heat : {Heat(instance, 1e6), none})
      CHECK(solve(instance, heat, mcts_parameters(1'000, 10), 1, budget).cost ==
            doctest::Approx(optimum(instance)));
  }
}

TEST_CASE("a deadline in the past gives the first tour of a tree search") {
  const auto points = random_points(500, 3);
  const Instance instance(Metric::euclidean, points.data(), 500, true);
  Budget budget;
  budget.seconds = 0.0;
  const SearchResult result =
      solve(instance, Heat(instance, 1e4), mcts_parameters(1'000, 10, 2), 2, budget);
  CHECK(is_permutation(result.tour, 500));
  CHECK(result.stop_reason == StopReason::time);
  CHECK(result.iterations == 0);
}
