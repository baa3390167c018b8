#include "heataco/decoders/focused/agreement.h"

#include <algorithm>
#include <limits>

#include "heataco/decoders/focused/frequencies.h"
#include "heataco/decoders/focused/tuning.h"

namespace heataco {

namespace {

using Rows = std::vector<std::vector<CountedEdge>>;

// The edges of each node that are not fixed, the most frequent ones first.
Rows free_edges(const SearchSpace& space, const std::vector<Tour>& tours) {
  const Rows counts = count_edges(space.instance.n(), tours);
  Rows rows(counts.size());
  for (Node v = 0; v < space.instance.n(); ++v)
    for (const CountedEdge& edge : counts[index(v)]) {
      if (space.fixed(v, edge.node)) continue;
      rows[index(v)].push_back(edge);
      rows[index(edge.node)].push_back({v, edge.tours});
    }
  for (auto& row : rows)
    std::sort(row.begin(), row.end(), [](const CountedEdge& a, const CountedEdge& b) {
      return a.tours != b.tours ? a.tours > b.tours : a.node < b.node;
    });
  return rows;
}

}  // namespace

SearchSpace agreement(const SearchSpace& space, const std::vector<Tour>& tours) {
  const Rows rows = free_edges(space, tours);
  std::size_t longest = 0;
  for (const auto& row : rows) longest = std::max(longest, row.size());
  SearchSpace agreed{space.instance.view(), {}, {}, space.partners, space.radii};
  NeighbourLists& lists = agreed.candidates;
  lists.n = space.instance.n();
  lists.k = lists.near = std::min(longest, tuning::max_agreed_candidates);
  lists.nodes.reserve(rows.size() * lists.k);
  lists.distances.reserve(rows.size() * lists.k);
  agreed.beliefs.reserve(rows.size() * lists.k);
  for (Node v = 0; v < lists.n; ++v) {
    const auto& row = rows[index(v)];
    for (std::size_t s = 0; s < lists.k; ++s) {
      const bool there = s < row.size();
      lists.nodes.push_back(there ? row[s].node : v);
      lists.distances.push_back(there ? space.instance.distance(v, row[s].node)
                                      : std::numeric_limits<double>::infinity());
      agreed.beliefs.push_back(
          there ? static_cast<float>(row[s].tours) / static_cast<float>(tours.size()) : 0.0F);
    }
  }
  return agreed;
}

Learned shares(Node n, const std::vector<Tour>& tours, bool directed) {
  const Rows rows = count_edges(n, tours, directed);
  Learned learned;
  for (Node v = 0; v < n; ++v)
    for (const CountedEdge& edge : rows[index(v)])
      learned.add(v, edge.node, static_cast<float>(edge.tours) / static_cast<float>(tours.size()));
  return learned;
}

}  // namespace heataco
