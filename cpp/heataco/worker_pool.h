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

#include "heataco/search.h"

namespace heataco {

// Items are ants of one instance or instances of a batch, never both. Which thread runs an item
// must not matter to it. The calling thread works, too.
//
// std::thread and not std::jthread: Apple's standard library has the latter only lately, and the
// pool has its own way of stopping.
class WorkerPool {
 public:
  explicit WorkerPool(int threads);
  ~WorkerPool();
  WorkerPool(const WorkerPool&) = delete;
  WorkerPool& operator=(const WorkerPool&) = delete;

  // Runs body(0), …, body(items − 1) and returns when all are done. The first exception out of a
  // body is thrown again here. While it waits, the calling thread polls `checkpoint`.
  void run(int items, const std::function<void(int)>& body, Checkpoint& checkpoint);

 private:
  void work();        // a worker's life
  void take_items();  // runs items until none is left
  bool wait_for_round(std::uint64_t seen);

  std::vector<std::thread> workers_;
  const std::function<void(int)>* body_ = nullptr;
  int items_ = 0;
  std::exception_ptr failure_;
  std::mutex mutex_;
  std::condition_variable wake_;
  std::condition_variable finished_;
  std::atomic<int> next_item_{0};
  std::atomic<int> busy_{0};
  std::atomic<std::uint64_t> round_{0};
  std::atomic<bool> closing_{false};
};

}  // namespace heataco
