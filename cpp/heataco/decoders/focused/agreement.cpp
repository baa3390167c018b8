#include "heataco/decoders/focused/agreement.h"

#include <algorithm>
#include <limits>

#include "heataco/decoders/focused/tuning.h"

namespace heataco {

namespace {

struct Counted {
  Node node;
  int tours;
};

using Rows = std::vector<std::vector<Counted>>;

void count(std::vector<Counted>& row, Node v) {
  const auto found =
      std::find_if(row.begin(), row.end(), [v](const Counted& other) { return other.node == v; });
  if (found == row.end()) {
    row.push_back({v, 1});
  } else {
    ++found->tours;
  }
}

Rows counted(const SearchSpace& space, const std::vector<Tour>& tours) {
  Rows rows(index(space.instance.n()));
  for (const Tour& tour : tours) {
    Node before = tour.back();
    for (const Node v : tour) {
      if (!space.fixed(before, v)) {
        count(rows[index(before)], v);
        count(rows[index(v)], before);
      }
      before = v;
    }
  }
  for (auto& row : rows)
    std::sort(row.begin(), row.end(), [](const Counted& a, const Counted& b) {
      return a.tours != b.tours ? a.tours > b.tours : a.node < b.node;
    });
  return rows;
}

}  // namespace

SearchSpace agreement(const SearchSpace& space, const std::vector<Tour>& tours) {
  const Rows rows = counted(space, tours);
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

}  // namespace heataco
