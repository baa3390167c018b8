#include "heataco/worker_pool.h"

#include <chrono>

namespace heataco {

namespace {

// An iteration at n = 500 takes some hundred microseconds, and so does waking a sleeping thread:
// one that waits looks again for about that long before it goes to sleep. Between two looks it
// gives way, for where threads outnumber cores somebody else has the work.
constexpr int looks = 400;

template <class Done>
void look_for(const Done& done) {
  for (int look = 0; look < looks && !done(); ++look) std::this_thread::yield();
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
  look_for([this] { return busy_ == 0; });
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
  look_for([&] { return round_ != seen || closing_; });
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
