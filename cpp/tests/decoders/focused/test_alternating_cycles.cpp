#include <algorithm>

#include "decoders/focused/focused_support.h"
#include "heataco/decoders/focused/alternating_cycles.h"
#include "heataco/decoders/focused/cycle_partners.h"
#include "heataco/decoders/focused/tuning.h"

using namespace heataco;
using namespace heataco::testing;

namespace {

Edge sorted(Node a, Node b) {
  return std::minmax(a, b);
}

std::vector<Edge> only_in(const LoggedTour& one, const LoggedTour& other) {
  std::vector<Edge> edges;
  for (Node v = 0; v < one.n(); ++v) {
    const Node next = one.next(v);
    if (other.next(v) != next && other.previous(v) != next) edges.push_back(sorted(v, next));
  }
  std::sort(edges.begin(), edges.end());
  return edges;
}

// Two tours of the same nodes, near each other or not, and what they differ by.
struct Pair {
  Pair(Node n, Rng& rng)
      : points(random_points(n, rng.next())),
        instance(Metric::euclidean, points.data(), n, true),
        space(space_of(instance, 6)),
        a(n),
        b(n),
        cycles(n) {
    const Tour first = descended(space, random_tour(n, rng.next()));
    a.assign(first);
    b.assign(descended(space, random_tour(n, rng.next())));
    cycles.find(a, b, rng);
  }

  // Exchanges one cycle.
  void assign(Exchange& exchange, std::size_t c) const {
    std::vector<Edge> edges[2];
    for (std::size_t i = 0; i + 1 < cycles[c].size(); ++i)
      edges[i % 2].emplace_back(cycles[c][i], cycles[c][i + 1]);
    exchange.assign(edges[0], edges[1]);
  }

  std::vector<double> points;
  Instance instance;
  SearchSpace space;
  LoggedTour a;
  LoggedTour b;
  AlternatingCycles cycles;
};

}  // namespace

TEST_CASE("every edge that only one of two tours has is in one cycle, in turn with the other's") {
  Rng rng(4);
  for (int repeat = 0; repeat < 40; ++repeat) {
    const Pair pair(20 + rng.below(300), rng);
    std::vector<Edge> edges[2];
    for (std::size_t c = 0; c < pair.cycles.size(); ++c) {
      const std::vector<Node>& cycle = pair.cycles[c];
      REQUIRE(cycle.size() % 2 == 1);
      CHECK(cycle.front() == cycle.back());
      for (std::size_t i = 0; i + 1 < cycle.size(); ++i)
        edges[i % 2].push_back(sorted(cycle[i], cycle[i + 1]));
    }
    for (auto& list : edges) std::sort(list.begin(), list.end());
    CHECK(edges[0] == only_in(pair.a, pair.b));
    CHECK(edges[1] == only_in(pair.b, pair.a));
  }
}

TEST_CASE("partners are all cycles that lead out of a subtour and leave a gain, the best first") {
  Rng rng(6);
  int found = 0;
  for (int repeat = 0; repeat < 40; ++repeat) {
    const Pair pair(100 + rng.below(300), rng);
    CyclePartners partners(pair.space, pair.a);
    partners.assign(pair.cycles);
    Exchange exchange(pair.space, pair.a);
    for (std::size_t c = 0; c < pair.cycles.size(); ++c) {
      pair.assign(exchange, c);
      CHECK(partners.gain(c) == doctest::Approx(exchange.gain()));
      if (exchange.count_cycles() == 1) {
        CHECK(partners.of(c, exchange).empty());
        continue;
      }
      std::vector<std::size_t> expected;
      for (std::size_t other = 0; other < pair.cycles.size(); ++other) {
        const auto& nodes = pair.cycles[other];
        if (other != c && partners.gain(c) + partners.gain(other) > 0.0 &&
            std::any_of(nodes.begin(), nodes.end(), [&](Node v) {
              return exchange.cycle_of(v) != exchange.cycle_of(nodes.front());
            }))
          expected.push_back(other);
      }
      std::stable_sort(expected.begin(), expected.end(), [&](std::size_t one, std::size_t other) {
        return partners.gain(one) > partners.gain(other);
      });
      REQUIRE(expected.size() <= tuning::max_partners);
      CHECK(partners.of(c, exchange) == expected);
      found += static_cast<int>(expected.size());
    }
  }
  CHECK(found > 100);
}

TEST_CASE("of many partners there are as many as may be") {
  std::vector<Node> changes;
  for (Node rung = 5; rung <= 400; rung += 5) changes.push_back(rung);
  const Rings rings(410, changes);
  const Instance instance(Metric::euclidean, rings.points.data(), rings.n(), true);
  const SearchSpace space = space_of(instance, 4);
  LoggedTour a(rings.n());
  LoggedTour b(rings.n());
  a.assign(rings.winding);
  b.assign(rings.straight);
  AlternatingCycles cycles(rings.n());
  Rng rng(1);
  cycles.find(a, b, rng);
  REQUIRE(cycles.size() == changes.size());
  CyclePartners partners(space, a);
  partners.assign(cycles);
  Exchange exchange(space, a);
  exchange.assign({{cycles[0][0], cycles[0][1]}, {cycles[0][2], cycles[0][3]}},
                  {{cycles[0][1], cycles[0][2]}, {cycles[0][3], cycles[0][0]}});
  REQUIRE(exchange.count_cycles() == 2);
  CHECK(partners.of(0, exchange).size() == tuning::max_partners);
}
