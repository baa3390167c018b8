#include "heataco/decoders/focused/crossover.h"

#include <algorithm>
#include <numeric>

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
  taken_.assign(index(space.instance.n()), 0);
}

double Crossover::improve(Tour& tour, const Tour& other, Sets sets, const Frequencies& frequencies,
                          Rng& rng) {
  a_.assign(tour);
  b_.assign(other);
  find_loose_edges();
  find_cycles(rng);
  children_.clear();
  Exchange exchange(space_, a_);
  if (sets == Sets::blocks) {
    try_blocks(frequencies, exchange);
  } else {
    for (std::size_t c = 0; c < cycles_.size(); ++c) try_set({c}, frequencies, exchange);
  }
  const double gained = take_children(exchange);
  if (gained > 0.0) tour = exchange.result();
  return gained;
}

void Crossover::assign(const Set& set, Exchange& exchange) {
  removed_.clear();
  added_.clear();
  for (const std::size_t c : set)
    for (std::size_t i = 0; i + 1 < cycles_[c].size(); ++i)
      (i % 2 == 0 ? removed_ : added_).emplace_back(cycles_[c][i], cycles_[c][i + 1]);
  exchange.assign(removed_, added_);
}

// Keeps the child, if it gains.
void Crossover::try_set(const Set& set, const Frequencies& frequencies, Exchange& exchange) {
  assign(set, exchange);
  if (!exchange.join_cycles()) return;
  const double gain = exchange.gain();
  const double loss = frequencies.loss(exchange.removed(), exchange.added());
  children_.push_back({gain / std::max(loss, tuning::min_diversity_loss), gain, exchange.removed(),
                       exchange.added()});
}

// All cycles that meet, each one alone, and each with those that its subtours need.
void Crossover::try_blocks(const Frequencies& frequencies, Exchange& exchange) {
  for (const Set& component : components()) {
    try_set(component, frequencies, exchange);
    if (component.size() == 1) continue;
    for (const std::size_t c : component) {
      try_set({c}, frequencies, exchange);
      const Set block = block_around(c, component, exchange);
      if (block.size() > 1) try_set(block, frequencies, exchange);
    }
  }
}

// The cycle, and the smaller ones that touch a subtour of its own making: in there, the other tour
// is taken over as it is.
Crossover::Set Crossover::block_around(std::size_t cycle, const Set& component,
                                       Exchange& exchange) {
  Set block{cycle};
  assign(block, exchange);
  if (exchange.count_cycles() == 1) return block;
  const int longest = exchange.longest_cycle();
  for (const std::size_t c : component) {
    if (c == cycle || cycles_[c].size() > cycles_[cycle].size()) continue;
    if (std::any_of(cycles_[c].begin(), cycles_[c].end(),
                    [&](Node v) { return exchange.cycle_of(v) != longest; }))
      block.push_back(c);
  }
  return block;
}

// Cycles that share nodes, directly or by way of others.
std::vector<Crossover::Set> Crossover::components() {
  std::vector<std::size_t> roots(cycles_.size());
  std::iota(roots.begin(), roots.end(), std::size_t{0});
  const auto root = [&](std::size_t c) {
    while (roots[c] != c) c = roots[c] = roots[roots[c]];
    return c;
  };
  std::vector<int>& owners = seen_[0];  // -1 everywhere, between two walks
  for (std::size_t c = 0; c < cycles_.size(); ++c)
    for (const Node v : cycles_[c]) {
      int& owner = owners[index(v)];
      if (owner < 0) owner = static_cast<int>(c);
      roots[root(c)] = root(static_cast<std::size_t>(owner));
    }
  std::vector<Set> sets(cycles_.size());
  for (std::size_t c = 0; c < cycles_.size(); ++c) {
    sets[root(c)].push_back(c);
    for (const Node v : cycles_[c]) owners[index(v)] = -1;
  }
  sets.erase(std::remove_if(sets.begin(), sets.end(), [](const Set& set) { return set.empty(); }),
             sets.end());
  return sets;
}

// Takes the best children that have no node in common, as long as one tour comes out. Returns what
// they gain; the exchange is then all of them.
double Crossover::take_children(Exchange& exchange) {
  // The larger the instance, the more children are independent of each other.
  const std::size_t max_taken = tuning::max_children(space_.instance.n(), children_.size());
  std::stable_sort(children_.begin(), children_.end(),
                   [](const Child& one, const Child& other) { return one.rank > other.rank; });
  double gained = 0.0;
  removed_.clear();
  added_.clear();
  std::size_t taken = 0;
  for (std::size_t c = 0; c < children_.size() && taken < max_taken; ++c) {
    const Child& child = children_[c];
    if (touches_taken(child)) continue;
    removed_.insert(removed_.end(), child.removed.begin(), child.removed.end());
    added_.insert(added_.end(), child.added.begin(), child.added.end());
    exchange.assign(removed_, added_);
    if (exchange.count_cycles() != 1) {
      removed_.resize(removed_.size() - child.removed.size());
      added_.resize(added_.size() - child.added.size());
      continue;
    }
    ++taken;
    gained += child.gain;
    mark(child);
  }
  for (const Node v : marked_) taken_[index(v)] = 0;
  marked_.clear();
  exchange.assign(removed_, added_);
  if (taken > 0) exchange.count_cycles();
  return gained;
}

bool Crossover::touches_taken(const Child& child) const {
  return std::any_of(child.removed.begin(), child.removed.end(), [this](const Edge& edge) {
    return taken_[index(edge.first)] != 0 || taken_[index(edge.second)] != 0;
  });
}

void Crossover::mark(const Child& child) {
  for (const auto& [a, b] : child.removed) {
    for (const Node v : {a, b}) {
      taken_[index(v)] = 1;
      marked_.push_back(v);
    }
  }
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
