#include "heataco/ant.h"

#include "heataco/roulette.h"

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

Node next_node(const Construction& construction, DrawSlot draw_slot, Ant& ant, Node v) {
  const TransitionWeights& table = construction.weights;
  const Node* nodes = table.nodes(v);
  const float* weights = table.weights(v);
  const bool exploit =
      construction.exploitation > 0.0 && ant.rng.uniform() < construction.exploitation;
  const int slot = exploit ? largest_slot(nodes, weights, table.stride(), ant.unvisited)
                           : draw_slot(nodes, weights, table.stride(), ant.unvisited.words(),
                                       ant.rng.uniform_float());
  if (slot >= 0) return nodes[slot];
  return construction.numbering.nearest_in(v, ant.unvisited);
}

}  // namespace

bool construct_tours(const Construction& construction, Ant* ants, std::size_t count, Watch& watch) {
  constexpr std::size_t steps_between_looks = 1024;
  const DrawSlot draw_slot = fastest_draw_slot();
  const Node n = construction.numbering.instance().n();
  for (std::size_t a = 0; a < count; ++a) {
    ants[a].unvisited.fill();
    ants[a].tour[0] = ants[a].rng.below(n);
    ants[a].unvisited.remove(ants[a].tour[0]);
  }
  for (std::size_t t = 1; t < static_cast<std::size_t>(n); ++t) {
    if (t % steps_between_looks == 0 && watch.should_stop()) return false;
    for (std::size_t a = 0; a < count; ++a) {
      Ant& ant = ants[a];
      const Node next = next_node(construction, draw_slot, ant, ant.tour[t - 1]);
      ant.tour[t] = next;
      ant.unvisited.remove(next);
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
  while (tour.size() < static_cast<std::size_t>(n)) {
    if (tour.size() % 64 == 0) checkpoint.throw_if_interrupted();
    tour.push_back(numbering.nearest_in(tour.back(), unvisited));
    unvisited.remove(tour.back());
  }
  return tour;
}

}  // namespace heataco
