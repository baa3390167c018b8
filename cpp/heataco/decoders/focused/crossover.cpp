#include "heataco/decoders/focused/crossover.h"

#include <algorithm>
#include <numeric>

#include "heataco/decoders/focused/tuning.h"

namespace heataco {

Crossover::Crossover(const SearchSpace& space, Watch& watch)
    : space_(space),
      watch_(watch),
      a_(space.instance.n()),
      b_(space.instance.n()),
      cycles_(space.instance.n()),
      partners_(space, a_),
      owners_(index(space.instance.n()), -1),
      of_chosen_(index(space.instance.n()), 0) {}

double Crossover::improve(Tour& tour, const Tour& other, Sets sets, const Frequencies& frequencies,
                          Rng& rng) {
  a_.assign(tour);
  b_.assign(other);
  cycles_.find(a_, b_, rng);
  children_.clear();
  Exchange exchange(space_, a_);
  if (sets == Sets::cycles) {
    for (std::size_t c = 0; c < cycles_.size(); ++c) try_set({c}, frequencies, exchange);
  } else {
    try_pairs(sets == Sets::blocks, frequencies, exchange);
  }
  if (sets == Sets::blocks) try_blocks(frequencies, exchange);
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
  if (exchange.join_cycles()) keep_child(frequencies, exchange);
}

void Crossover::keep_child(const Frequencies& frequencies, const Exchange& exchange) {
  const double gain = exchange.gain();
  const double loss = frequencies.loss(exchange.removed(), exchange.added());
  children_.push_back({gain / std::max(loss, tuning::min_diversity_loss), gain, exchange.removed(),
                       exchange.added()});
}

// All cycles that meet, each one alone, and each with those that its subtours need.
void Crossover::try_blocks(const Frequencies& frequencies, Exchange& exchange) {
  for (const Set& component : components()) {
    if (watch_.should_stop()) return;
    try_set(component, frequencies, exchange);
    if (component.size() == 1) continue;
    for (const std::size_t c : component) {
      try_set({c}, frequencies, exchange);
      const Set block = block_around(c, component, exchange);
      if (block.size() > 1) try_set(block, frequencies, exchange);
    }
  }
}

// A double bridge between the tours is often two cycles in places far apart, each of which leaves
// subtours without the other. What subtours are left may be joined.
void Crossover::try_pairs(bool joined, const Frequencies& frequencies, Exchange& exchange) {
  partners_.assign(cycles_);
  for (std::size_t c = 0; c < cycles_.size(); ++c) {
    if (watch_.should_stop()) return;
    if (!(partners_.gain(c) > 0.0)) continue;
    assign({c}, exchange);
    if (exchange.count_cycles() == 1) {
      if (exchange.gains()) keep_child(frequencies, exchange);
      continue;
    }
    for (const std::size_t other : partners_.of(c, exchange)) {
      assign({c, other}, exchange);
      if (joined ? exchange.join_cycles() : exchange.gains() && exchange.count_cycles() == 1)
        keep_child(frequencies, exchange);
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
  for (std::size_t c = 0; c < cycles_.size(); ++c)
    for (const Node v : cycles_[c]) {
      int& owner = owners_[index(v)];
      if (owner < 0) owner = static_cast<int>(c);
      roots[root(c)] = root(static_cast<std::size_t>(owner));
    }
  std::vector<Set> sets(cycles_.size());
  for (std::size_t c = 0; c < cycles_.size(); ++c) {
    sets[root(c)].push_back(c);
    for (const Node v : cycles_[c]) owners_[index(v)] = -1;
  }
  sets.erase(std::remove_if(sets.begin(), sets.end(), [](const Set& set) { return set.empty(); }),
             sets.end());
  return sets;
}

// Returns what the children taken gain; the exchange is then all of them.
double Crossover::take_children(Exchange& exchange) {
  choose_children();
  removed_.clear();
  added_.clear();
  const double gained = take(0, chosen_.size(), exchange);
  exchange.assign(removed_, added_);
  if (!removed_.empty()) exchange.count_cycles();
  return gained;
}

// The best children that have no node in common.
void Crossover::choose_children() {
  // The larger the instance, the more children are independent of each other.
  const std::size_t max_taken = tuning::max_children(space_.instance.n(), children_.size());
  std::stable_sort(children_.begin(), children_.end(),
                   [](const Child& one, const Child& other) { return one.rank > other.rank; });
  chosen_.clear();
  for (std::size_t c = 0; c < children_.size() && chosen_.size() < max_taken; ++c) {
    if (touches_chosen(children_[c])) continue;
    chosen_.push_back(c);
    mark(children_[c]);
  }
  for (const Node v : marked_) of_chosen_[index(v)] = 0;
  marked_.clear();
}

// Takes those chosen that leave one tour with what was taken before: all at once, or half by half.
// Hardly any are in each other's way, and one by one a hundred thousand nodes take seconds.
double Crossover::take(std::size_t first, std::size_t last, Exchange& exchange) {
  if (first == last) return 0.0;
  const std::size_t removed = removed_.size();
  const std::size_t added = added_.size();
  double gained = 0.0;
  for (std::size_t c = first; c < last; ++c) {
    const Child& child = children_[chosen_[c]];
    removed_.insert(removed_.end(), child.removed.begin(), child.removed.end());
    added_.insert(added_.end(), child.added.begin(), child.added.end());
    gained += child.gain;
  }
  exchange.assign(removed_, added_);
  if (exchange.count_cycles() == 1) return gained;
  removed_.resize(removed);
  added_.resize(added);
  if (last - first == 1) return 0.0;
  const std::size_t middle = (first + last) / 2;
  const double of_first_half = take(first, middle, exchange);
  return of_first_half + take(middle, last, exchange);
}

bool Crossover::touches_chosen(const Child& child) const {
  return std::any_of(child.removed.begin(), child.removed.end(), [this](const Edge& edge) {
    return of_chosen_[index(edge.first)] != 0 || of_chosen_[index(edge.second)] != 0;
  });
}

void Crossover::mark(const Child& child) {
  for (const auto& [a, b] : child.removed) {
    for (const Node v : {a, b}) {
      of_chosen_[index(v)] = 1;
      marked_.push_back(v);
    }
  }
}

}  // namespace heataco
