#include "heataco/decoders/focused/alternating_cycles.h"

#include <utility>

namespace heataco {

namespace {

bool has_edge(const LoggedTour& tour, Node a, Node b) {
  return tour.next(a) == b || tour.previous(a) == b;
}

}  // namespace

AlternatingCycles::AlternatingCycles(Node n) {
  for (auto& loose : loose_) loose.resize(index(n));
  for (auto& seen : seen_) seen.assign(index(n), -1);
}

void AlternatingCycles::find(const LoggedTour& a, const LoggedTour& b, Rng& rng) {
  find_loose_edges(a, b);
  cycles_.clear();
  for (std::size_t left = different_.size(); left > 0; --left) {
    const auto at = static_cast<std::size_t>(rng.below(static_cast<Node>(left)));
    std::swap(different_[at], different_[left - 1]);
    const Node start = different_[left - 1];
    while (loose_[0][index(start)].count > 0) walk_from(start, rng);
  }
}

void AlternatingCycles::find_loose_edges(const LoggedTour& a, const LoggedTour& b) {
  different_.clear();
  for (Node v = 0; v < a.n(); ++v) {
    Loose& of_a = loose_[0][index(v)];
    Loose& of_b = loose_[1][index(v)];
    of_a.count = of_b.count = 0;
    for (const Node u : {a.next(v), a.previous(v)})
      if (!has_edge(b, v, u)) of_a.nodes[of_a.count++] = u;
    for (const Node u : {b.next(v), b.previous(v)})
      if (!has_edge(a, v, u)) of_b.nodes[of_b.count++] = u;
    if (of_a.count > 0) different_.push_back(v);
  }
}

// Walks along loose edges of a and b in turn. Where it comes to a node again with the same tour to
// follow, the walk since then is a cycle, and is cut off.
void AlternatingCycles::walk_from(Node start, Rng& rng) {
  path_.assign(1, start);
  seen_[0][index(start)] = 0;
  do {
    const Node v = path_.back();
    const std::size_t side = (path_.size() - 1) % 2;
    const Loose& loose = loose_[side][index(v)];
    const Node u = loose.nodes[loose.count > 1 ? rng.below(2) : 0];
    take(loose_[side], v, u);
    take(loose_[side], u, v);
    path_.push_back(u);
    int& seen = seen_[(path_.size() - 1) % 2][index(u)];
    if (seen >= 0) {
      cut_off_cycle(static_cast<std::size_t>(seen));
    } else {
      seen = static_cast<int>(path_.size()) - 1;
    }
  } while (path_.size() > 1);
  seen_[0][index(start)] = -1;
}

void AlternatingCycles::take(std::vector<Loose>& loose, Node v, Node u) {
  Loose& edges = loose[index(v)];
  if (edges.nodes[0] == u) edges.nodes[0] = edges.nodes[1];
  --edges.count;
}

void AlternatingCycles::cut_off_cycle(std::size_t from) {
  std::vector<Node> cycle(path_.begin() + static_cast<std::ptrdiff_t>(from), path_.end());
  // The first edge is one of a.
  if (from % 2 == 1) {
    cycle.insert(cycle.begin(), cycle[cycle.size() - 2]);
    cycle.pop_back();
  }
  for (std::size_t p = from + 1; p + 1 < path_.size(); ++p) seen_[p % 2][index(path_[p])] = -1;
  path_.resize(from + 1);
  cycles_.push_back(std::move(cycle));
}

}  // namespace heataco
