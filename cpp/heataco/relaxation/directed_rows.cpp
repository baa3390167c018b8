#include "heataco/relaxation/directed_rows.h"

#include <algorithm>
#include <limits>
#include <tuple>
#include <vector>

#include "heataco/core/connectors.h"
#include "heataco/core/union_find.h"

namespace heataco {

namespace {

// Parts that a node gets arcs to at a time. Chosen without a comparison.
constexpr std::size_t parts_per_node = 5;

void join_rows(const NeighbourLists& lists, UnionFind& parts) {
  for (Node v = 0; v < lists.n; ++v)
    for (std::size_t s = 0; s < lists.k; ++s) parts.join(v, lists.row(v)[s]);
}

class PartConnectors {
 public:
  PartConnectors(const Instance& instance, const Prices& prices, UnionFind& parts)
      : instance_(instance),
        prices_(prices),
        parts_(parts),
        part_of_(index(instance.n())),
        out_(index(instance.n())),
        in_(index(instance.n())) {}

  // False where no arc leads from one part to another.
  bool join(Checkpoint& checkpoint) {
    const Node before = parts_.sets();
    for (Node v = 0; v < instance_.n(); ++v) part_of_[index(v)] = parts_.find(v);
    for (Node v = 0; v < instance_.n(); ++v) {
      checkpoint.throw_if_interrupted();
      connect(v, Direction::out, out_[index(v)]);
      connect(v, Direction::in, in_[index(v)]);
    }
    return parts_.sets() < before;
  }

  const std::vector<Found>& out() const noexcept { return out_; }
  const std::vector<Found>& in() const noexcept { return in_; }

 private:
  struct Arc {
    double beyond = std::numeric_limits<double>::infinity();
    std::uint64_t order = 0;  // among equals
    Node node = no_node;

    bool operator<(const Arc& other) const {
      return std::tie(beyond, order) < std::tie(other.beyond, other.order);
    }
  };

  void connect(Node v, Direction direction, Found& connectors) {
    cheapest_.assign(index(instance_.n()), Arc{});  // by part
    for (Node u = 0; u < instance_.n(); ++u) {
      const Node part = part_of_[index(u)];
      if (part == part_of_[index(v)]) continue;
      const double beyond = direction == Direction::out ? prices_.beyond(instance_, v, u)
                                                        : prices_.beyond(instance_, u, v);
      Arc& best = cheapest_[index(part)];
      if (!(beyond <= best.beyond) || !(beyond < std::numeric_limits<double>::infinity())) continue;
      best = std::min(best, Arc{beyond, order_of_its_own(v, u), u});
    }
    std::erase_if(cheapest_, [](const Arc& arc) { return arc.node == no_node; });
    const std::size_t count = std::min(parts_per_node, cheapest_.size());
    std::partial_sort(cheapest_.begin(), cheapest_.begin() + static_cast<std::ptrdiff_t>(count),
                      cheapest_.end());
    for (std::size_t c = 0; c < count; ++c) {
      const Node u = cheapest_[c].node;
      connectors.emplace_back(
          direction == Direction::out ? instance_.distance(v, u) : instance_.distance(u, v), u);
      parts_.join(v, u);
    }
    std::sort(connectors.begin(), connectors.end());
  }

  const Instance& instance_;
  const Prices& prices_;
  UnionFind& parts_;
  std::vector<Node> part_of_;
  std::vector<Arc> cheapest_;
  std::vector<Found> out_;
  std::vector<Found> in_;
};

}  // namespace

DirectedRows directed_rows(const Instance& instance, const Prices& prices, std::size_t k,
                           Checkpoint& checkpoint) {
  DirectedRows rows{cheapest_neighbours(instance, prices, k, Direction::out, checkpoint),
                    cheapest_neighbours(instance, prices, k, Direction::in, checkpoint)};
  UnionFind parts(instance.n());
  join_rows(rows.out, parts);
  join_rows(rows.in, parts);
  if (parts.sets() == 1) return rows;
  PartConnectors connectors(instance, prices, parts);
  while (parts.sets() > 1 && connectors.join(checkpoint)) {
  }
  const std::size_t width = std::max(longest_row(connectors.out()), longest_row(connectors.in()));
  rows.out = extended(rows.out, connectors.out(), width);
  rows.in = extended(rows.in, connectors.in(), width);
  return rows;
}

}  // namespace heataco
