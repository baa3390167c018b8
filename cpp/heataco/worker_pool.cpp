#include "heataco/worker_pool.h"

#include <chrono>

namespace heataco {

namespace {

// An iteration takes some hundred microseconds, waking a sleeping thread some ten: waiting threads
// look again for about as long as the serial part of an iteration lasts before they go to sleep.
constexpr int spins = 2000;

// Gives way to a sibling or, where threads outnumber cores, to whoever has the work.
void pause(int spin) {
  if (spin % 64 == 63) std::this_thread::yield();
}

}  // namespace

WorkerPool::WorkerPool(int threads) {
  workers_.reserve(static_cast<std::size_t>(threads - 1));
  for (int t = 1; t < threads; ++t) workers_.emplace_back([this] { work(); });
}

WorkerPool::~WorkerPool() {
  {
    const std::lock_guard lock(mutex_);
    closing_ = true;
  }
  wake_.notify_all();
  for (std::thread& worker : workers_) worker.join();
}

void WorkerPool::run(int items, const std::function<void(int)>& body, Checkpoint& checkpoint) {
  {
    const std::lock_guard lock(mutex_);
    body_ = &body;
    items_ = items;
    failure_ = nullptr;
    next_item_ = 0;
    busy_ = static_cast<int>(workers_.size());
    ++round_;
  }
  wake_.notify_all();
  take_items();
  for (int spin = 0; spin < spins && busy_ > 0; ++spin) pause(spin);
  std::unique_lock lock(mutex_);
  while (busy_ > 0) {
    finished_.wait_for(lock, std::chrono::milliseconds(20));
    lock.unlock();
    checkpoint.interrupted();  // sets the flag that the workers read
    lock.lock();
  }
  if (failure_) std::rethrow_exception(failure_);
}

void WorkerPool::work() {
  std::uint64_t seen = 0;
  while (wait_for_round(seen)) {
    ++seen;
    take_items();
    if (--busy_ == 0) {
      const std::lock_guard lock(mutex_);
      finished_.notify_one();
    }
  }
}

bool WorkerPool::wait_for_round(std::uint64_t seen) {
  for (int spin = 0; spin < spins && round_ == seen && !closing_; ++spin) pause(spin);
  std::unique_lock lock(mutex_);
  wake_.wait(lock, [&] { return round_ != seen || closing_; });
  return !closing_;
}

void WorkerPool::take_items() {
  for (int item = next_item_++; item < items_; item = next_item_++) {
    try {
      (*body_)(item);
    } catch (...) {
      const std::lock_guard lock(mutex_);
      if (!failure_) failure_ = std::current_exception();
    }
  }
}

}  // namespace heataco
