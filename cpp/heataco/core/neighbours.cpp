#include "heataco/core/neighbours.h"

#include <algorithm>
#include <utility>

#include "heataco/core/kd_tree.h"

namespace heataco {

namespace {

void fill_row(NeighbourLists& lists, Node v, const std::vector<std::pair<double, Node>>& found) {
  const std::size_t begin = index(v) * lists.k;
  for (std::size_t s = 0; s < lists.k; ++s) {
    lists.distances[begin + s] = found[s].first;
    lists.nodes[begin + s] = found[s].second;
  }
}

void from_matrix(const Instance& instance, Direction direction, NeighbourLists& lists,
                 Checkpoint& checkpoint) {
  std::vector<std::pair<double, Node>> row;
  for (Node v = 0; v < lists.n; ++v) {
    checkpoint.throw_if_interrupted();
    row.clear();
    for (Node u = 0; u < lists.n; ++u) {
      if (u == v) continue;
      row.emplace_back(
          direction == Direction::out ? instance.distance(v, u) : instance.distance(u, v), u);
    }
    const auto middle = row.begin() + static_cast<std::ptrdiff_t>(lists.k);
    std::partial_sort(row.begin(), middle, row.end());
    fill_row(lists, v, row);
  }
}

}  // namespace

NeighbourLists NeighbourLists::first(std::size_t count) const {
  NeighbourLists shorter;
  shorter.n = n;
  shorter.near = std::min(count, near);
  shorter.k = shorter.near + k - near;
  shorter.nodes.reserve(index(n) * shorter.k);
  shorter.distances.reserve(index(n) * shorter.k);
  const auto copy = [&](auto& to, auto* from) {
    to.insert(to.end(), from, from + shorter.near);
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
  NeighbourLists lists;
  lists.n = instance.n();
  lists.k = lists.near = std::min(k, index(instance.n()) - 1);
  const std::size_t size = index(lists.n) * lists.k;
  lists.nodes.assign(size, 0);
  lists.distances.assign(size, 0.0);
  if (lists.k == 0) return lists;
  if (!instance.has_coordinates()) {
    from_matrix(instance, direction, lists, checkpoint);
    return lists;
  }
  const KdTree tree(instance, checkpoint);
  std::vector<std::pair<double, Node>> found;
  for (Node v = 0; v < lists.n; ++v) {
    if (v % 64 == 0) checkpoint.throw_if_interrupted();
    tree.nearest(v, lists.k, found, [](Node) { return true; });
    fill_row(lists, v, found);
  }
  return lists;
}

}  // namespace heataco
