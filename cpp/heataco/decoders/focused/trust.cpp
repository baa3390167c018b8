#include "heataco/decoders/focused/trust.h"

#include <algorithm>
#include <array>

#include "heataco/decoders/focused/tuning.h"

namespace heataco {

namespace {

double share(std::size_t part, std::size_t whole) {
  return whole == 0 ? 0.0 : static_cast<double>(part) / static_cast<double>(whole);
}

// How the edges of a tour stand in rows of candidates.
class Standing {
 public:
  Standing(const NeighbourLists& lists, std::size_t count, const std::vector<Edge>& edges)
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
  // Candidates outside the tour that come before one inside, on average over both rows of an edge:
  // all of a row that it is not in.
  double ahead() const { return share(ahead_, 2 * edges_); }

 private:
  void put_beside(Node a, Node b) {
    auto& [one, other] = beside_[index(a)];
    (one == no_node ? one : other) = b;
  }

  bool find(Node a, Node b) {
    const Node* const row = lists_.row(a);
    const Node* const end = row + count_;
    const Node* const place = std::find(row, end, b);
    const auto [one, other] = beside_[index(a)];
    ahead_ += static_cast<std::size_t>(
        std::count_if(row, place, [=](Node c) { return c != one && c != other; }));
    return place != end;
  }

  const NeighbourLists& lists_;
  std::size_t count_;
  std::size_t edges_;
  std::vector<std::array<Node, 2>> beside_;  // in the tour
  std::size_t missing_ = 0;
  std::size_t ahead_ = 0;
};

// Full where heat does as well as distance, none where it does so much worse that it misleads. What
// a few of the edges make of it is chance.
double trust_in(double by_heat, double by_distance, std::size_t edges) {
  if (edges == 0) return 0.0;
  const double chance = tuning::edges_by_chance / static_cast<double>(edges);
  const double ratio = (by_heat + chance) / (by_distance + chance);
  return std::clamp(tuning::distrusted_ratio - ratio, 0.0, 1.0);
}

}  // namespace

Trust trust_in_heat(const std::vector<Edge>& edges, const NeighbourLists& by_heat,
                    const NeighbourLists& by_distance, std::size_t count) {
  const Standing heat(by_heat, count, edges);
  const Standing distance(by_distance, count, edges);
  const double value = std::min(trust_in(heat.missing(), distance.missing(), edges.size()),
                                trust_in(heat.ahead(), distance.ahead(), edges.size()));
  return {value, heat.missing(), distance.missing(), heat.ahead(), distance.ahead()};
}

}  // namespace heataco
