#include "heataco/relaxation/matrix_neighbours.h"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <limits>
#include <numeric>
#include <vector>

#include "heataco/relaxation/auction.h"

namespace heataco {

namespace {

// Hubs are looked for among the nearest neighbours of some nodes, a row for each, with those that
// are as near as the last of them; a row of more than a third of all nodes says nothing. There are
// hubs if all rows together hold at most one different node for every three rows: in the plane they
// hold more nodes than there are rows, with hubs hardly more than one row does. Hubs that are
// equally near may be more than that, but then half of what the rows hold is in half of them, and
// they hold a third of all nodes at most. And a few rows may be full of other nodes, such as those
// of the hubs themselves: there are hubs, too, if three quarters of what rows hold, each of them
// counting as one, is at most one different node for every four rows. Chosen without a comparison.
constexpr Node inspected_rows = 128;
constexpr std::ptrdiff_t inspected_neighbours = 8;
constexpr std::size_t min_rows_per_node_with_hubs = 3;
constexpr std::size_t min_nodes_per_hub = 3;
constexpr double held_by_hubs = 0.75;
constexpr std::size_t min_rows_per_hub = 4;

// Beyond it prices, whose time grows with n³ where there are hubs, take minutes.
constexpr Node max_priced_nodes = 2'000;

// The nearest nodes of v, and all that are as near as the last of them.
void nearest_and_equals(const Instance& instance, Node v, std::vector<Node>& row) {
  std::vector<double> distances;
  for (Node u = 0; u < instance.n(); ++u)
    distances.push_back(u == v ? std::numeric_limits<double>::infinity() : instance.distance(v, u));
  std::vector<double> sorted = distances;
  const auto last = sorted.begin() + (inspected_neighbours - 1);
  std::nth_element(sorted.begin(), last, sorted.end());
  row.clear();
  for (Node u = 0; u < instance.n(); ++u)
    if (distances[index(u)] <= *last) row.push_back(u);
}

// How many nodes hold this share of the weight, the heaviest first.
std::size_t fewest_with(double share, std::vector<double> weights) {
  std::sort(weights.begin(), weights.end(), std::greater<>());
  double left = share * std::accumulate(weights.begin(), weights.end(), 0.0);
  std::size_t count = 0;
  while (count < weights.size() && left > 0.0) left -= weights[count++];
  return count;
}

}  // namespace

bool has_hubs(const Instance& instance, Checkpoint& checkpoint) {
  const Node n = instance.n();
  const Node rows = std::min(n, inspected_rows);
  if (n <= inspected_neighbours || n > max_priced_nodes) return false;
  std::vector<Node> rows_of(index(n), 0);      // of every node: the rows that hold it
  std::vector<double> weights(index(n), 0.0);  // the same, by the share that it has of each of them
  Node telling = 0;
  std::vector<Node> row;
  for (Node r = 0; r < rows; ++r) {
    checkpoint.throw_if_interrupted();
    nearest_and_equals(instance, static_cast<Node>(static_cast<std::int64_t>(r) * n / rows), row);
    if (min_nodes_per_hub * row.size() > index(n)) continue;
    ++telling;
    for (const Node u : row) {
      ++rows_of[index(u)];
      weights[index(u)] += 1.0 / static_cast<double>(row.size());
    }
  }
  const auto held_by = [&](Node least) {
    return static_cast<std::size_t>(
        std::count_if(rows_of.begin(), rows_of.end(), [&](Node held) { return held >= least; }));
  };
  const std::size_t held = held_by(1);
  if (2 * telling <= rows) return false;
  if (min_rows_per_hub * fewest_with(held_by_hubs, weights) <= index(rows)) return true;
  if (min_nodes_per_hub * held > index(n)) return false;
  return min_rows_per_node_with_hubs * held <= index(rows) || 2 * held_by(telling / 2) >= held;
}

Prices undirected_prices(const Instance& instance, Watch& watch) {
  Prices prices = auction_prices(instance, watch);
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
