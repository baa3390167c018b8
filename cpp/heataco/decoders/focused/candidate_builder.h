// Candidate edges by heat and by distance, as far as each is trusted.
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "heataco/core/heatmap.h"
#include "heataco/core/neighbours.h"
#include "heataco/core/numbering.h"
#include "heataco/relaxation/assignment.h"
#include "heataco/search/search.h"

namespace heataco {

struct CandidateParameters {
  std::size_t candidates;               // edges a node by the heatmap, where it is trusted
  std::size_t neighbours;               // near nodes, where it is not
  double heat_threshold;                // scores up to this one are absent
  std::optional<double> heatmap_trust;  // none: measured

  template <class Read>
  void read_by(Read& read) {
    read("candidates", candidates);
    read("neighbours", neighbours);
    read("heat_threshold", heat_threshold);
    read("heatmap_trust", heatmap_trust);
  }
};

// Candidates of every node in the order in which they are to be tried, and for each the belief that
// its edge is in a good tour. Rows are filled up as Lin-Kernighan steps expect.
struct CandidateRows {
  NeighbourLists lists;
  std::vector<float> beliefs;
  std::vector<double> radii;  // as in SearchSpace
};

// Near are the nodes at the least distance, or for a directed instance those whose arcs cost the
// least beyond the prices of the assignment. The numbers are those of the search: nodes along a k-d
// tree, or for a directed instance twice as many, one for leaving and one for entering each node.
class CandidateBuilder {
 public:
  // The heat is by the original numbers. So many seconds are left for the search.
  CandidateBuilder(const Numbering& numbering, const HeatRows* heat,
                   const CandidateParameters& parameters, Checkpoint& checkpoint, double seconds);

  // At trust 0 the near nodes and no belief, at trust 1 the hottest ones, filled up.
  CandidateRows candidates(double trust, Checkpoint& checkpoint) const;

  // By edges of a tour that was found with the lists of candidates(0), in the numbers of the
  // search.
  Trust measure(const std::vector<Edge>& edges, const NeighbourLists& by_distance,
                Checkpoint& checkpoint) const;

  // Of a directed instance; not complete where there was no time for it.
  const Assignment& assignment() const noexcept { return assignment_; }

 private:
  struct Side;    // out of the nodes, or into them
  struct Extent;  // of rows
  struct Row {
    std::vector<Node> nodes;
    std::vector<Confidences::Entry> entries;  // of the heatmap, the hottest first
  };

  Side out() const;
  Side in() const;
  Extent extent(double trust) const;
  void fill_row(const Side& side, Node v, const Extent& extent, Row& row) const;
  CandidateRows rows(const Side& side, double trust, Checkpoint& checkpoint) const;
  NeighbourLists nearest(std::size_t k, Watch& patience, Checkpoint& checkpoint) const;

  const Instance& instance_;
  const Numbering& numbering_;
  CandidateParameters parameters_;
  std::size_t hot_ = 0;  // candidates by heat: more than asked for where these leave out too much
  NeighbourLists near_;  // of symmetric instances without distances
  std::vector<double> radii_;
  NeighbourLists near_in_;  // of directed instances
  Assignment assignment_;
  std::optional<Confidences> heat_;
  std::optional<Confidences> heat_in_;
};

}  // namespace heataco
