#include "heataco/decoders/mmas/ant.h"

#include "heataco/decoders/mmas/roulette.h"

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

Node next_node(const Construction& construction, DrawSlot draw_slot, Walk& walk) {
  const TransitionWeights& table = construction.weights;
  const Node* nodes = table.nodes(walk.at);
  const float* weights = table.weights(walk.at);
  const bool exploit =
      construction.exploitation > 0.0 && walk.rng.uniform() < construction.exploitation;
  const int slot = exploit ? largest_slot(nodes, weights, table.stride(), *walk.unvisited)
                           : draw_slot(nodes, weights, table.stride(), walk.unvisited->words(),
                                       walk.rng.uniform_float());
  if (slot >= 0) return nodes[slot];
  return construction.numbering.nearest_in(walk.at, *walk.unvisited);
}

}  // namespace

bool construct_tours(const Construction& construction, Ant* ants, std::size_t count, Watch& watch) {
  constexpr std::size_t steps_between_looks = 1024;
  const DrawSlot draw_slot = fastest_draw_slot(construction.weights.stride());
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
      walk.at = next_node(construction, draw_slot, walk);
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
