// A tour that is being taken apart and put together again, without touching the tour itself.
#pragma once

#include <algorithm>
#include <vector>

#include "heataco/core/tour.h"
#include "heataco/lin_kernighan/open_path.h"

namespace heataco {

// The path that is left when an edge (a, b) of a tour is removed, from its head b to a, and what
// becomes of it when its head is joined to an inner node c: the edge before c goes, the part up to
// there is turned round, and the node before c is the new head. The path is kept as runs of tour
// positions, turned round as a whole, so that a step costs as much as there were steps before it,
// and nothing has to be undone.
class OpenTour {
 public:
  explicit OpenTour(const ReversibleTour& tour) : tour_(tour) {}

  // Removes the edge from a to its successor, which becomes the head.
  void open(Node a) {
    first_ = tour_.position(tour_.next(a));
    runs_.assign(1, {0, tour_.n() - 1});
  }

  // The node that follows the head.
  Node after_head() const noexcept {
    const Run& run = runs_.front();
    return node(run.begin == run.end ? runs_[1].begin : run.begin + run.step());
  }

  // Joins the head to c, a node that neither is nor follows it; returns the new head.
  Node join(Node c) {
    const Node place = place_of(c);
    std::size_t r = 0;
    while (!runs_[r].contains(place)) ++r;
    if (runs_[r].begin != place) {
      const Run rest{place, runs_[r].end};
      runs_[r].end = place - runs_[r].step();
      runs_.insert(runs_.begin() + static_cast<std::ptrdiff_t>(++r), rest);
    }
    std::reverse(runs_.begin(), runs_.begin() + static_cast<std::ptrdiff_t>(r));
    for (std::size_t t = 0; t < r; ++t) runs_[t] = runs_[t].turned();
    return node(runs_.front().begin);
  }

 private:
  // Places count from the first head along the tour.
  using Run = OpenPath::Run;

  Node place_of(Node v) const noexcept { return tour_.wrap_down(tour_.position(v) - first_); }
  Node node(Node place) const noexcept { return tour_.at(tour_.wrap_up(first_ + place)); }

  const ReversibleTour& tour_;
  Node first_ = 0;
  std::vector<Run> runs_;
};

}  // namespace heataco
