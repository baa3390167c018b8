// The arcs of a directed instance that a tour shorter than the known one may hold.
#pragma once

#include <optional>
#include <vector>

#include "heataco/relaxation/assignment.h"
#include "heataco/relaxation/patching.h"

namespace heataco {

class SparseArcs {
 public:
  struct Arc {
    double beyond;  // the prices of the first assignment
    double length;
    Node to;
  };

  // Those that cost no more than `limit` beyond the prices.
  SparseArcs(const Instance& instance, const Prices& prices, double limit, std::size_t max_count,
             Watch& watch);

  // Whether there was time for all, and there are fewer than `max_count`; otherwise it is of no
  // use.
  bool complete() const noexcept { return complete_; }
  const Arc* begin(Node v) const noexcept { return arcs_.data() + starts_[index(v)]; }
  const Arc* end(Node v) const noexcept { return arcs_.data() + ends_[index(v)]; }

  std::size_t count() const noexcept;

  // A shorter tour is known: fewer are left.
  void shorten_to(double limit);

  // Joins the cycles along these arcs, the smallest first; none where one cannot be joined, or
  // where that costs `limit` or more.
  std::optional<std::vector<Node>> patched(const Instance& instance, std::vector<Node> targets,
                                           Cycles cycles, double limit) const;

 private:
  std::vector<Arc> arcs_;  // of each node ascending by what they cost
  std::vector<std::size_t> starts_;
  std::vector<std::size_t> ends_;
  bool complete_ = true;
};

}  // namespace heataco
