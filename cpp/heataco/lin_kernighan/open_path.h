// The path that a Lin-Kernighan step works on: a tour with an edge removed, seen as a few runs of
// positions. Steps change the runs and never the tour.
#pragma once

#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>

#include "heataco/core/types.h"

namespace heataco {

// Places count from the first head along the path to its base, the fixed end. A run goes backward
// where end < begin. All steps are those of the head, which stands at the front.
class OpenPath {
 public:
  static constexpr int max_runs = 24;

  struct Run {
    Node begin;
    Node end;

    bool forward() const noexcept { return begin <= end; }
    Node step() const noexcept { return begin <= end ? 1 : -1; }
    Node length() const noexcept { return begin <= end ? end - begin + 1 : begin - end + 1; }
    bool contains(Node place) const noexcept {
      return static_cast<std::int64_t>(place - begin) * (place - end) <= 0;
    }
    Run turned() const noexcept { return {end, begin}; }
  };

  explicit OpenPath(Node n) : count_(1) { runs_[0] = {0, n - 1}; }

  int count() const noexcept { return count_; }
  const Run& run(int r) const noexcept { return runs_[static_cast<std::size_t>(r)]; }

  // Looks at all runs: where to stop would be an unpredictable branch.
  int run_of(Node place) const noexcept {
    int found = 0;
    for (int r = 1; r < count_; ++r) found = run(r).contains(place) ? r : found;
    assert(run(found).contains(place));
    return found;
  }

  // Joins the head to `place`, whose edge towards the head is removed; the part up to there is
  // turned round. `place` is not the beginning of its run r.
  void join(int r, Node place) noexcept {
    const Run split = run(r);
    const auto at = static_cast<std::size_t>(r);
    for (auto t = static_cast<std::size_t>(count_); t > at + 1; --t) runs_[t] = runs_[t - 1];
    ++count_;
    runs_[at + 1] = {place, split.end};
    runs_[at].end = place - split.step();
    Run* front = runs_.data();
    Run* back = front + at;
    for (; front < back; ++front, --back) {
      const Run turned = front->turned();
      *front = back->turned();
      *back = turned;
    }
    if (front == back) *front = front->turned();
  }
  OpenPath joined(int r, Node place) const noexcept {
    OpenPath path(*this);
    path.join(r, place);
    return path;
  }

  // Joins the head to `place` (run r) and removes the edge behind it, so that the part up to there
  // is a cycle; enters the cycle at `entry` (run e) from the node behind `place` and leaves it
  // before `entry` or after it.
  OpenPath detoured_before(int r, Node place, int e, Node entry) const noexcept {
    // ahead of entry … head, place … entry, behind
    OpenPath path;
    path.add({entry - run(e).step(), run(e).begin});
    path.add_turned(*this, e - 1, 0);
    if (e == r) {
      path.add({place, entry});
    } else {
      path.add({place, run(r).begin});
      path.add_turned(*this, r - 1, e + 1);
      path.add({run(e).end, entry});
    }
    path.add_rest(*this, r, place);
    return path;
  }

  OpenPath detoured_after(int r, Node place, int e, Node entry) const noexcept {
    // behind entry … place, head … entry, behind
    OpenPath path;
    const Node exit = entry + run(e).step();
    if (e == r) {
      path.add({exit, place});
    } else {
      path.add({exit, run(e).end});
      path.add(*this, e + 1, r - 1);
      path.add({run(r).begin, place});
    }
    path.add(*this, 0, e - 1);
    path.add({run(e).begin, entry});
    path.add_rest(*this, r, place);
    return path;
  }

 private:
  OpenPath() : count_(0) {}

  void add(Run run) noexcept { runs_[static_cast<std::size_t>(count_++)] = run; }
  void add(const OpenPath& path, int first, int last) noexcept {
    for (int r = first; r <= last; ++r) add(path.run(r));
  }
  void add_turned(const OpenPath& path, int first, int last) noexcept {
    for (int r = first; r >= last; --r) add(path.run(r).turned());
  }
  void add_rest(const OpenPath& path, int r, Node place) noexcept {
    add({place + path.run(r).step(), path.run(r).end});
    add(path, r + 1, path.count_ - 1);
  }

  int count_;
  std::array<Run, max_runs> runs_;
};

}  // namespace heataco
