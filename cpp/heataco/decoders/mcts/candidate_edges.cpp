#include "heataco/decoders/mcts/candidate_edges.h"

#include <algorithm>

namespace heataco {

namespace {

constexpr double weight_per_heat = 100.0;

bool hotter(const Confidences::Entry& a, const Confidences::Entry& b) {
  return a.value != b.value ? a.value > b.value : a.node < b.node;
}

}  // namespace

CandidateEdges::CandidateEdges(const Confidences& heat, const NeighbourLists& nearest,
                               const Numbering& numbering, std::size_t limit,
                               Checkpoint& checkpoint) {
  offsets.push_back(0);
  const std::size_t max_count = std::min(limit, numbering.order().size() - 1);
  for (const Node v : numbering.order()) {
    if (totals.size() % 64 == 0) checkpoint.throw_if_interrupted();
    add_row(heat, nearest, v, max_count);
  }
  nodes = numbering.apply(nodes);
  find_mirrors(checkpoint);
}

void CandidateEdges::add_row(const Confidences& heat, const NeighbourLists& nearest, Node v,
                             std::size_t max_count) {
  std::vector<Confidences::Entry> row(heat.begin(v), heat.end(v));
  double total = 0.0;
  for (const auto& entry : row) total += weight_per_heat * entry.value;
  const auto kept = static_cast<std::ptrdiff_t>(std::min(row.size(), max_count));
  std::partial_sort(row.begin(), row.begin() + kept, row.end(), hotter);
  row.resize(static_cast<std::size_t>(kept));
  for (const auto& entry : row) {
    nodes.push_back(entry.node);
    weights.push_back(weight_per_heat * entry.value);
  }

  // At most |row| of the nearest are in it already, so that these suffice.
  const std::size_t fill = std::min(min_count, max_count);
  const double fill_weight = row.empty() ? 1.0 : 0.0;
  for (std::size_t s = 0; nodes.size() - offsets.back() < fill; ++s) {
    const Node u = nearest.row(v)[s];
    if (std::any_of(row.begin(), row.end(), [u](const auto& entry) { return entry.node == u; }))
      continue;
    nodes.push_back(u);
    weights.push_back(fill_weight);
    total += fill_weight;
  }
  totals.push_back(total);
  offsets.push_back(nodes.size());
}

// Goes through the edges by their far end: those of one node are looked up in its row together.
void CandidateEdges::find_mirrors(Checkpoint& checkpoint) {
  const auto count = totals.size();
  std::vector<std::size_t> incoming_offsets(count + 1, 0);
  for (const Node u : nodes) ++incoming_offsets[index(u) + 1];
  for (std::size_t v = 0; v < count; ++v) incoming_offsets[v + 1] += incoming_offsets[v];
  struct Incoming {
    Node from;
    std::size_t slot;
  };
  std::vector<Incoming> incoming(nodes.size());
  std::vector<std::size_t> next(incoming_offsets.begin(), incoming_offsets.end() - 1);
  for (Node v = 0; v < n(); ++v)
    for (std::size_t slot = begin(v); slot < end(v); ++slot)
      incoming[next[static_cast<std::size_t>(nodes[slot])]++] = {v, slot};

  mirrors.assign(nodes.size(), no_slot);
  std::vector<std::size_t> slot_of(count, no_slot);
  for (Node v = 0; v < n(); ++v) {
    if (v % 64 == 0) checkpoint.throw_if_interrupted();
    const auto row = index(v);
    for (std::size_t slot = begin(v); slot < end(v); ++slot)
      slot_of[static_cast<std::size_t>(nodes[slot])] = slot;
    for (std::size_t t = incoming_offsets[row]; t < incoming_offsets[row + 1]; ++t)
      mirrors[incoming[t].slot] = slot_of[static_cast<std::size_t>(incoming[t].from)];
    for (std::size_t slot = begin(v); slot < end(v); ++slot)
      slot_of[static_cast<std::size_t>(nodes[slot])] = no_slot;
  }
}

}  // namespace heataco
