#include "decoders/focused/focused_support.h"
#include "decoders/mmas/mmas_support.h"
#include "heataco/decoders/focused/focused.h"
#include "heataco/decoders/greedy/greedy.h"
#include "heataco/decoders/mcts/mcts.h"
#include "heataco/decoders/mmas/mmas.h"

using namespace heataco;
using namespace heataco::testing;

namespace {

const FocusedParameters focused_parameters{.candidates = candidate_parameters,
                                           .chain = chain_parameters,
                                           .temperature = 0.1,
                                           .region_size = 12'000};

// Interrupts at the nth question, wherever that is.
struct Impatient : Checkpoint {
  explicit Impatient(int polls) : left(polls) {}
  bool poll() override { return --left < 0; }
  int left;
};

template <class Check>
void with_every_search(const Problem& problem, const Budget& budget, Checkpoint& checkpoint,
                       const Check& check) {
  WorkerPool pool(2);
  for (const std::string local_search : {"none", "2opt", "lk"}) {
    check(greedy(problem, {local_search, 10}, budget, checkpoint));
    check(mmas(problem, mmas_parameters(local_search, 100'000), budget, pool, checkpoint));
  }
  check(focused(problem, focused_parameters, budget, pool, checkpoint));
  MctsParameters chains = mcts_parameters(20, 10, 3);
  check(mcts(problem, chains, budget, pool, checkpoint));
}

Heat no_heat(Node n) {
  return Heat(std::vector<std::vector<float>>(index(n), std::vector<float>(index(n))));
}

}  // namespace

TEST_CASE("however short the time, there is a tour, and the reason is told") {
  const Node n = 300;
  for (const Metric metric : {Metric::euclidean, Metric::geo}) {
    const auto points = random_points(n, 1, 90);
    const Instance instance(metric, points.data(), n, true);
    const Heat heat = no_heat(n);
    const HeatRows rows = heat.rows();
    const Tour given = random_tour(n, 2);
    for (const double seconds : {0.0, 1e-9, 1e-4}) {
      for (const Tour* initial : {static_cast<const Tour*>(nullptr), &given}) {
        Checkpoint checkpoint;
        Budget budget;
        budget.seconds = seconds;
        with_every_search({instance, &rows, initial, 1}, budget, checkpoint,
                          [&](const SearchResult& result) {
                            CHECK(is_permutation(result.tour, n));
                            CHECK(result.cost == cost(instance, result.tour));
                            if (initial != nullptr) CHECK(result.cost <= cost(instance, given));
                            if (seconds < 1e-6) CHECK(result.stop_reason == StopReason::time);
                            CHECK(result.trace.rows().back().best == result.cost);
                          });
      }
    }
  }
}

TEST_CASE("an interrupt before the search keeps a tour, too") {
  const Node n = 300;
  const auto points = random_points(n, 1);
  const Instance instance(Metric::euclidean, points.data(), n, true);
  const Heat heat = no_heat(n);
  const HeatRows rows = heat.rows();
  const auto check = [&](const SearchResult& result) {
    CHECK(is_permutation(result.tour, n));
    CHECK(result.stop_reason == StopReason::interrupted);
  };
  const Problem problem{instance, &rows, nullptr, 1};
  Impatient checkpoint(0);
  with_every_search(problem, {}, checkpoint, check);
}
