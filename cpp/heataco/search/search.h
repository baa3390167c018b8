// The input and the output of every search.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "heataco/core/checkpoint.h"
#include "heataco/core/heatmap.h"
#include "heataco/core/instance.h"

namespace heataco {

enum class StopReason { complete, iterations, time, target, stopped, interrupted };

struct Budget {
  std::int64_t iterations = std::numeric_limits<std::int64_t>::max();
  double seconds = std::numeric_limits<double>::infinity();
  double target = -std::numeric_limits<double>::infinity();

  template <class Read>
  void read_by(Read& read) {
    read.unless_none("iterations", iterations);
    read.unless_none("seconds", seconds);
    read.unless_none("target", target);
  }
};

// What a search starts from: `heat`, `initial` and `fallback` may be null. The last one is a tour
// to return where there is no time to make one; no search begins with it.
struct Problem {
  const Instance& instance;
  const HeatRows* heat;
  const Tour* initial;
  std::uint64_t seed;
  const Tour* fallback = nullptr;
};

// Every improvement is kept, the rows between them up to a bound: when the trace grows past it,
// every second one of those goes and from then on half as many are taken.
class Trace {
 public:
  void add(const Progress& row);
  // Make `best` the last and lowest cost, where sums in another order differ in the last digit.
  void end_with(double best);
  const std::vector<Progress>& rows() const noexcept { return rows_; }

 private:
  static constexpr std::size_t max_rows = std::size_t{1} << 16;

  bool kept(const Progress& row, double best_before) const {
    return row.iteration % stride_ == 0 || row.best < best_before;
  }

  std::vector<Progress> rows_;
  std::int64_t stride_ = 1;
};

// How far a search trusted the heatmap, from 0 to 1, and why: where the edges of a locally optimal
// tour, found without it, stand among its candidates and among as many nearest nodes. Missing is
// the share of those edges that is not there, ahead how many candidates outside the tour come
// before one inside, on average (all of a row that the edge is not in). All are NaN where the trust
// was given.
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
  std::optional<Trust> trust;  // of searches that measure it
  Trace trace;
};

}  // namespace heataco
