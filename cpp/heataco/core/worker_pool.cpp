#include "heataco/core/worker_pool.h"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <new>

namespace heataco {

namespace {

// An iteration at n = 500 takes some hundred microseconds, and so does waking a sleeping thread:
// one that waits looks for about that long before it goes to sleep. It must not yield meanwhile:
// two threads that the system has put on one core would then stay there and take turns.
constexpr std::chrono::microseconds looking_time{100};

template <class Done>
void look_for(bool cores_to_spare, const Done& done) {
  if (!cores_to_spare) return;
  const auto end = std::chrono::steady_clock::now() + looking_time;
  while (!done() && std::chrono::steady_clock::now() < end) {
  }
}

// Address space that is kept for the search while threads are made: where it is limited, their
// stacks would take all of it. Nothing is written there, so that it costs no memory.
constexpr std::size_t room_for_search = std::size_t{64} << 20;

}  // namespace

WorkerPool::WorkerPool(int threads)
    : shares_(static_cast<std::size_t>(threads)),
      // The system takes 6 µs to say how many cores it has; one thread waits for nobody.
      cores_to_spare_(shares_.size() > 1 && shares_.size() <= std::thread::hardware_concurrency()) {
  if (shares_.size() == 1) return;
  workers_.reserve(shares_.size() - 1);
  std::unique_lock lock(mutex_);
  void* const room = ::operator new(room_for_search, std::nothrow);
  try {
    for (std::size_t own = 1; room != nullptr && own < shares_.size(); ++own)
      workers_.emplace_back([this, own] { work(own); });
  } catch (const std::exception&) {
    // A limit on processes or memory. Workers read how many they are in rounds only.
  }
  ::operator delete(room);
  finished_.wait(lock, [this] { return ready_ == workers_.size(); });
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
  if (items == 1) {
    body(0);
    return;
  }
  {
    const std::lock_guard lock(mutex_);
    body_ = &body;
    failure_ = nullptr;
    for (int t = 0; t < threads(); ++t) {
      Share& share = shares_[static_cast<std::size_t>(t)];
      share.next = items * t / threads();
      share.end = items * (t + 1) / threads();
    }
    busy_ = static_cast<int>(workers_.size());
    ++round_;
  }
  wake_.notify_all();
  take_items(0);
  look_for(cores_to_spare_, [this] { return busy_ == 0; });
  std::unique_lock lock(mutex_);
  while (busy_ > 0) {
    finished_.wait_for(lock, std::chrono::milliseconds(20));
    lock.unlock();
    checkpoint.interrupted();  // sets the flag that the workers read
    lock.lock();
  }
  if (failure_) std::rethrow_exception(failure_);
}

bool WorkerPool::run_all(std::size_t items, const std::function<bool(std::size_t)>& body,
                         Checkpoint& checkpoint) {
  std::vector<char> done(items, 0);
  run(
      static_cast<int>(items),
      [&](int item) {
        const auto i = static_cast<std::size_t>(item);
        done[i] = body(i) ? 1 : 0;
      },
      checkpoint);
  return std::all_of(done.begin(), done.end(), [](char d) { return d != 0; });
}

void WorkerPool::work(std::size_t own) {
  get_ready();
  std::uint64_t seen = 0;
  while (wait_for_round(seen)) {
    ++seen;
    take_items(own);
    if (--busy_ == 0) {
      const std::lock_guard lock(mutex_);
      finished_.notify_one();
    }
  }
}

void WorkerPool::get_ready() {
  const std::lock_guard once_all_are_made(mutex_);
  static_cast<void>(std::current_exception());  // compilers may drop uncaught_exceptions()
  ++ready_;
  finished_.notify_one();
}

bool WorkerPool::wait_for_round(std::uint64_t seen) {
  look_for(cores_to_spare_, [&] { return round_ != seen || closing_; });
  std::unique_lock lock(mutex_);
  wake_.wait(lock, [&] { return round_ != seen || closing_; });
  return !closing_;
}

void WorkerPool::take_items(std::size_t own) {
  const auto count = static_cast<std::size_t>(threads());
  for (std::size_t offset = 0; offset < count; ++offset) {
    Share& share = shares_[(own + offset) % count];
    for (int item = share.next++; item < share.end; item = share.next++) run_item(item);
  }
}

void WorkerPool::run_item(int item) {
  try {
    (*body_)(item);
  } catch (...) {
    const std::lock_guard lock(mutex_);
    if (!failure_) failure_ = std::current_exception();
  }
}

}  // namespace heataco
