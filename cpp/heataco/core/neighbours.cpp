#include "heataco/core/neighbours.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "heataco/core/kd_tree.h"

namespace heataco {

namespace {

void find_in_matrix(const Instance& instance, Node v, std::size_t k, Direction direction,
                    Found& row) {
  row.clear();
  for (Node u = 0; u < instance.n(); ++u)
    if (u != v)
      row.emplace_back(
          direction == Direction::out ? instance.distance(v, u) : instance.distance(u, v), u);
  std::partial_sort(row.begin(), row.begin() + static_cast<std::ptrdiff_t>(k), row.end());
  row.resize(k);
}

}  // namespace

NeighbourLists NeighbourLists::first(std::size_t count) const {
  const std::size_t kept = std::min(count, near);
  auto shorter = NeighbourLists::unfilled(n, kept + k - near, kept);
  const auto copy = [&](auto& to, auto* from) {
    to.insert(to.end(), from, from + kept);
    to.insert(to.end(), from + near, from + k);
  };
  for (Node v = 0; v < n; ++v) {
    copy(shorter.nodes, row(v));
    copy(shorter.distances, row_distances(v));
  }
  return shorter;
}

NeighbourLists nearest_neighbours(const Instance& instance, std::size_t k, Direction direction,
                                  Checkpoint& checkpoint) {
  k = std::min(k, index(instance.n()) - 1);
  auto lists = NeighbourLists::unfilled(instance.n(), k, k);
  if (k == 0) return lists;
  std::optional<KdTree> tree;
  if (instance.has_coordinates()) tree.emplace(instance, checkpoint);
  Found found;
  for (Node v = 0; v < lists.n; ++v) {
    if (!tree || v % 64 == 0) checkpoint.throw_if_interrupted();
    if (tree) {
      tree->nearest(v, k, found, [](Node) { return true; });
    } else {
      find_in_matrix(instance, v, k, direction, found);
    }
    for (const auto& [distance, u] : found) lists.add(distance, u);
  }
  return lists;
}

}  // namespace heataco
