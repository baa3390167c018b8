// How an assignment changes where one of its arcs is forbidden.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "heataco/relaxation/assignment.h"
#include "heataco/relaxation/sparse_arcs.h"

namespace heataco {

// The cheapest assignment without the forbidden arcs and with the compulsory ones.
struct Subproblem {
  Prices prices;
  std::vector<Node> targets;
  std::vector<std::pair<Node, Node>> forbidden;
  std::vector<Node> compulsory;  // by their tails
  double bound = 0.0;
  std::size_t cycles = 0;
  std::int64_t number = 0;
};

// Works on one subproblem after the other.
class Mending {
 public:
  Mending(const Instance& instance, const SparseArcs& arcs);

  void take(const Subproblem& subproblem);

  bool is_compulsory(Node tail) const noexcept { return compulsory_[index(tail)] != 0; }
  void make_compulsory(Node tail) noexcept { compulsory_[index(tail)] = 1; }

  // What it costs to do without the arc out of v: the length of the cheapest alternating path from
  // v to where the arc leads; infinite where it is above the limit.
  double detour(Node v, double limit);

  // The assignment along the path of the last detour, which was that of v.
  Subproblem mended(const Subproblem& parent, Node v) const;

  std::int64_t arcs_seen() const noexcept { return arcs_seen_; }

 private:
  // How a node is entered on the way.
  struct Reached {
    double cost;
    Node from;
    std::int64_t time = 0;  // of the detour that this is about
  };

  void look_from(Node v, double so_far, Node goal, double limit);
  bool is_forbidden(Node v, Node u) const noexcept;

  const SparseArcs& arcs_;
  const Subproblem* subproblem_ = nullptr;
  std::vector<Node> sources_;
  std::vector<char> compulsory_;
  std::vector<char> has_forbidden_;  // by the tail
  std::vector<Reached> reached_;
  Found queue_;   // a heap
  Found closed_;  // nodes that are entered on the way
  double length_ = 0.0;
  std::int64_t time_ = 0;
  std::int64_t arcs_seen_ = 0;
};

}  // namespace heataco
