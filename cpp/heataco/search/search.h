// What every search shares: its budget, how it is stopped, and what it returns.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <limits>
#include <optional>
#include <thread>
#include <vector>

#include "heataco/core/types.h"

namespace heataco {

// In the order of the Python enum of the same name.
enum class StopReason : int { complete, iterations, time, target, stopped, interrupted };

struct Budget {
  std::int64_t iterations = std::numeric_limits<std::int64_t>::max();
  double seconds = std::numeric_limits<double>::infinity();
  double target = -std::numeric_limits<double>::infinity();
};

struct Progress {
  std::int64_t iteration;
  double seconds;
  double iteration_best;
  double best;
};

// Thrown where a run is interrupted before it has any tour to keep.
struct Interrupted {};

// How the outside world stops a call. The thread that made the call polls it; the others only
// read the flag that it sets.
class Checkpoint {
 public:
  virtual ~Checkpoint() = default;

  // Any thread, cheap; long bodies ask often. On the calling thread it also polls from time to
  // time.
  bool interrupted() {
    if (interrupted_.load(std::memory_order_relaxed)) return true;
    if (!on_calling_thread()) return false;
    const auto now = Clock::now();
    if (now < next_poll_) return false;
    next_poll_ = now + poll_interval;
    if (poll()) interrupt();
    return interrupted_.load(std::memory_order_relaxed);
  }

  void throw_if_interrupted() {
    if (interrupted()) throw Interrupted{};
  }

  // After each iteration of a search that runs on the calling thread; false stops that search.
  bool report(const Progress& progress) { return !on_calling_thread() || on_report(progress); }

 protected:
  void interrupt() { interrupted_.store(true, std::memory_order_relaxed); }
  virtual bool poll() { return false; }
  virtual bool on_report(const Progress&) { return true; }

 private:
  using Clock = std::chrono::steady_clock;
  static constexpr std::chrono::milliseconds poll_interval{20};

  bool on_calling_thread() const { return std::this_thread::get_id() == caller_; }

  std::thread::id caller_ = std::this_thread::get_id();
  Clock::time_point next_poll_ = Clock::now();
  std::atomic<bool> interrupted_{false};
};

// The clock of one search, and whether its long bodies should leave off now.
class Watch {
 public:
  Watch(Checkpoint& checkpoint, double seconds) : checkpoint_(checkpoint), limit_(seconds) {}

  double elapsed() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  }
  double left() const { return limit_ - elapsed(); }
  bool expired() const { return elapsed() >= limit_; }
  bool should_stop() { return checkpoint_.interrupted() || expired(); }
  Checkpoint& checkpoint() { return checkpoint_; }

 private:
  Checkpoint& checkpoint_;
  double limit_;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

// For preparations that are of no use once the time is up: they are interrupted then, too.
class Deadline final : public Checkpoint {
 public:
  explicit Deadline(Watch& watch) : watch_(watch) {}

 private:
  bool poll() override { return watch_.should_stop(); }

  Watch& watch_;
};

// Every improvement is kept, the rows between them up to a bound: when the trace grows past it,
// every second one of those goes and from then on half as many are taken.
class Trace {
 public:
  void add(const Progress& row);
  const std::vector<Progress>& rows() const noexcept { return rows_; }

 private:
  static constexpr std::size_t most_rows = std::size_t{1} << 16;

  bool kept(const Progress& row, double best_before) const {
    return row.iteration % stride_ == 0 || row.best < best_before;
  }

  std::vector<Progress> rows_;
  std::int64_t stride_ = 1;
};

// How far a search trusted the heatmap, from 0 to 1, and why: where the edges of a locally optimal
// tour, found without it, stand among its candidates and among as many nearest nodes. Missing is
// the share of those edges that is not there, ahead how many candidates outside the tour come
// before one inside, on average. All are NaN where the trust was given.
struct Trust {
  double value;
  double missing_by_heat = std::numeric_limits<double>::quiet_NaN();
  double missing_by_distance = std::numeric_limits<double>::quiet_NaN();
  double ahead_by_heat = std::numeric_limits<double>::quiet_NaN();
  double ahead_by_distance = std::numeric_limits<double>::quiet_NaN();
};

struct SearchResult {
  Tour tour;
  double cost = std::numeric_limits<double>::infinity();
  std::int64_t iterations = 0;
  double seconds = 0.0;
  double cpu_seconds = 0.0;
  StopReason stop_reason = StopReason::complete;
  std::optional<Trust> trust;  // of searches that ask themselves
  Trace trace;
};

}  // namespace heataco
