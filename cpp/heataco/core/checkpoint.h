// How a long call is stopped: from outside, or by the clock.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <thread>
#include <vector>

#include "heataco/core/types.h"

namespace heataco {

// How far a search has come after an iteration.
struct Progress {
  std::int64_t iteration;
  double seconds;
  double iteration_best;
  double best;
};

// What a search has learned about edges, each with a strength above 0 and up to 1.
struct Learned {
  void add(Node from, Node to, float strength) {
    edges.emplace_back(from, to);
    strengths.push_back(strength);
  }

  std::vector<Edge> edges;
  std::vector<float> strengths;
};

// What a search can be asked for while it reports: copies, in the node numbers of its instance.
class Snapshots {
 public:
  virtual ~Snapshots() = default;
  virtual Tour copy_tour() const = 0;        // the best one
  virtual Learned copy_learned() const = 0;  // empty where there is nothing
};

// Thrown where a run is interrupted before it has any tour to keep.
struct Interrupted {};

// How a call is stopped from outside. Only the thread that made the call polls; the others read
// the flag that it sets.
class Checkpoint {
 public:
  virtual ~Checkpoint() = default;

  // For any thread, and cheap: long loops call it often. On the calling thread it also polls from
  // time to time.
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
  // `snapshots` are valid until the call returns, and cost nothing unless they are used.
  bool report(const Progress& progress, const Snapshots& snapshots) {
    return !on_calling_thread() || on_report(progress, snapshots);
  }

  // The seconds for which the call has stood still, all of them in reports.
  double paused() const { return paused_.load(std::memory_order_relaxed); }

 protected:
  void interrupt() { interrupted_.store(true, std::memory_order_relaxed); }
  // For `on_report`.
  void add_pause(double seconds) { paused_.store(paused() + seconds, std::memory_order_relaxed); }
  virtual bool poll() { return false; }
  virtual bool on_report(const Progress&, const Snapshots&) { return true; }

 private:
  using Clock = std::chrono::steady_clock;
  static constexpr std::chrono::milliseconds poll_interval{20};

  bool on_calling_thread() const { return std::this_thread::get_id() == caller_; }

  std::thread::id caller_ = std::this_thread::get_id();
  Clock::time_point next_poll_ = Clock::now();
  std::atomic<bool> interrupted_{false};
  std::atomic<double> paused_{0.0};
};

// The clock of one search, and whether its long loops should stop now. It stands still in pauses.
class Watch {
 public:
  Watch(Checkpoint& checkpoint, double seconds) : checkpoint_(checkpoint), limit_(seconds) {}

  double elapsed() const {
    const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - start_;
    return passed.count() - (checkpoint_.paused() - paused_before_);
  }
  double left() const { return limit_ - elapsed(); }
  bool expired() const { return elapsed() >= limit_; }
  bool should_stop() { return checkpoint_.interrupted() || expired(); }
  Checkpoint& checkpoint() { return checkpoint_; }

 private:
  Checkpoint& checkpoint_;
  double limit_;
  double paused_before_ = checkpoint_.paused();
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

// For preparations, which are useless after the time limit: they are interrupted then, too.
class Deadline final : public Checkpoint {
 public:
  explicit Deadline(Watch& watch) : watch_(watch) {}

 private:
  bool poll() override { return watch_.should_stop(); }

  Watch& watch_;
};

}  // namespace heataco
