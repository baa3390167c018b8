#include "heataco/focused/starts.h"

#include <vector>

#include "heataco/fragments.h"
#include "heataco/greedy.h"

namespace heataco {

Tour random_start(const Field& field, Rng rng, Checkpoint& checkpoint) {
  constexpr double least = 0.5;
  const Node n = field.instance.n();
  Fragments fragments(n, true);
  for (std::size_t v = 0; v < field.partners.size(); ++v)
    if (field.partners[v] != no_node) fragments.join(static_cast<Node>(v), field.partners[v]);
  std::vector<ScoredEdge> edges;
  edges.reserve(field.candidates.nodes.size());
  for (Node v = 0; v < n; ++v) {
    const Node* row = field.candidates.row(v);
    const double* distances = field.candidates.row_distances(v);
    for (std::size_t s = 0; s < field.candidates.k; ++s)
      if (row[s] != v) edges.push_back({distances[s] / (least + rng.uniform()), v, row[s]});
  }
  join_in_order(edges, fragments, checkpoint);
  join_by_distance(field.instance, fragments, checkpoint);
  return fragments.tour();
}

}  // namespace heataco
