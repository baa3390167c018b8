#include "heataco/decoders/focused/crossover.h"

#include <algorithm>

#include "heataco/decoders/focused/tuning.h"

namespace heataco {

namespace {

bool has_edge(const LoggedTour& tour, Node a, Node b) {
  return tour.next(a) == b || tour.previous(a) == b;
}

}  // namespace

Crossover::Crossover(const SearchSpace& space)
    : space_(space), a_(space.instance.n()), b_(space.instance.n()) {
  for (auto& loose : loose_) loose.resize(index(space.instance.n()));
  for (auto& seen : seen_) seen.assign(index(space.instance.n()), -1);
}

double Crossover::improve(Tour& tour, const Tour& other, Rng& rng) {
  a_.assign(tour);
  b_.assign(other);
  find_loose_edges();
  find_cycles(rng);
  // The larger the instance, the more children are independent of each other.
  const std::size_t max_taken = tuning::max_children(space_.instance.n());
  std::vector<std::pair<double, std::size_t>> ranked;
  Exchange exchange(space_, a_);
  for (std::size_t c = 0; c < cycles_.size(); ++c)
    if (const double gain = try_cycle(cycles_[c], exchange); gain > 0.0)
      ranked.emplace_back(-gain, c);
  std::sort(ranked.begin(), ranked.end());
  double gained = 0.0;
  for (std::size_t r = 0; r < std::min(max_taken, ranked.size()); ++r) {
    const std::vector<Node>& cycle = cycles_[ranked[r].second];
    const double gain = applies(cycle) ? try_cycle(cycle, exchange) : 0.0;
    if (gain <= 0.0) continue;
    gained += gain;
    a_.assign(exchange.result());
  }
  if (gained > 0.0) tour = a_.order();
  return gained;
}

// The gain of the child, 0 where there is none.
double Crossover::try_cycle(const std::vector<Node>& cycle, Exchange& exchange) {
  removed_.clear();
  added_.clear();
  for (std::size_t i = 0; i + 1 < cycle.size(); ++i)
    (i % 2 == 0 ? removed_ : added_).emplace_back(cycle[i], cycle[i + 1]);
  exchange.assign(removed_, added_);
  return exchange.join_cycles() ? exchange.gain() : 0.0;
}

// Whether the tour, changed meanwhile, still has the edges that go and none that come.
bool Crossover::applies(const std::vector<Node>& cycle) const {
  for (std::size_t i = 0; i + 1 < cycle.size(); ++i)
    if (has_edge(a_, cycle[i], cycle[i + 1]) != (i % 2 == 0)) return false;
  return true;
}

void Crossover::find_loose_edges() {
  different_.clear();
  for (Node v = 0; v < space_.instance.n(); ++v) {
    Loose& of_a = loose_[0][index(v)];
    Loose& of_b = loose_[1][index(v)];
    of_a.count = of_b.count = 0;
    for (const Node u : {a_.next(v), a_.previous(v)})
      if (!has_edge(b_, v, u)) of_a.nodes[of_a.count++] = u;
    for (const Node u : {b_.next(v), b_.previous(v)})
      if (!has_edge(a_, v, u)) of_b.nodes[of_b.count++] = u;
    if (of_a.count > 0) different_.push_back(v);
  }
}

void Crossover::find_cycles(Rng& rng) {
  cycles_.clear();
  for (std::size_t left = different_.size(); left > 0; --left) {
    const auto at = static_cast<std::size_t>(rng.below(static_cast<Node>(left)));
    std::swap(different_[at], different_[left - 1]);
    const Node start = different_[left - 1];
    while (loose_[0][index(start)].count > 0) walk_from(start, rng);
  }
}

// Walks along loose edges of a and b in turn. Where it comes to a node again with the same tour to
// follow, the walk since then is a cycle, and is cut off.
void Crossover::walk_from(Node start, Rng& rng) {
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

void Crossover::take(std::vector<Loose>& loose, Node v, Node u) {
  Loose& edges = loose[index(v)];
  if (edges.nodes[0] == u) edges.nodes[0] = edges.nodes[1];
  --edges.count;
}

void Crossover::cut_off_cycle(std::size_t from) {
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
