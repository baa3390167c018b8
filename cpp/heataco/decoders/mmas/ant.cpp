#include "heataco/decoders/mmas/ant.h"

namespace heataco {

namespace {

int largest_slot(const Node* nodes, const float* weights, std::size_t stride,
                 const NodeSet& unvisited) {
  int best = -1;
  float largest = 0.0F;
  for (std::size_t s = 0; s < stride; ++s) {
    if (weights[s] > largest && unvisited.contains(nodes[s])) {
      largest = weights[s];
      best = static_cast<int>(s);
    }
  }
  return best;
}

// What a step of an ant reads and writes, apart from the table of weights.
struct Walk {
  Rng rng;
  Node at;
  Node* tour;
  NodeSet* unvisited;
};

// By eq. 4. A draw goes to an unvisited leader or behind the leaders, where visited nodes keep
// their weight; one that ends on such a node is void and made again among all unvisited candidates.
// Every unvisited candidate is thus drawn in proportion to its weight, and few draws read the whole
// row.
Node next_node(const Construction& construction, Walk& walk) {
  const TransitionWeights& table = construction.weights;
  const NodeSet& unvisited = *walk.unvisited;
  const Node* nodes = table.nodes(walk.at);
  const float* weights = table.weights(walk.at);
  int slot = -1;
  if (construction.exploitation > 0.0 && walk.rng.uniform() < construction.exploitation) {
    slot = largest_slot(nodes, weights, table.stride(), unvisited);
  } else {
    const Leaders& leaders = table.leaders(walk.at);
    const OpenLeaders open(leaders, unvisited);
    float u = walk.rng.uniform_float();
    if (open.total() > 0.0F) {
      const float stop = u * (open.total() + leaders.rest);
      if (stop < open.total()) return leaders.nodes[open.at(stop)];
      const Node drawn =
          draw_behind(leaders, nodes, weights, table.stride(), walk.rng.uniform_float());
      if (drawn != no_node && unvisited.contains(drawn)) return drawn;
      u = walk.rng.uniform_float();
    }
    slot = construction.draw_slot(nodes, weights, table.stride(), unvisited.words(), u);
  }
  return slot >= 0 ? nodes[slot] : construction.numbering.nearest_in(walk.at, unvisited);
}

}  // namespace

bool construct_tours(const Construction& construction, Ant* ants, std::size_t count, Watch& watch) {
  constexpr std::size_t steps_between_looks = 1024;
  const Node n = construction.numbering.instance().n();
  Walk walks[ants_in_lockstep];
  for (std::size_t a = 0; a < count; ++a) {
    Ant& ant = ants[a];
    const Node start = ant.rng.below(n);
    walks[a] = {ant.rng, start, ant.tour.data(), &ant.unvisited};
    ant.tour[0] = start;
    ant.unvisited.fill();
    ant.unvisited.remove(start);
  }
  for (std::size_t t = 1; t < index(n); ++t) {
    if (t % steps_between_looks == 0 && watch.should_stop()) return false;
    for (std::size_t a = 0; a < count; ++a) {
      Walk& walk = walks[a];
      walk.at = next_node(construction, walk);
      walk.tour[t] = walk.at;
      walk.unvisited->remove(walk.at);
    }
  }
  return true;
}

Tour nearest_neighbour_tour(const Numbering& numbering, Node start, Checkpoint& checkpoint) {
  const Node n = numbering.instance().n();
  NodeSet unvisited(n);
  unvisited.fill();
  Tour tour{start};
  unvisited.remove(start);
  while (tour.size() < index(n)) {
    if (tour.size() % 64 == 0) checkpoint.throw_if_interrupted();
    tour.push_back(numbering.nearest_in(tour.back(), unvisited));
    unvisited.remove(tour.back());
  }
  return tour;
}

}  // namespace heataco
