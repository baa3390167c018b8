#include "heataco/search/iterative_search.h"
#include "support.h"

using namespace heataco;
using namespace heataco::testing;

namespace {

// Keeps what is reported, claims to have paused, says no in iteration `last`, and can be
// interrupted.
struct Listener : Checkpoint {
  bool on_report(const Progress& progress, const Snapshots&) override {
    reported.push_back(progress);
    add_pause(pause);
    return progress.iteration != last;
  }
  void stop() { interrupt(); }

  std::vector<Progress> reported;
  std::int64_t last = -1;
  double pause = 0.0;  // seconds
};

struct Script {
  std::int64_t interrupted = -1;  // the iteration that does not come to its end
  bool proven = false;            // from the beginning
};

const std::vector<double> points{0, 0, 0, 1, 1, 1, 1, 0, 0.5, 2};
const Instance house(Metric::euclidean, points.data(), 5, true);
const Tour crossed{0, 2, 1, 3, 4};
const Tour shortest{0, 1, 4, 2, 3};

// Has one tour from the beginning and finds the shortest one in the iteration that is interrupted.
class Scripted final : public IterativeSearch {
 public:
  Scripted(const Problem& problem, const Budget& budget, Watch& watch, const Script& script,
           Listener& listener)
      : IterativeSearch(problem, budget, watch), script_(script), listener_(listener) {
    keep_if_best(crossed, cost(problem.instance, crossed));
  }

 private:
  bool iterate() override {
    if (iteration() != script_.interrupted) return true;
    keep_if_best(shortest, cost(problem_.instance, shortest));
    listener_.stop();
    return false;
  }
  double iteration_best() const override { return 100.0 - static_cast<double>(iteration()); }
  Tour original(const Tour& tour) const override { return tour; }
  bool proven() const override { return script_.proven; }
  void annotate(SearchResult& result) const override { result.trust = Trust{0.5}; }

  Script script_;
  Listener& listener_;
};

SearchResult run(const Script& script, const Budget& budget, Listener& listener,
                 double seconds = forever) {
  const Problem problem{house, nullptr, nullptr, 1};
  Watch watch(listener, seconds);
  return Scripted(problem, budget, watch, script, listener).run();
}

}  // namespace

TEST_CASE("the loop counts iterations, and traces and reports every one of them") {
  Listener listener;
  const SearchResult result = run({}, of_iterations(3), listener);
  CHECK(result.stop_reason == StopReason::iterations);
  CHECK(result.iterations == 3);
  CHECK(result.tour == crossed);
  CHECK(result.cost == cost(house, crossed));
  CHECK(result.trust->value == 0.5);
  REQUIRE(result.trace.rows().size() == 4);
  REQUIRE(listener.reported.size() == 3);
  for (std::size_t i = 0; i < 3; ++i) {
    CHECK(result.trace.rows()[i + 1].iteration == static_cast<std::int64_t>(i) + 1);
    CHECK(result.trace.rows()[i + 1].iteration_best == 99.0 - static_cast<double>(i));
    CHECK(listener.reported[i].iteration == static_cast<std::int64_t>(i) + 1);
  }
}

TEST_CASE("an iteration that is interrupted does not count, but its tour is kept") {
  Listener listener;
  Script script;
  script.interrupted = 3;
  const SearchResult result = run(script, of_iterations(10), listener);
  CHECK(result.stop_reason == StopReason::interrupted);
  CHECK(result.iterations == 2);
  CHECK(result.tour == shortest);
  CHECK(result.trace.rows().back().best == cost(house, shortest));
  CHECK(result.trace.rows().back().iteration == 2);
}

TEST_CASE("a search ends for the first reason that holds") {
  Script proven;
  proven.proven = true;
  Budget reached;
  reached.target = 1e6;
  Listener listener;
  CHECK(run(proven, reached, listener).stop_reason == StopReason::target);
  CHECK(run(proven, of_iterations(0), listener).stop_reason == StopReason::complete);
  CHECK(run({}, of_iterations(0), listener, 0.0).stop_reason == StopReason::iterations);
  CHECK(run({}, {}, listener, 0.0).stop_reason == StopReason::time);
  listener.last = 2;
  const SearchResult stopped = run({}, {}, listener);
  CHECK(stopped.stop_reason == StopReason::stopped);
  CHECK(stopped.iterations == 2);
}

TEST_CASE("a pause is not in the seconds of a search, nor in those of a later one") {
  Listener listener;
  listener.pause = 1e6;  // which the clock has not seen pass
  const SearchResult result = run({}, of_iterations(2), listener);
  const auto& rows = result.trace.rows();
  REQUIRE(rows.size() == 3);
  CHECK(rows[1].seconds >= 0.0);
  CHECK(rows[2].seconds < rows[1].seconds);
  CHECK(result.seconds < rows[2].seconds);
  CHECK(listener.paused() == 2e6);
  CHECK(run({}, {}, listener, 0.0).stop_reason == StopReason::time);
}

TEST_CASE("a search that is never made leaves the initial tour, and three nodes need none") {
  Checkpoint checkpoint;
  Watch watch(checkpoint, forever);
  const MakeSearch never = [](const Tour&, Checkpoint&) -> std::unique_ptr<IterativeSearch> {
    throw Interrupted{};
  };
  const SearchResult given = run_search({house, nullptr, &crossed, 1}, {}, watch, never);
  CHECK(given.tour == crossed);
  CHECK(given.cost == cost(house, crossed));
  const SearchResult spare = run_search({house, nullptr, nullptr, 1, &shortest}, {}, watch, never);
  CHECK(spare.tour == shortest);
  const Instance three(Metric::euclidean, points.data(), 3, true);
  const SearchResult only = run_search({three, nullptr, nullptr, 1}, {}, watch, never);
  CHECK(only.stop_reason == StopReason::complete);
  CHECK(is_permutation(only.tour, 3));
}
