#include <atomic>
#include <stdexcept>

#include "heataco/core/worker_pool.h"
#include "support.h"

using namespace heataco;

TEST_CASE("every item runs exactly once, round after round, for any number of threads") {
  for (const int threads : {1, 2, 3, 8}) {
    Checkpoint checkpoint;
    WorkerPool pool(threads);
    for (int round = 0; round < 2'000; ++round) {
      const int items = round % 17;
      std::vector<int> runs(static_cast<std::size_t>(items), 0);
      pool.run(items, [&](int item) { ++runs[static_cast<std::size_t>(item)]; }, checkpoint);
      REQUIRE(std::all_of(runs.begin(), runs.end(), [](int count) { return count == 1; }));
    }
  }
}

TEST_CASE("an exception in an item comes out of run, and the pool goes on") {
  Checkpoint checkpoint;
  WorkerPool pool(3);
  std::atomic<int> runs{0};
  const auto body = [&](int item) {
    ++runs;
    if (item == 5) throw std::runtime_error("item 5");
  };
  CHECK_THROWS_WITH(pool.run(20, body, checkpoint), "item 5");
  CHECK(runs == 20);
  pool.run(20, [&](int) { ++runs; }, checkpoint);
  CHECK(runs == 40);
}

TEST_CASE("sleeping workers are woken") {
  Checkpoint checkpoint;
  WorkerPool pool(4);
  for (int round = 0; round < 3; ++round) {
    std::this_thread::sleep_for(std::chrono::milliseconds(30));
    std::atomic<int> runs{0};
    pool.run(8, [&](int) { ++runs; }, checkpoint);
    CHECK(runs == 8);
  }
}

TEST_CASE("what the calling thread polls reaches the workers, also while it waits for them") {
  struct Stopping : Checkpoint {
    std::atomic<bool> asked{false};
    bool poll() override { return asked; }
  };
  Stopping checkpoint;
  WorkerPool pool(2);
  std::atomic<int> seen{0};
  const auto body = [&](int item) {
    if (item == 0) checkpoint.asked = true;
    while (!checkpoint.interrupted()) std::this_thread::yield();
    ++seen;
  };
  pool.run(4, body, checkpoint);
  CHECK(seen == 4);
}

TEST_CASE("all items run, and whether all came to their end is told") {
  Checkpoint checkpoint;
  for (const int threads : {1, 3}) {
    WorkerPool pool(threads);
    std::vector<int> runs(20, 0);
    const auto body = [&](std::size_t i) { return ++runs[i] < 2 || i != 7; };
    CHECK(pool.run_all(runs.size(), body, checkpoint));
    CHECK_FALSE(pool.run_all(runs.size(), body, checkpoint));
    CHECK(runs == std::vector<int>(20, 2));
  }
}

TEST_CASE("a single item may use the pool that runs it") {
  Checkpoint checkpoint;
  WorkerPool pool(3);
  std::atomic<int> runs = 0;
  pool.run(1, [&](int) { pool.run(10, [&](int) { ++runs; }, checkpoint); }, checkpoint);
  CHECK(runs == 10);
}
