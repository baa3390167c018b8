// A set of edges that leave a tour and edges that come into it, and the cycles that come out.
#pragma once

#include <utility>
#include <vector>

#include "heataco/decoders/focused/search_space.h"
#include "heataco/lin_kernighan/logged_tour.h"

namespace heataco {

// Works on the segments between the removed edges and never on the nodes in between, so that its
// cost does not depend on the number of nodes.
class Exchange {
 public:
  Exchange(const SearchSpace& space, const LoggedTour& tour) : space_(space), tour_(tour) {}

  // Every node loses as many edges as it gets.
  void assign(const std::vector<Edge>& removed, const std::vector<Edge>& added);

  // How much shorter the tour gets.
  double gain() const;
  bool gains() const;  // by more than rounding

  // Finds the cycles that come out. Then: the number of them, the longest one, that of a node.
  std::size_t count_cycles();
  int longest_cycle() const;
  int cycle_of(Node v) const;
  // Positions first … last that are on other cycles than the longest one, none across the end.
  std::vector<std::pair<Node, Node>> beside_longest_cycle() const;

  // Joins all cycles to one, the smallest first, each by the cheapest exchange of two edges that
  // leads along a candidate out of it. False where there is none, or where nothing is left of the
  // gain: joining hardly ever shortens a tour.
  bool join_cycles();

  // The tour that comes out; there is one cycle, and it was found.
  Tour result() const;

  const std::vector<Edge>& removed() const noexcept { return removed_; }
  const std::vector<Edge>& added() const noexcept { return added_; }

 private:
  // Positions first … last, cyclic; the nodes at its two sides are joined to other sides.
  struct Segment {
    Node first;
    Node last;
    Node length;
    int cycle;
  };
  // The first edge removed is one of the cycle, the second one outside; the first edges added join
  // their first nodes.
  struct Joint {
    double cost;
    Edge removed[2];
    Edge added[2];
  };

  double removed_length() const;
  void analyse();
  void find_segments();
  void link_sides();
  void trace_cycles();
  Joint find_joint(int cycle);
  bool in_cycle(Node v) const;
  void look_from(Edge edge, Joint& best) const;
  void look_from(Node v, Node next, Joint& best) const;
  void join(const Joint& joint, int cycle);
  int open(Edge edge);
  void link(int side, int other);
  void remove(Edge edge);
  void add(Edge edge);

  int segment_of(Node position) const;
  std::pair<Node, Node> neighbours(Node v) const;
  Node at_side(int side) const;

  const SearchSpace& space_;
  const LoggedTour& tour_;
  std::vector<Edge> removed_;
  std::vector<Edge> added_;
  std::vector<Segment> segments_;
  std::vector<int> order_;           // segments by their last positions
  std::vector<int> links_;           // side 2s is the beginning of segment s, side 2s + 1 its end
  std::vector<Node> sizes_;          // of the cycles; 0 for those that were joined to others
  std::vector<std::size_t> inside_;  // segments of the cycle that is to be joined
};

}  // namespace heataco
