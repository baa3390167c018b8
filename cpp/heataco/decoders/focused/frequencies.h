// How many tours of a population have an edge, and what becomes of their diversity.
#pragma once

#include <cstddef>
#include <vector>

#include "heataco/core/types.h"

namespace heataco {

// An edge, seen from one of its ends.
struct CountedEdge {
  Node node;  // the other end
  std::size_t tours;
};

// For each node, the edges to higher ones or, where directed, those that leave it: each edge once.
std::vector<std::vector<CountedEdge>> count_edges(Node n, const std::vector<Tour>& tours,
                                                  bool directed = false);

// Diversity is the entropy of the edges, after Nagata: an edge of a share f of the tours counts
// -f log f. Without tours there is none to lose.
class Frequencies {
 public:
  Frequencies() = default;
  Frequencies(Node n, const std::vector<Tour>& tours);

  // What is lost where one tour exchanges edges; below zero where diversity grows.
  double loss(const std::vector<Edge>& removed, const std::vector<Edge>& added) const;

 private:
  double entropy(const Edge& edge, std::size_t more, std::size_t fewer) const;

  std::vector<std::vector<CountedEdge>> counts_;
  std::vector<double> entropies_;  // of an edge, by the number of tours
};

}  // namespace heataco
