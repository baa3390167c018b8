#include "heataco/relaxation/assignment.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <tuple>
#include <utility>

#include "heataco/gain.h"
#include "heataco/rng.h"

namespace heataco {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

std::size_t index(Node v) {
  return static_cast<std::size_t>(v);
}

// Arcs are assigned one by one. Each time the prices along the cheapest alternating path rise just
// so far that its arcs cost no more than their prices.
class Assignment {
 public:
  explicit Assignment(const Instance& instance)
      : instance_(instance),
        prices_{std::vector<double>(index(instance.n())), std::vector<double>(index(instance.n()))},
        source_(index(instance.n()), no_node),
        target_(index(instance.n()), no_node),
        reached_from_(index(instance.n())),
        cost_(index(instance.n())),
        open_(index(instance.n())) {}

  Prices solve(Watch& watch) {
    price_by_cheapest();
    for (Node v = 0; v < instance_.n(); ++v) {
      if (target_[index(v)] != no_node) continue;
      if (watch.should_stop()) break;
      assign(v);
    }
    return std::move(prices_);
  }

 private:
  // Entering a node costs its cheapest arc, leaving one what its cheapest arc costs beyond that.
  // Arcs that cost no more are assigned where both ends are free.
  void price_by_cheapest() {
    const Node n = instance_.n();
    std::fill(prices_.entering.begin(), prices_.entering.end(), infinity);
    for (Node v = 0; v < n; ++v)
      for (Node u = 0; u < n; ++u)
        if (u != v)
          prices_.entering[index(u)] =
              std::min(prices_.entering[index(u)], instance_.distance(v, u));
    for (Node v = 0; v < n; ++v) {
      double least = infinity;
      for (Node u = 0; u < n; ++u)
        if (u != v) least = std::min(least, prices_.beyond(instance_, v, u));
      prices_.leaving[index(v)] = least;
      for (Node u = 0; u < n && target_[index(v)] == no_node; ++u) {
        if (u == v || source_[index(u)] != no_node ||
            prices_.beyond(instance_, v, u) > rounding * instance_.distance(v, u))
          continue;
        source_[index(u)] = v;
        target_[index(v)] = u;
      }
    }
  }

  // One more node gets an arc out; others may have to change theirs.
  void assign(Node start) {
    const auto n = index(instance_.n());
    std::fill(cost_.begin(), cost_.end(), infinity);
    open_.resize(n);
    for (std::size_t u = 0; u < n; ++u) open_[u] = static_cast<Node>(u);
    closed_.clear();
    Node from = start;
    double so_far = 0.0;
    while (true) {
      std::size_t next = 0;
      for (std::size_t o = 0; o < open_.size(); ++o) {
        const Node u = open_[o];
        double& cost = cost_[index(u)];
        const double through = so_far + prices_.beyond(instance_, from, u);
        if (u != from && through < cost) {
          cost = through;
          reached_from_[index(u)] = from;
        }
        if (cost < cost_[index(open_[next])]) next = o;
      }
      const Node u = open_[next];
      open_[next] = open_.back();
      open_.pop_back();
      so_far = cost_[index(u)];
      if (source_[index(u)] == no_node) {
        raise_prices(start, so_far);
        return turn_path(u);
      }
      closed_.push_back(u);
      from = source_[index(u)];
    }
  }

  void raise_prices(Node start, double length) {
    prices_.leaving[index(start)] += length;
    for (const Node u : closed_) {
      const double rise = length - cost_[index(u)];
      prices_.leaving[index(source_[index(u)])] += rise;
      prices_.entering[index(u)] -= rise;
    }
  }

  void turn_path(Node end) {
    for (Node u = end; u != no_node;) {
      const Node from = reached_from_[index(u)];
      source_[index(u)] = from;
      u = std::exchange(target_[index(from)], u);
    }
  }

  const Instance& instance_;
  Prices prices_;
  std::vector<Node> source_;  // of the arc that enters a node
  std::vector<Node> target_;  // of the arc that leaves it
  std::vector<Node> reached_from_;
  std::vector<double> cost_;
  std::vector<Node> open_, closed_;
};

// An order of its own for every node.
std::uint64_t shuffled(Node v, Node u) {
  return Rng::for_item(0, static_cast<std::uint64_t>(v), static_cast<std::uint64_t>(u)).next();
}

}  // namespace

Prices assignment_prices(const Instance& instance, Watch& watch) {
  return Assignment(instance).solve(watch);
}

NeighbourLists cheapest_neighbours(const Instance& instance, const Prices& prices, std::size_t k,
                                   Direction direction, Checkpoint& checkpoint) {
  NeighbourLists lists;
  lists.n = instance.n();
  lists.k = lists.near = std::min(k, index(instance.n()) - 1);
  std::vector<std::tuple<double, std::uint64_t, Node>> row;
  for (Node v = 0; v < lists.n; ++v) {
    checkpoint.throw_if_interrupted();
    row.clear();
    for (Node u = 0; u < lists.n; ++u) {
      if (u == v) continue;
      const double beyond = direction == Direction::out ? prices.beyond(instance, v, u)
                                                        : prices.beyond(instance, u, v);
      row.emplace_back(beyond, shuffled(v, u), u);
    }
    std::partial_sort(row.begin(), row.begin() + static_cast<std::ptrdiff_t>(lists.k), row.end());
    for (std::size_t s = 0; s < lists.k; ++s) {
      const Node u = std::get<Node>(row[s]);
      lists.nodes.push_back(u);
      lists.distances.push_back(direction == Direction::out ? instance.distance(v, u)
                                                            : instance.distance(u, v));
    }
  }
  return lists;
}

}  // namespace heataco
