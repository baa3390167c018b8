#include "heataco/decoders/focused/guide.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "heataco/core/connectors.h"
#include "heataco/lin_kernighan/doubling.h"

namespace heataco {

namespace {

// Of a limited time: with a complete assignment the rest is soon done, as a rule.
constexpr double share_for_prices = 0.5;

// H with rows and columns exchanged.
Confidences transposed(const HeatRows& heat, double threshold, Checkpoint& checkpoint) {
  const std::int64_t* offsets = heat.offsets;
  std::vector<std::int64_t> starts(index(heat.n) + 1, 0);
  for (std::int64_t e = 0; e < offsets[heat.n]; ++e) ++starts[index(heat.columns[e]) + 1];
  for (std::size_t v = 0; v < index(heat.n); ++v) starts[v + 1] += starts[v];
  std::vector<std::int32_t> columns(static_cast<std::size_t>(offsets[heat.n]));
  std::vector<float> values(columns.size());
  std::vector<std::int64_t> next(starts.begin(), starts.end() - 1);
  for (Node v = 0; v < heat.n; ++v) {
    for (std::int64_t e = offsets[v]; e < offsets[v + 1]; ++e) {
      const auto place = static_cast<std::size_t>(next[index(heat.columns[e])]++);
      columns[place] = v;
      values[place] = heat.values[e];
    }
  }
  return Confidences({heat.n, starts.data(), columns.data(), values.data()}, false, threshold,
                     checkpoint);
}

double share(std::size_t part, std::size_t whole) {
  return whole == 0 ? 0.0 : static_cast<double>(part) / static_cast<double>(whole);
}

// How the edges of a tour stand in rows of candidates.
class Standing {
 public:
  Standing(const NeighbourLists& lists, std::size_t count,
           const std::vector<std::pair<Node, Node>>& edges)
      : lists_(lists),
        count_(std::min(count, lists.k)),
        edges_(edges.size()),
        beside_(index(lists.n), {no_node, no_node}) {
    for (const auto& [a, b] : edges) {
      put_beside(a, b);
      put_beside(b, a);
    }
    for (const auto& [a, b] : edges) {
      const bool in_row = find(a, b);
      if (!find(b, a) && !in_row) ++missing_;
    }
  }

  // The share that is in neither row.
  double missing() const { return share(missing_, edges_); }
  // Candidates outside the tour that come before one inside, on average.
  double ahead() const { return share(ahead_, found_); }

 private:
  void put_beside(Node a, Node b) {
    auto& [one, other] = beside_[index(a)];
    (one == no_node ? one : other) = b;
  }

  bool find(Node a, Node b) {
    const Node* const row = lists_.row(a);
    const Node* const end = row + count_;
    const Node* const place = std::find(row, end, b);
    if (place == end) return false;
    const auto [one, other] = beside_[index(a)];
    ahead_ += static_cast<std::size_t>(
        std::count_if(row, place, [=](Node c) { return c != one && c != other; }));
    ++found_;
    return true;
  }

  const NeighbourLists& lists_;
  std::size_t count_;
  std::size_t edges_;
  std::vector<std::array<Node, 2>> beside_;  // in the tour
  std::size_t missing_ = 0;
  std::size_t found_ = 0;
  std::size_t ahead_ = 0;
};

// Full where heat does as well as distance, none where it does twice as badly. What a few of the
// edges make of it is chance.
double trust_in(double by_heat, double by_distance, std::size_t edges) {
  const double chance = 4.0 / static_cast<double>(std::max<std::size_t>(edges, 1));
  return std::clamp(2.0 - (by_heat + chance) / (by_distance + chance), 0.0, 1.0);
}

}  // namespace

struct Guide::Side {
  const NeighbourLists& near;
  const Confidences* heat;
  bool outgoing;
};

Guide::Guide(const Instance& instance, const Numbering& numbering, const HeatRows* heat,
             const GuideParameters& parameters, Checkpoint& checkpoint, double seconds)
    : instance_(instance), numbering_(numbering), parameters_(parameters) {
  const std::size_t k = std::max(parameters.neighbours, parameters.candidates);
  // Directed distances have ties by the dozen, and no geometry that would rank them.
  if (!instance.symmetric()) parameters_.candidates = k;
  if (instance.symmetric()) {
    near_ = with_connectors(instance, nearest(k, checkpoint), checkpoint);
    min_count_ = near_.near > k ? near_.near : 0;
  } else {
    Watch patience(checkpoint, share_for_prices * seconds);
    assignment_ = cheapest_assignment(instance, patience);
    near_ = cheapest_neighbours(instance, assignment_.prices, k, Direction::out, checkpoint);
    near_in_ = cheapest_neighbours(instance, assignment_.prices, k, Direction::in, checkpoint);
  }
  if (heat == nullptr) return;
  heat_.emplace(*heat, instance.symmetric(), parameters.heat_threshold, checkpoint);
  if (!instance.symmetric())
    heat_in_.emplace(transposed(*heat, parameters.heat_threshold, checkpoint));
}

// Matrices have ties by the dozen; if all nodes preferred the same few, the edges would not make a
// tour. Where many rows end amid equals, what they leave out is as good as what they hold: they are
// then twice as long.
NeighbourLists Guide::nearest(std::size_t k, Checkpoint& checkpoint) const {
  if (instance_.has_coordinates())
    return nearest_neighbours(instance_, k, Direction::out, checkpoint);
  NeighbourLists lists = cheapest_neighbours(instance_, Prices::none(instance_.n()), 2 * k,
                                             Direction::out, checkpoint);
  if (lists.near <= k) return lists;
  Node tied = 0;
  for (Node v = 0; v < lists.n; ++v)
    tied += lists.row_distances(v)[k - 1] == lists.row_distances(v)[k] ? 1 : 0;
  return 4 * tied > lists.n ? lists : lists.first(k);
}

CandidateRows Guide::candidates(double trust, Checkpoint& checkpoint) const {
  const auto hot = static_cast<double>(parameters_.candidates) * trust;
  const auto near = static_cast<double>(parameters_.neighbours) * (1.0 - trust);
  const auto hot_count = static_cast<std::size_t>(std::lround(hot));
  const auto wanted = std::max(static_cast<std::size_t>(std::lround(hot + near)), min_count_);
  const auto count = std::min(wanted, near_.near);
  const Confidences* heat = heat_ ? &*heat_ : nullptr;
  CandidateRows out = rows({near_, heat, true}, hot_count, count, trust, checkpoint);
  if (instance_.symmetric()) return numbered(std::move(out), {}, checkpoint);
  const Confidences* heat_in = heat_in_ ? &*heat_in_ : nullptr;
  return numbered(std::move(out),
                  rows({near_in_, heat_in, false}, hot_count, count, trust, checkpoint),
                  checkpoint);
}

Trust Guide::measure(const std::vector<std::pair<Node, Node>>& edges,
                     const NeighbourLists& by_distance, Checkpoint& checkpoint) const {
  const CandidateRows by_heat = candidates(1.0, checkpoint);
  const std::size_t count = parameters_.candidates;
  const Standing heat(by_heat.lists, count, edges);
  const Standing distance(by_distance, count, edges);
  const double value = std::min(trust_in(heat.missing(), distance.missing(), edges.size()),
                                trust_in(heat.ahead(), distance.ahead(), edges.size()));
  return {value, heat.missing(), distance.missing(), heat.ahead(), distance.ahead()};
}

// The hottest first, then the near ones; ties by node number. Connectors come behind them.
CandidateRows Guide::rows(const Side& side, std::size_t hot, std::size_t count, double trust,
                          Checkpoint& checkpoint) const {
  CandidateRows result;
  result.lists.n = instance_.n();
  result.lists.k = count + side.near.k - side.near.near;
  result.lists.near = count;
  result.lists.nodes.reserve(index(instance_.n()) * result.lists.k);
  std::vector<Confidences::Entry> entries;
  std::vector<Node> row;
  for (Node v = 0; v < instance_.n(); ++v) {
    if (v % 64 == 0) checkpoint.throw_if_interrupted();
    entries.clear();
    row.clear();
    if (side.heat != nullptr) entries.assign(side.heat->begin(v), side.heat->end(v));
    std::sort(entries.begin(), entries.end(), [](const auto& a, const auto& b) {
      return a.value != b.value ? a.value > b.value : a.node < b.node;
    });
    for (std::size_t e = 0; e < std::min(hot, entries.size()); ++e) row.push_back(entries[e].node);
    const auto take = [&](Node u) {
      if (std::find(row.begin(), row.end(), u) == row.end()) row.push_back(u);
    };
    for (std::size_t s = 0; s < side.near.near && row.size() < count; ++s)
      take(side.near.row(v)[s]);
    for (std::size_t s = side.near.near; s < side.near.k && side.near.row(v)[s] != v; ++s)
      take(side.near.row(v)[s]);
    for (const Node u : row) {
      const auto entry = std::find_if(entries.begin(), entries.end(),
                                      [u](const auto& other) { return other.node == u; });
      const double heat = entry == entries.end() ? 0.0 : entry->value;
      result.lists.nodes.push_back(u);
      result.lists.distances.push_back(side.outgoing ? instance_.distance(v, u)
                                                     : instance_.distance(u, v));
      result.beliefs.push_back(static_cast<float>(trust * std::min(heat, 1.0)));
    }
    const std::size_t filled = (index(v) + 1) * result.lists.k;
    result.lists.nodes.resize(filled, v);
    result.lists.distances.resize(filled, std::numeric_limits<double>::infinity());
    result.beliefs.resize(filled, 0.0F);
  }
  return result;
}

std::vector<double> Guide::reaches() const {
  std::vector<double> result;
  result.reserve(numbering_.order().size());
  for (const Node v : numbering_.order())
    result.push_back(reach(near_.row_distances(v), near_.near));
  return result;
}

// In the numbers of the search.
CandidateRows Guide::numbered(CandidateRows out, CandidateRows in, Checkpoint& checkpoint) const {
  const std::size_t k = out.lists.k;
  if (instance_.symmetric()) {
    const std::vector<double> beliefs =
        numbering_.apply_rows({out.beliefs.begin(), out.beliefs.end()}, k, checkpoint);
    return {numbering_.apply(out.lists, checkpoint), {beliefs.begin(), beliefs.end()}, reaches()};
  }
  out.lists = doubled_lists(std::move(out.lists), in.lists);
  out.beliefs.insert(out.beliefs.end(), in.beliefs.begin(), in.beliefs.end());
  return out;
}

}  // namespace heataco
