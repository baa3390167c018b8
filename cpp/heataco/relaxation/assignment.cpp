#include "heataco/relaxation/assignment.h"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <limits>
#include <tuple>
#include <utility>

#include "heataco/core/rng.h"

namespace heataco {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

constexpr int steps_between_looks = 64;  // at the watch; a step looks at all nodes at worst

// Arcs are assigned one by one. Each time the prices along the cheapest alternating path rise just
// so far that its arcs cost no more than their prices. A path looks at the few cheapest arcs of a
// node first, and at all of them where it has grown so long that one of the others might do.
class AssignmentSearch {
 public:
  explicit AssignmentSearch(const Instance& instance)
      : instance_(instance),
        prices_{std::vector<double>(index(instance.n())), std::vector<double>(index(instance.n()))},
        source_(index(instance.n()), no_node),
        target_(index(instance.n()), no_node),
        rows_(index(instance.n())),
        reached_(index(instance.n())) {}

  Assignment solve(Watch& watch) {
    if (!price_by_cheapest(watch)) return {Prices::none(instance_.n()), {}};
    std::vector<Node> left;
    for (Node v = 0; v < instance_.n(); ++v)
      if (target_[index(v)] == no_node) left.push_back(v);
    for (std::size_t done = 0; done < left.size(); ++done) {
      if (watch.should_stop() || is_vain(watch, done, left.size()) || !assign(left[done], watch))
        return {std::move(prices_), {}};
    }
    return {std::move(prices_), std::move(target_)};
  }

 private:
  // Whether two thirds of the time are over and less than three quarters of the paths are found,
  // which get longer: the rest of the time is then better spent on the search.
  static bool is_vain(const Watch& watch, std::size_t done, std::size_t all) {
    return watch.elapsed() > 2.0 * watch.left() && 4 * done < 3 * all;
  }

  // Arcs out of a node that were its cheapest when they were chosen.
  struct Row {
    std::vector<Node> targets;
    // No other arc costs less than this, less the price of leaving; it stays so, because prices of
    // entering only fall.
    double min_of_others = -infinity;
    double so_far = 0.0;  // cost of the path to the node
  };
  // How a node is entered on the way.
  struct Reached {
    double cost;
    Node from;
    bool closed;
    std::int64_t time = 0;  // of the path that this is about
  };
  // A node to go on from, or, with n added, one whose other arcs are to be looked at.
  using Step = std::pair<double, Node>;

  // Entering a node costs its cheapest arc, leaving one what its cheapest arc costs beyond that.
  // Arcs that cost no more are assigned where both ends are free. False when time is up before.
  bool price_by_cheapest(Watch& watch) {
    const Node n = instance_.n();
    std::fill(prices_.entering.begin(), prices_.entering.end(), infinity);
    for (Node v = 0; v < n; ++v) {
      if (watch.should_stop()) return false;
      for (Node u = 0; u < n; ++u)
        if (u != v)
          prices_.entering[index(u)] =
              std::min(prices_.entering[index(u)], instance_.distance(v, u));
    }
    for (Node v = 0; v < n; ++v) {
      if (watch.should_stop()) return false;
      const double cheapest = cheapest_beyond(v);
      for (Node u = 0; u < n && target_[index(v)] == no_node; ++u) {
        if (u == v || source_[index(u)] != no_node || prices_.beyond(instance_, v, u) != cheapest)
          continue;
        source_[index(u)] = v;
        target_[index(v)] = u;
      }
      prices_.leaving[index(v)] = cheapest;
    }
    return true;
  }

  double cheapest_beyond(Node v) const {
    double cheapest = infinity;
    for (Node u = 0; u < instance_.n(); ++u)
      if (u != v) cheapest = std::min(cheapest, prices_.beyond(instance_, v, u));
    return cheapest;
  }

  // One more node gets an arc out; others may have to change theirs. False when time is up before;
  // the prices are then those of the nodes so far.
  bool assign(Node start, Watch& watch) {
    ++time_;
    steps_.clear();
    closed_.clear();
    free_ = no_node;
    go_on_from(start, 0.0);
    for (int looked = 1;
         !steps_.empty() && (free_ == no_node || steps_.front().first < cost_of_free()); ++looked) {
      if (looked % steps_between_looks == 0 && watch.should_stop()) return false;
      std::pop_heap(steps_.begin(), steps_.end(), std::greater<>());
      const auto [cost, step] = steps_.back();
      steps_.pop_back();
      if (step >= instance_.n()) {
        look_at_all(step - instance_.n());
        continue;
      }
      Reached& reached = reached_[index(step)];
      if (reached.closed || cost > reached.cost) continue;
      reached.closed = true;
      closed_.push_back(step);
      go_on_from(source_[index(step)], cost);
    }
    raise_prices(start, cost_of_free());
    turn_path(free_);
    return true;
  }

  double cost_of_free() const { return reached_[index(free_)].cost; }

  void go_on_from(Node v, double so_far) {
    Row& row = rows_[index(v)];
    row.so_far = so_far;
    // Rounding makes arcs cheaper than their prices by a hair.
    for (const Node u : row.targets)
      look_at(v, u, so_far + std::max(0.0, prices_.beyond(instance_, v, u)));
    push({so_far + row.min_of_others - prices_.leaving[index(v)], v + instance_.n()});
  }

  // Keeps the cheapest in a heap, the first of the others on top: hardly any arc gets into it.
  void look_at_all(Node v) {
    constexpr std::size_t count = 32;
    Row& row = rows_[index(v)];
    const double leaving = prices_.leaving[index(v)];
    cheapest_.clear();
    for (Node u = 0; u < instance_.n(); ++u) {
      if (u == v) continue;
      const double cost = instance_.distance(v, u) - prices_.entering[index(u)];
      look_at(v, u, row.so_far + std::max(0.0, cost - leaving));
      if (cheapest_.size() > count) {
        if (!(cost < cheapest_.front().first)) continue;
        std::pop_heap(cheapest_.begin(), cheapest_.end());
        cheapest_.pop_back();
      }
      cheapest_.emplace_back(cost, u);
      std::push_heap(cheapest_.begin(), cheapest_.end());
    }
    std::sort_heap(cheapest_.begin(), cheapest_.end());
    row.targets.clear();
    row.min_of_others = infinity;
    if (cheapest_.size() > count) {
      row.min_of_others = cheapest_.back().first;
      cheapest_.pop_back();
    }
    for (const auto& [cost, u] : cheapest_) row.targets.push_back(u);
  }

  void look_at(Node v, Node u, double cost) {
    if (free_ != no_node && cost >= cost_of_free()) return;
    Reached& reached = reached_[index(u)];
    if (reached.time == time_ && (reached.closed || reached.cost <= cost)) return;
    reached = {cost, v, false, time_};
    if (source_[index(u)] == no_node) {
      free_ = u;
    } else {
      push({cost, u});
    }
  }

  void push(Step step) {
    if (step.first == infinity || (free_ != no_node && step.first >= cost_of_free())) return;
    steps_.push_back(step);
    std::push_heap(steps_.begin(), steps_.end(), std::greater<>());
  }

  // The path is as long as the arcs on it cost beyond their prices: the nodes that it could have
  // passed at less make up the difference, so that no arc gets cheaper than its prices.
  void raise_prices(Node start, double length) {
    prices_.leaving[index(start)] += length;
    for (const Node u : closed_) {
      const double rise = length - reached_[index(u)].cost;
      prices_.leaving[index(source_[index(u)])] += rise;
      prices_.entering[index(u)] -= rise;
    }
  }

  // Every node of the path is now entered from the one before; what it was entered by is given up.
  void turn_path(Node end) {
    for (Node u = end; u != no_node;) {
      const Node from = reached_[index(u)].from;
      source_[index(u)] = from;
      u = std::exchange(target_[index(from)], u);
    }
  }

  const Instance& instance_;
  Prices prices_;
  std::vector<Node> source_;  // of the arc that enters a node
  std::vector<Node> target_;  // of the arc that leaves it
  std::vector<Row> rows_;
  std::vector<Reached> reached_;
  std::vector<Step> steps_;  // a heap
  std::vector<Node> closed_;
  Found cheapest_;       // of one node
  Node free_ = no_node;  // the cheapest node so far into which no arc leads yet
  std::int64_t time_ = 0;
};

}  // namespace

std::uint64_t order_of_its_own(Node v, Node u) {
  return Rng::for_item(0, static_cast<std::uint64_t>(v), static_cast<std::uint64_t>(u)).next();
}

Assignment cheapest_assignment(const Instance& instance, Watch& watch) {
  return AssignmentSearch(instance).solve(watch);
}

Prices assignment_prices(const Instance& instance, Watch& watch) {
  return cheapest_assignment(instance, watch).prices;
}

NeighbourLists cheapest_neighbours(const Instance& instance, const Prices& prices, std::size_t k,
                                   Direction direction, Checkpoint& checkpoint) {
  k = std::min(k, index(instance.n()) - 1);
  auto lists = NeighbourLists::unfilled(instance.n(), k, k);
  std::vector<std::tuple<double, std::uint64_t, Node>> row;
  for (Node v = 0; v < lists.n; ++v) {
    checkpoint.throw_if_interrupted();
    row.clear();
    for (Node u = 0; u < lists.n; ++u) {
      if (u == v) continue;
      const double beyond = direction == Direction::out ? prices.beyond(instance, v, u)
                                                        : prices.beyond(instance, u, v);
      row.emplace_back(beyond, order_of_its_own(v, u), u);
    }
    std::partial_sort(row.begin(), row.begin() + static_cast<std::ptrdiff_t>(k), row.end());
    for (std::size_t s = 0; s < k; ++s) {
      const Node u = std::get<Node>(row[s]);
      lists.add(direction == Direction::out ? instance.distance(v, u) : instance.distance(u, v), u);
    }
  }
  return lists;
}

}  // namespace heataco
