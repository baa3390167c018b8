#include "heataco/decoders/focused/starts.h"

#include <vector>

#include "heataco/decoders/greedy/fragments.h"
#include "heataco/decoders/greedy/greedy.h"

namespace heataco {

Tour random_start(const Instance& instance, const Field& field, Rng rng, Checkpoint& checkpoint) {
  constexpr double least = 0.5;
  const Node n = instance.n();
  // Where nodes are entered, in a doubled field.
  const Node shift = field.instance.n() - n;
  Fragments fragments(n, instance.symmetric());
  if (instance.symmetric())
    for (std::size_t v = 0; v < field.partners.size(); ++v)
      if (field.partners[v] != no_node) fragments.join(static_cast<Node>(v), field.partners[v]);
  std::vector<ScoredEdge> edges;
  edges.reserve(field.candidates.nodes.size());
  for (Node v = 0; v < n; ++v) {
    const Node* row = field.candidates.row(v);
    const double* distances = field.candidates.row_distances(v);
    for (std::size_t s = 0; s < field.candidates.k; ++s)
      if (row[s] != v) edges.push_back({distances[s] / (least + rng.uniform()), v, row[s] - shift});
  }
  join_in_order(edges, fragments, checkpoint);
  join_by_distance(instance, fragments, checkpoint);
  return fragments.tour();
}

}  // namespace heataco
