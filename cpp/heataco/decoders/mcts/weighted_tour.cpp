#include "heataco/decoders/mcts/weighted_tour.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace heataco {

namespace {

// The unvisited nodes in arbitrary order, so that drawing and removing one takes constant time.
class Unvisited {
 public:
  explicit Unvisited(Node n) : nodes_(index(n)), places_(index(n)) {
    std::iota(nodes_.begin(), nodes_.end(), 0);
    std::iota(places_.begin(), places_.end(), 0);
  }

  Node count() const { return static_cast<Node>(nodes_.size()); }
  bool contains(Node v) const { return places_[index(v)] != no_node; }
  Node at(Node place) const { return nodes_[index(place)]; }
  const std::vector<Node>& nodes() const { return nodes_; }

  void remove(Node v) {
    const Node place = places_[index(v)];
    nodes_[index(place)] = nodes_.back();
    places_[index(nodes_.back())] = place;
    places_[index(v)] = no_node;
    nodes_.pop_back();
  }

 private:
  std::vector<Node> nodes_;
  std::vector<Node> places_;
};

// exp(W) = 1 + (exp(W) − 1): the first part is a draw among all that are unvisited, so that only
// the candidates have to be gone through.
Node draw_next(const EdgePotentials& potentials, Node v, const Unvisited& unvisited,
               std::vector<double>& cumulative, Rng& rng) {
  const CandidateEdges& edges = potentials.edges();
  double largest = 0.0;
  for (std::size_t slot = edges.begin(v); slot < edges.end(v); ++slot)
    if (unvisited.contains(potentials.node(slot)))
      largest = std::max(largest, potentials.weight(slot));

  const double one = std::exp(-largest);
  double total = one * unvisited.count();
  cumulative.clear();
  const double uniform_part = total;
  for (std::size_t slot = edges.begin(v); slot < edges.end(v); ++slot) {
    if (unvisited.contains(potentials.node(slot)))
      total += std::exp(potentials.weight(slot) - largest) - one;
    cumulative.push_back(total);
  }
  const double point = static_cast<double>(rng.uniform_float()) * total;
  if (point < uniform_part) return unvisited.at(rng.below(unvisited.count()));
  std::size_t s = 0;
  while (cumulative[s] <= point) ++s;
  return potentials.node(edges.begin(v) + s);
}

}  // namespace

Tour weighted_tour(const EdgePotentials& potentials, Rng& rng, Checkpoint& checkpoint) {
  const Node n = potentials.edges().n();
  Unvisited unvisited(n);
  std::vector<double> cumulative;
  Tour tour;
  tour.reserve(index(n));
  tour.push_back(rng.below(n));
  while (true) {
    unvisited.remove(tour.back());
    if (unvisited.count() == 0) break;
    if (tour.size() % 64 == 0 && checkpoint.interrupted()) break;
    tour.push_back(draw_next(potentials, tour.back(), unvisited, cumulative, rng));
  }
  tour.insert(tour.end(), unvisited.nodes().begin(), unvisited.nodes().end());
  return tour;
}

}  // namespace heataco
