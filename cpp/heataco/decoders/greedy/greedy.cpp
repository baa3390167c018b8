#include "heataco/decoders/greedy/greedy.h"

#include <algorithm>
#include <optional>

#include "heataco/core/kd_tree.h"
#include "heataco/core/rng.h"
#include "heataco/core/tour.h"
#include "heataco/decoders/greedy/fragments.h"
#include "heataco/local_search/local_search.h"
#include "heataco/search/first_tour.h"

namespace heataco {

namespace {

void join_by_heat(const Instance& instance, const Confidences& heat, Fragments& fragments,
                  Checkpoint& checkpoint) {
  std::vector<ScoredEdge> edges;
  for (Node v = 0; v < instance.n(); ++v) {
    for (const auto* entry = heat.begin(v); entry != heat.end(v); ++entry) {
      if (instance.symmetric() && entry->node < v) continue;
      edges.push_back({instance.distance(v, entry->node) / entry->value, v, entry->node});
    }
  }
  join_in_order(edges, fragments, checkpoint);
}

// The order that a node has among others at the same distance: were it the same for all, as by
// number, all nodes would find the same few, and only these would be joined.
class OwnOrder {
 public:
  explicit OwnOrder(Node v) {
    Rng rng = Rng::for_item(0, 0, static_cast<std::uint64_t>(v));
    factor_ = rng.next() | 1;
    offset_ = rng.next();
  }
  bool operator()(const std::pair<double, Node>& a, const std::pair<double, Node>& b) const {
    return place(a.second) < place(b.second);
  }

 private:
  // One to one, since the factor is odd.
  std::uint64_t place(Node u) const { return factor_ * static_cast<std::uint64_t>(u) + offset_; }

  std::uint64_t factor_;
  std::uint64_t offset_;
};

// Leaves the k nearest, in any order.
void keep_nearest(Node v, std::size_t k, Found& found) {
  if (found.size() <= k) return;
  const auto kth = found.begin() + static_cast<std::ptrdiff_t>(k - 1);
  std::nth_element(found.begin(), kth, found.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  const double last = kth->first;
  const auto tied = std::partition(found.begin(), found.end(),
                                   [last](const auto& entry) { return entry.first < last; });
  const auto end =
      std::partition(tied, found.end(), [last](const auto& entry) { return entry.first == last; });
  std::nth_element(tied, kth, end, OwnOrder(v));
  found.resize(k);
}

// The shortest edges from v to open ends of other fragments.
class EndFinder {
 public:
  EndFinder(const Instance& instance, Fragments& fragments, Checkpoint& checkpoint)
      : instance_(instance), fragments_(fragments) {
    for (Node v = 0; v < instance.n(); ++v)
      if (fragments.open_in(v)) ends_.push_back(v);
    if (instance.has_coordinates()) tree_.emplace(instance, ends_, checkpoint);
  }

  std::size_t count() const noexcept { return ends_.size(); }

  void find(Node v, std::size_t k, Found& found) {
    const Node own = fragments_.find(v);
    const auto foreign = [&](Node u) { return fragments_.find(u) != own; };
    if (tree_) {
      tree_->any_nearest(v, k, found, foreign);
      return;
    }
    found.clear();
    for (const Node u : ends_)
      if (foreign(u)) found.emplace_back(instance_.distance(v, u), u);
    keep_nearest(v, k, found);
  }

 private:
  const Instance& instance_;
  Fragments& fragments_;
  std::vector<Node> ends_;
  std::optional<KdTree> tree_;
};

}  // namespace

void join_in_order(std::vector<ScoredEdge>& edges, Fragments& fragments, Checkpoint& checkpoint) {
  // Of a million nodes there are so many edges that sorting and joining take seconds.
  constexpr std::size_t edges_between_looks = 1 << 16;
  std::size_t looked = 0;
  std::sort(edges.begin(), edges.end(), [&](const ScoredEdge& a, const ScoredEdge& b) {
    if (++looked % edges_between_looks == 0) checkpoint.throw_if_interrupted();
    return a < b;
  });
  for (const ScoredEdge& edge : edges) {
    if (++looked % edges_between_looks == 0) checkpoint.throw_if_interrupted();
    if (fragments.count() == 1) return;
    fragments.join(edge.from, edge.to);
  }
}

// Rounds of greedy joining among the open ends. The shortest edge between any two fragments is
// always among those found, so that every round leaves fewer of them.
int join_by_distance(const Instance& instance, Fragments& fragments, Checkpoint& checkpoint) {
  constexpr std::size_t edges_per_end = 8;
  Found found;
  int rounds = 0;
  for (; fragments.count() > 1; ++rounds) {
    EndFinder ends(instance, fragments, checkpoint);
    std::vector<ScoredEdge> edges;
    edges.reserve(ends.count() * edges_per_end);
    for (Node v = 0; v < instance.n(); ++v) {
      if (!fragments.open_out(v)) continue;
      if (v % 64 == 0) checkpoint.throw_if_interrupted();
      ends.find(v, edges_per_end, found);
      for (const auto& [distance, u] : found) edges.push_back({distance, v, u});
    }
    join_in_order(edges, fragments, checkpoint);
  }
  return rounds;
}

namespace {

Tour merge(const Problem& problem, Checkpoint& checkpoint) {
  const Instance& instance = problem.instance;
  Fragments fragments(instance.n(), instance.symmetric());
  if (problem.heat != nullptr)
    join_by_heat(instance, Confidences(*problem.heat, instance.symmetric(), 0.0, checkpoint),
                 fragments, checkpoint);
  join_by_distance(instance, fragments, checkpoint);
  return fragments.tour();
}

}  // namespace

Tour greedy_tour(const Instance& instance, Checkpoint& checkpoint) {
  return merge({instance, nullptr, nullptr, 0}, checkpoint);
}

SearchResult greedy(const Problem& problem, const GreedyParameters& parameters,
                    const Budget& budget, Checkpoint& checkpoint) {
  Watch watch(checkpoint, budget.seconds);
  const Instance& instance = problem.instance;
  Tour first = first_tour(problem);
  SearchResult result;
  try {
    Deadline deadline(watch);
    result.tour = merge(problem, deadline);
  } catch (const Interrupted&) {
    return first_result(problem, budget, std::move(first), watch);
  }
  improve(instance, parameters.local_search, parameters.local_search_neighbours, result.tour,
          watch);
  if (checkpoint.interrupted()) {
    result.stop_reason = StopReason::interrupted;
  } else if (parameters.local_search != "none" && watch.expired()) {
    result.stop_reason = StopReason::time;
  }
  keep_shorter(problem, result);
  result.seconds = watch.elapsed();
  result.trace.add({0, result.seconds, result.cost, result.cost});
  return result;
}

}  // namespace heataco
