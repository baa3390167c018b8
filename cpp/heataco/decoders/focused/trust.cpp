#include "heataco/decoders/focused/trust.h"

#include <algorithm>
#include <array>

#include "heataco/decoders/focused/tuning.h"

namespace heataco {

namespace {

double share(std::size_t part, std::size_t whole) {
  return whole == 0 ? 0.0 : static_cast<double>(part) / static_cast<double>(whole);
}

// How the edges of a tour stand in rows of candidates; every row is made once.
class Standing {
 public:
  Standing(const RowOf& row_of, Node n, std::size_t count, const std::vector<Edge>& edges)
      : edges_(edges.size()) {
    constexpr std::size_t none = static_cast<std::size_t>(-1);
    std::vector<std::array<std::size_t, 2>> edges_at(index(n), {none, none});
    for (std::size_t e = 0; e < edges.size(); ++e)
      for (const Node v : {edges[e].first, edges[e].second}) {
        auto& [one, other] = edges_at[index(v)];
        (one == none ? one : other) = e;
      }
    std::vector<bool> found(edges.size());
    for (Node v = 0; v < n; ++v) {
      const auto [one, other] = edges_at[index(v)];
      if (one == none) continue;
      const auto beyond = [&](std::size_t e) {
        return e == none ? no_node : edges[e].first == v ? edges[e].second : edges[e].first;
      };
      const auto whole = row_of(v);
      const auto row = whole.first(std::min(count, whole.size()));
      for (const std::size_t e : {one, other})
        if (e != none && look_for(beyond(e), row, beyond(one), beyond(other))) found[e] = true;
    }
    missing_ = static_cast<std::size_t>(std::count(found.begin(), found.end(), false));
  }

  // The share that is in neither row.
  double missing() const { return share(missing_, edges_); }
  // Candidates outside the tour that come before one inside, on average over both rows of an edge:
  // all of a row that it is not in.
  double ahead() const { return share(ahead_, 2 * edges_); }

 private:
  bool look_for(Node wanted, std::span<const Node> row, Node one, Node other) {
    const auto place = std::find(row.begin(), row.end(), wanted);
    ahead_ += static_cast<std::size_t>(
        std::count_if(row.begin(), place, [=](Node c) { return c != one && c != other; }));
    return place != row.end();
  }

  std::size_t edges_;
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

Trust trust_in_heat(const std::vector<Edge>& edges, Node n, const RowOf& by_heat,
                    const RowOf& by_distance, std::size_t count) {
  const Standing heat(by_heat, n, count, edges);
  const Standing distance(by_distance, n, count, edges);
  const double value = std::min(trust_in(heat.missing(), distance.missing(), edges.size()),
                                trust_in(heat.ahead(), distance.ahead(), edges.size()));
  return {value, heat.missing(), distance.missing(), heat.ahead(), distance.ahead()};
}

}  // namespace heataco
