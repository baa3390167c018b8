#include "heataco/relaxation/matrix_neighbours.h"

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

namespace heataco {

namespace {

// Hubs are looked for among the nearest neighbours of some nodes, a row for each. There are hubs
// if all rows together hold at most one different node for every three rows: in the plane they
// hold more nodes than there are rows, with hubs hardly more than one row does. Chosen without a
// comparison.
constexpr Node inspected_rows = 128;
constexpr std::ptrdiff_t inspected_neighbours = 8;
constexpr std::ptrdiff_t min_rows_per_node_with_hubs = 3;

// Beyond it prices, whose time grows with n³ where there are hubs, take minutes.
constexpr Node max_priced_nodes = 2'000;

}  // namespace

bool has_hubs(const Instance& instance, Checkpoint& checkpoint) {
  const Node n = instance.n();
  const Node rows = std::min(n, inspected_rows);
  if (n <= inspected_neighbours || n > max_priced_nodes) return false;
  std::vector<bool> chosen(index(n), false);
  std::vector<std::pair<double, Node>> row;
  for (Node r = 0; r < rows; ++r) {
    checkpoint.throw_if_interrupted();
    const auto v = static_cast<Node>(static_cast<std::int64_t>(r) * n / rows);
    row.clear();
    for (Node u = 0; u < n; ++u)
      if (u != v) row.emplace_back(instance.distance(v, u), u);
    const auto end = row.begin() + inspected_neighbours;
    std::partial_sort(row.begin(), end, row.end());
    // Equal distances say nothing of which of them is chosen.
    if (end != row.end() && (end - 1)->first == row.front().first) return false;
    std::for_each(row.begin(), end, [&](const auto& entry) { chosen[index(entry.second)] = true; });
  }
  return min_rows_per_node_with_hubs * std::count(chosen.begin(), chosen.end(), true) <= rows;
}

Prices undirected_prices(const Instance& instance, Watch& watch) {
  Prices prices = assignment_prices(instance, watch);
  for (std::size_t v = 0; v < index(instance.n()); ++v)
    prices.leaving[v] = prices.entering[v] = 0.5 * prices.leaving[v] + 0.5 * prices.entering[v];
  return prices;
}

NeighbourLists matrix_neighbours(const Instance& instance, std::size_t k, Watch& watch,
                                 Checkpoint& checkpoint) {
  const Prices prices = has_hubs(instance, checkpoint) ? undirected_prices(instance, watch)
                                                       : Prices::none(instance.n());
  return cheapest_neighbours(instance, prices, k, Direction::out, checkpoint);
}

}  // namespace heataco
