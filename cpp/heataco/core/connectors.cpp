#include "heataco/core/connectors.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <limits>
#include <utility>

#include "heataco/core/union_find.h"

namespace heataco {

namespace {

constexpr double leap = 3.0;                // from one edge of a row to the next one
constexpr std::size_t max_per_orthant = 2;  // with one, neighbouring clusters share a single edge
constexpr std::size_t max_near_per_row = 8;

// A tour goes over from one curve to the next where both have a gap. Where most rows lie along
// curves, each empty orthant therefore gives up to max_gaps_per_orthant nodes more, chosen from the
// nearest ones. Spirals, n = 1,000, 1 s, with alpha: 0.16 to 0.000.
constexpr std::size_t looked_at = 24;
constexpr std::size_t max_gaps_per_orthant = 4;
constexpr std::size_t max_gaps_per_row = 8;

// In coordinates: the nearest nodes in the orthants that the row leaves empty.
class InCoordinates {
 public:
  InCoordinates(const Instance& instance, const NeighbourLists& near, Checkpoint& checkpoint)
      : instance_(instance), near_(near), tree_(instance, checkpoint) {
    covered_.reserve(index(near.n));
    for (Node v = 0; v < near.n; ++v) {
      if (v % 64 == 0) checkpoint.throw_if_interrupted();
      covered_.push_back(static_cast<std::uint8_t>(tree_.orthants_of(v, near.row(v), near.k)));
    }
    const auto curves = std::count_if(covered_.begin(), covered_.end(), along_curve);
    if (near.k == 0 || 2 * curves <= near.n) return;
    gaps_.reserve(index(near.n));
    for (Node v = 0; v < near.n; ++v) {
      if (v % 64 == 0) checkpoint.throw_if_interrupted();
      gaps_.push_back(gap_beside(v));
    }
  }

  std::size_t max_per_row() const noexcept {
    return gaps_.empty() ? max_near_per_row : max_near_per_row + max_gaps_per_row;
  }

  void find(Node v, double beyond, Found& connectors) {
    const std::uint8_t covered = covered_[index(v)];
    const bool curve = along_curve(covered);
    const bool with_gaps = curve && !gaps_.empty();
    if (curve) beyond /= far_beyond_radius;
    for (unsigned orthant = 0; orthant < KdTree::orthants; ++orthant) {
      if ((covered >> orthant & 1u) != 0) continue;
      tree_.nearest_in_orthant(v, orthant, with_gaps ? looked_at : max_per_orthant, found_);
      if (with_gaps) keep_nearest_and_gaps();
      for (const auto& entry : found_)
        if (entry.first > beyond) connectors.push_back(entry);
    }
  }

 private:
  // The nodes beside a curve count as another direction, however near.
  static bool along_curve(std::uint8_t covered) { return std::popcount(covered) <= 2; }

  // Behind the nearest nodes, those with the least distance less the gap beside them.
  void keep_nearest_and_gaps() {
    if (found_.size() <= max_per_orthant) return;
    const auto cost = [this](const auto& entry) {
      return entry.first - gaps_[index(entry.second)];
    };
    std::sort(found_.begin() + max_per_orthant, found_.end(), [&](const auto& a, const auto& b) {
      return std::pair(cost(a), a) < std::pair(cost(b), b);
    });
    found_.resize(std::min(found_.size(), max_per_orthant + max_gaps_per_orthant));
  }

  // How far it is from u to the nearest node on another side than the nearest one of all.
  double gap_beside(Node u) const {
    const Point p = instance_.place(u);
    const Point nearest = instance_.place(near_.row(u)[0]);
    for (std::size_t s = 1; s < near_.k; ++s) {
      const Point other = instance_.place(near_.row(u)[s]);
      double product = 0.0;
      for (std::size_t d = 0; d < p.size(); ++d) product += (nearest[d] - p[d]) * (other[d] - p[d]);
      if (product < 0.0) return near_.row_distances(u)[s];
    }
    return near_.row_distances(u)[near_.k - 1];
  }

  const Instance& instance_;
  const NeighbourLists& near_;
  KdTree tree_;
  std::vector<std::uint8_t> covered_;  // the orthants of a row
  std::vector<double> gaps_;           // beside the nodes; none unless most rows lie along curves
  Found found_;
};

// In a matrix: nodes that are closer to v than to its neighbours and to its nearer connectors.
class InMatrix {
 public:
  InMatrix(const Instance& instance, const NeighbourLists& near)
      : instance_(instance), near_(near), closest_(index(near.n)) {}

  static std::size_t max_per_row() noexcept { return max_near_per_row; }

  void find(Node v, double beyond, Found& connectors) {
    std::fill(closest_.begin(), closest_.end(), std::numeric_limits<double>::infinity());
    // Nodes at the same place lie in no direction.
    for (std::size_t s = 0; s < near_.k; ++s)
      if (near_.row_distances(v)[s] > 0.0) pass(near_.row(v)[s]);
    found_.clear();
    for (Node u = 0; u < near_.n; ++u)
      if (const double d = instance_.distance(v, u); u != v && d > beyond && d < closest_[index(u)])
        found_.emplace_back(d, u);
    std::sort(found_.begin(), found_.end());
    for (const auto& [d, u] : found_) {
      if (d >= closest_[index(u)]) continue;
      connectors.emplace_back(d, u);
      if (connectors.size() == max_per_row()) return;
      pass(u);
    }
  }

 private:
  void pass(Node w) {
    for (Node u = 0; u < near_.n; ++u)
      closest_[index(u)] = std::min(closest_[index(u)], instance_.distance(w, u));
    closest_[index(w)] = 0.0;  // whatever the matrix says of it
  }

  const Instance& instance_;
  const NeighbourLists& near_;
  std::vector<double> closest_;  // of every node: its distance to the row
  Found found_;
};

template <class Finder>
NeighbourLists extended_by(Finder finder, const NeighbourLists& near, Checkpoint& checkpoint) {
  std::vector<Found> connectors(index(near.n));
  for (Node v = 0; v < near.n; ++v) {
    if (v % 64 == 0) checkpoint.throw_if_interrupted();
    Found& row = connectors[index(v)];
    finder.find(v, far_beyond_radius * cluster_radius(near.row_distances(v), near.k), row);
    std::sort(row.begin(), row.end());
    if (row.size() > finder.max_per_row()) row.resize(finder.max_per_row());
  }
  return extended(near, connectors, longest_row(connectors));
}

// Whether the edges of the rows, seen without directions, connect all nodes.
bool in_one_piece(const NeighbourLists& lists) {
  UnionFind pieces(lists.n);
  for (Node v = 0; v < lists.n; ++v)
    for (std::size_t s = 0; s < lists.k; ++s) pieces.join(v, lists.row(v)[s]);
  return pieces.sets() == 1;
}

// The nearest connectors, at most half a row of them, and then the nearest nodes; ascending.
void mix_row(const NeighbourLists& connected, Node v, std::size_t k, Found& row) {
  row.clear();
  for (std::size_t s = connected.near; s < connected.k && row.size() < k / 2; ++s)
    if (const Node u = connected.row(v)[s]; u != v)
      row.emplace_back(connected.row_distances(v)[s], u);
  for (std::size_t s = 0; row.size() < k; ++s)
    row.emplace_back(connected.row_distances(v)[s], connected.row(v)[s]);
  std::sort(row.begin(), row.end());
}

}  // namespace

// Near pairs are everywhere, so that a leap behind the first edge is none.
double cluster_radius(const double* distances, std::size_t count) {
  for (std::size_t s = 1; s + 1 < count; ++s)
    if (distances[s + 1] > leap * distances[s]) return distances[s];
  return distances[count - 1];
}

std::size_t longest_row(const std::vector<Found>& rows) {
  std::size_t longest = 0;
  for (const Found& row : rows) longest = std::max(longest, row.size());
  return longest;
}

NeighbourLists extended(const NeighbourLists& near, const std::vector<Found>& connectors,
                        std::size_t width) {
  auto lists = NeighbourLists::unfilled(near.n, near.k + width, near.k);
  for (Node v = 0; v < near.n; ++v) {
    for (std::size_t s = 0; s < near.k; ++s) lists.add(near.row_distances(v)[s], near.row(v)[s]);
    for (const auto& [distance, u] : connectors[index(v)]) lists.add(distance, u);
    lists.nodes.resize((index(v) + 1) * lists.k, v);
    lists.distances.resize((index(v) + 1) * lists.k, std::numeric_limits<double>::infinity());
  }
  return lists;
}

NeighbourLists with_connectors(const Instance& instance, const NeighbourLists& near,
                               Checkpoint& checkpoint) {
  if (near.k == 0 || near.k + 1 >= index(near.n)) return near;
  if (instance.has_coordinates())
    return extended_by(InCoordinates(instance, near, checkpoint), near, checkpoint);
  return extended_by(InMatrix(instance, near), near, checkpoint);
}

NeighbourLists tied_neighbours(const Instance& instance, const NeighbourLists& near, std::size_t k,
                               Checkpoint& checkpoint) {
  const NeighbourLists nearest = near.first(k);
  if (!instance.symmetric() || in_one_piece(nearest)) return nearest;
  const NeighbourLists connected = with_connectors(instance, nearest, checkpoint);
  auto tied = NeighbourLists::unfilled(nearest.n, nearest.k, nearest.near);
  Found row;
  for (Node v = 0; v < tied.n; ++v) {
    mix_row(connected, v, tied.k, row);
    for (const auto& [distance, u] : row) tied.add(distance, u);
  }
  return tied;
}

}  // namespace heataco
