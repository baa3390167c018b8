#include "heataco/decoders/mmas/candidates.h"

#include <algorithm>

namespace heataco {

namespace {

struct Candidate {
  double distance;
  Node node;
  double confidence;
};

bool closer(const Candidate& a, const Candidate& b) {
  return a.distance != b.distance ? a.distance < b.distance : a.node < b.node;
}

// P_i: the supported neighbours, the k nearest of them where there are more.
void add_supported(const Instance& instance, const Confidences& heat, Node v, std::size_t k,
                   std::vector<Candidate>& row) {
  for (const auto* entry = heat.begin(v); entry != heat.end(v); ++entry)
    row.push_back({instance.distance(v, entry->node), entry->node, entry->value});
  if (row.size() > k) {
    std::nth_element(row.begin(), row.begin() + static_cast<std::ptrdiff_t>(k), row.end(), closer);
    row.resize(k);
  }
}

// At most |P_i| of the k nearest are in P_i already, so the k nearest always suffice to fill up.
void fill_with_nearest(const NeighbourLists& nearest, Node v, std::size_t k,
                       std::vector<Candidate>& row) {
  const std::size_t from_heat = row.size();
  for (std::size_t s = 0; row.size() < k; ++s) {
    const Node u = nearest.row(v)[s];
    const auto end = row.begin() + static_cast<std::ptrdiff_t>(from_heat);
    if (std::none_of(row.begin(), end, [u](const Candidate& c) { return c.node == u; }))
      row.push_back({nearest.row_distances(v)[s], u, 0.0});
  }
  std::sort(row.begin(), row.end(), closer);
}

}  // namespace

Candidates build_candidates(const Instance& instance, const NeighbourLists& nearest, std::size_t k,
                            const Confidences* heat, Checkpoint& checkpoint) {
  k = std::min(k, index(instance.n()) - 1);
  Candidates candidates{NeighbourLists::unfilled(instance.n(), k, k), {}};
  NeighbourLists& lists = candidates.lists;
  candidates.confidence.reserve(index(lists.n) * k);
  std::vector<Candidate> row;
  for (Node v = 0; v < lists.n; ++v) {
    if (v % 64 == 0) checkpoint.throw_if_interrupted();
    row.clear();
    if (heat != nullptr) add_supported(instance, *heat, v, k, row);
    fill_with_nearest(nearest, v, k, row);
    for (const Candidate& candidate : row) {
      lists.add(candidate.distance, candidate.node);
      candidates.confidence.push_back(candidate.confidence);
    }
  }
  return candidates;
}

}  // namespace heataco
