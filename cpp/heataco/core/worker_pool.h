// A pool of threads for work items that are independent of each other.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

#include "heataco/core/cache_aligned.h"
#include "heataco/core/checkpoint.h"

namespace heataco {

// Items are ants of one instance or instances of a batch, never both. Which thread runs an item
// must not matter to it, but as a rule it is the same one in every round, whose cache still holds
// what the item wrote; threads that are done with their share help the others. The calling thread
// works, too.
//
// std::thread and not std::jthread: Apple's standard library has the latter only lately, and the
// pool has its own way of stopping.
class WorkerPool {
 public:
  // Fewer threads where the system gives no more, or memory would get short: no result depends on
  // how many there are.
  explicit WorkerPool(int threads);
  ~WorkerPool();
  WorkerPool(const WorkerPool&) = delete;
  WorkerPool& operator=(const WorkerPool&) = delete;

  int threads() const noexcept { return static_cast<int>(workers_.size()) + 1; }

  // Runs body(0), …, body(items − 1) and returns when all are done. The first exception out of a
  // body is thrown again here. While it waits, the calling thread polls `checkpoint`. A single item
  // runs on the calling thread and may use the pool itself.
  void run(int items, const std::function<void(int)>& body, Checkpoint& checkpoint);

  // The same for bodies that return whether they came to their end: returns whether all did.
  bool run_all(std::size_t items, const std::function<bool(std::size_t)>& body,
               Checkpoint& checkpoint);

 private:
  // A thread's share of the items, on a cache line of its own.
  struct alignas(cache_line) Share {
    std::atomic<int> next{0};
    int end = 0;
  };

  void work(std::size_t own);  // a worker's life
  // Lets the thread allocate its state for exceptions while there is memory. By default that
  // happens when the first one is thrown, and where it fails, as after std::bad_alloc, the process
  // is ended.
  void get_ready();
  void take_items(std::size_t own);  // runs items until none is left
  void run_item(int item);
  bool wait_for_round(std::uint64_t seen);

  std::vector<std::thread> workers_;
  const std::function<void(int)>* body_ = nullptr;
  std::vector<Share> shares_;  // the first ones are in use, one for each thread
  bool cores_to_spare_;
  std::exception_ptr failure_;
  std::size_t ready_ = 0;  // workers that have got ready
  std::mutex mutex_;
  std::condition_variable wake_;
  std::condition_variable finished_;
  std::atomic<int> busy_{0};
  std::atomic<std::uint64_t> round_{0};
  std::atomic<bool> closing_{false};
};

}  // namespace heataco
