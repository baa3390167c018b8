#include "heataco/decoders/focused/starts.h"

#include <vector>

#include "heataco/decoders/focused/tuning.h"
#include "heataco/decoders/greedy/fragments.h"
#include "heataco/decoders/greedy/greedy.h"

namespace heataco {

Tour random_start(const Instance& instance, const SearchSpace& space, Rng rng,
                  Checkpoint& checkpoint) {
  const Node n = instance.n();
  // In a doubled space, node v is left as v and entered as v + n; otherwise it is v for both.
  const Node shift = space.instance.n() - n;
  Fragments fragments(n, instance.symmetric());
  if (instance.symmetric())
    for (std::size_t v = 0; v < space.partners.size(); ++v)
      if (space.partners[v] != no_node) fragments.join(static_cast<Node>(v), space.partners[v]);
  std::vector<ScoredEdge> edges;
  edges.reserve(space.candidates.nodes.size());
  for (Node v = 0; v < n; ++v) {
    const Node* row = space.candidates.row(v);
    const double* distances = space.candidates.row_distances(v);
    for (std::size_t s = 0; s < space.candidates.k; ++s)
      if (row[s] != v)  // with which short rows are filled up
        edges.push_back(
            {distances[s] / (tuning::min_length_divisor + rng.uniform()), v, row[s] - shift});
  }
  join_in_order(edges, fragments, checkpoint);
  join_by_distance(instance, fragments, checkpoint);
  return fragments.tour();
}

}  // namespace heataco
