#include "heataco/local_search/two_opt.h"

#include "heataco/core/gain.h"

namespace heataco {

TwoOpt::TwoOpt(const Instance& instance, const NeighbourLists& neighbours)
    : instance_(instance), neighbours_(neighbours), tour_(instance.n()), queue_(instance.n()) {}

void TwoOpt::improve(Tour& tour, Watch& watch) {
  if (instance_.n() < 4) return;
  tour_.assign(tour);
  queue_.fill(tour);
  drain(queue_, watch, [this](Node a) { return improve_node(a); });
  tour = tour_.order();
}

bool TwoOpt::improve_node(Node a) {
  return improve_edge<true>(a) || improve_edge<false>(a);
}

// Exchanges (a, b), (c, d) for (a, c), (b, d), where b follows a and d follows c, seen forward or
// backward.
template <bool forward>
bool TwoOpt::improve_edge(Node a) {
  const auto after = [this](Node v) { return forward ? tour_.next(v) : tour_.previous(v); };
  const Node b = after(a);
  const double removed = instance_.distance(a, b);
  const Node* candidates = neighbours_.row(a);
  const double* distances = neighbours_.row_distances(a);
  for (std::size_t s = 0; s < neighbours_.k && distances[s] < removed; ++s) {
    const Node c = candidates[s];
    const Node d = after(c);
    const double also_removed = instance_.distance(c, d);
    const double gain = (removed - distances[s]) + also_removed - instance_.distance(b, d);
    if (!is_gain(gain, removed + also_removed)) continue;
    tour_.exchange(a, b, c, d);
    for (const Node v : {a, b, c, d}) queue_.push(v);
    return true;
  }
  return false;
}

}  // namespace heataco
