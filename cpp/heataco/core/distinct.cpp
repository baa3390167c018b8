#include "heataco/core/distinct.h"

#include <algorithm>
#include <bit>

namespace heataco {

namespace {

constexpr Node min_nodes_rounded = 13;  // below, a short cut by rounding is a share of the tour

// Zero and minus zero are one place.
std::uint64_t hash(const Point& place) {
  std::uint64_t h = 0;
  for (const double coordinate : place) {
    h = (h ^ std::bit_cast<std::uint64_t>(coordinate + 0.0)) * 0x9e3779b97f4a7c15u;
    h ^= h >> 29;
  }
  h *= 0xbf58476d1ce4e5b9u;
  return h ^ h >> 32;
}

}  // namespace

Distinct::Distinct(const Instance& instance, Watch& watch) {
  if (!instance.has_coordinates() || instance.metric() == Metric::geo) return;
  if (rounds_to_nearest(instance.metric()) && instance.n() < min_nodes_rounded) return;
  find_points(instance, watch);
  if (first_.size() == index(instance.n())) return;
  points_.emplace(instance.renumbered(first_));
}

// An open table of the points by their coordinates. One that is given up finds every node distinct.
void Distinct::find_points(const Instance& instance, Watch& watch) {
  constexpr Node nodes_between_looks = 1 << 14;
  const auto n = index(instance.n());
  const std::size_t size = std::bit_ceil(2 * n);
  std::vector<Node> table(size, no_node);
  point_of_.resize(n);
  for (Node v = 0; v < instance.n(); ++v) {
    if (v % nodes_between_looks == 0 && watch.should_stop()) {
      first_.resize(n);
      return;
    }
    const Point place = instance.place(v);
    std::size_t at = hash(place) & (size - 1);
    while (table[at] != no_node) {
      if (instance.place(first_[index(table[at])]) == place) break;
      at = (at + 1) & (size - 1);
    }
    if (table[at] == no_node) {
      table[at] = static_cast<Node>(first_.size());
      first_.push_back(v);
    }
    point_of_[index(v)] = table[at];
  }
}

// Points in the order in which the tour first comes to them.
Tour Distinct::collapsed(const Tour& tour) const {
  std::vector<char> seen(first_.size(), 0);
  Tour result;
  result.reserve(first_.size());
  for (const Node v : tour) {
    const Node p = point_of_[index(v)];
    if (seen[index(p)] == 0) result.push_back(p);
    seen[index(p)] = 1;
  }
  return result;
}

Tour Distinct::expanded(const Tour& tour) const {
  std::vector<Node> place(first_.size() + 1, 0);
  std::vector<Node> rank(first_.size());
  for (std::size_t t = 0; t < tour.size(); ++t) rank[index(tour[t])] = static_cast<Node>(t);
  for (const Node p : point_of_) ++place[index(rank[index(p)]) + 1];
  for (std::size_t t = 0; t < tour.size(); ++t) place[t + 1] += place[t];
  Tour result(point_of_.size());
  for (std::size_t v = 0; v < point_of_.size(); ++v)
    result[index(place[index(rank[index(point_of_[v])])]++)] = static_cast<Node>(v);
  return result;
}

HeatArrays Distinct::collapsed(const HeatRows& heat) const {
  std::vector<std::vector<std::pair<Node, float>>> rows(first_.size());
  for (Node v = 0; v < heat.n; ++v) {
    const Node p = point_of_[index(v)];
    for (std::int64_t e = heat.offsets[v]; e < heat.offsets[v + 1]; ++e)
      if (const Node q = point_of_[index(heat.columns[e])]; q != p)
        rows[index(p)].emplace_back(q, heat.values[e]);
  }
  HeatArrays result{{0}, {}, {}};
  for (auto& row : rows) {
    // The highest first among those of one column.
    std::sort(row.begin(), row.end(), [](const auto& a, const auto& b) {
      return a.first != b.first ? a.first < b.first : a.second > b.second;
    });
    Node before = no_node;
    for (const auto& [q, value] : row) {
      if (q == before) continue;
      result.columns.push_back(q);
      result.values.push_back(value);
      before = q;
    }
    result.offsets.push_back(static_cast<std::int64_t>(result.columns.size()));
    row = {};
  }
  return result;
}

}  // namespace heataco
