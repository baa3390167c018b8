// Greedy merging: the best-scored edges first, as long as they fit into one tour.
#pragma once

#include <string>
#include <vector>

#include "heataco/decoders/greedy/fragments.h"
#include "heataco/search/search.h"

namespace heataco {

struct ScoredEdge {
  double score;  // smaller is better
  Node from;
  Node to;

  bool operator<(const ScoredEdge& other) const {
    if (score != other.score) return score < other.score;
    return from != other.from ? from < other.from : to < other.to;
  }
};

// Joins fragments by the best edges first, as far as they fit. Sorts the edges.
void join_in_order(std::vector<ScoredEdge>& edges, Fragments& fragments, Checkpoint& checkpoint);

// The tour that comes of joining by distance alone.
Tour greedy_tour(const Instance& instance, Checkpoint& checkpoint);

// Joins what is left to one fragment, by short edges. Returns how many rounds that took, whose
// number must not grow with ties.
int join_by_distance(const Instance& instance, Fragments& fragments, Checkpoint& checkpoint);

struct GreedyParameters {
  std::string local_search;
  std::size_t local_search_neighbours;

  template <class Read>
  void read_by(Read& read) {
    read("local_search", local_search);
    read("local_search_neighbours", local_search_neighbours);
  }
};

// Edges by h/d descending under the degree and subtour checks; where the heat ends the remaining
// fragments are joined by distance, short edges first. Without heat, distance decides alone.
SearchResult greedy(const Problem& problem, const GreedyParameters& parameters,
                    const Budget& budget, Checkpoint& checkpoint);

}  // namespace heataco
