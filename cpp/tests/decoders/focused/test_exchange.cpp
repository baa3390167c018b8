#include <iterator>

#include "decoders/focused/focused_support.h"
#include "heataco/decoders/focused/exchange.h"

using namespace heataco;
using namespace heataco::testing;

namespace {

std::vector<Edge> edges_of(const Tour& cycle) {
  std::vector<Edge> edges;
  for (std::size_t p = 0; p < cycle.size(); ++p)
    edges.emplace_back(cycle[p], cycle[(p + 1) % cycle.size()]);
  return edges;
}

std::vector<Edge> sorted(std::vector<Edge> edges) {
  for (auto& [a, b] : edges)
    if (a > b) std::swap(a, b);
  std::sort(edges.begin(), edges.end());
  return edges;
}

std::vector<Edge> without(const std::vector<Edge>& edges, const std::vector<Edge>& others) {
  std::vector<Edge> left;
  std::set_difference(edges.begin(), edges.end(), others.begin(), others.end(),
                      std::back_inserter(left));
  return left;
}

// Arcs of a few cycles, in an order and from a place that chance gives.
Tour shuffled_arcs(const std::vector<Tour>& cycles, Rng& rng) {
  std::vector<Tour> arcs;
  for (const Tour& cycle : cycles)
    for (std::size_t begin = 0; begin < cycle.size();) {
      const std::size_t length =
          std::min(cycle.size() - begin, static_cast<std::size_t>(1 + rng.below(6)));
      const auto first = cycle.begin() + static_cast<std::ptrdiff_t>(begin);
      arcs.emplace_back(first, first + static_cast<std::ptrdiff_t>(length));
      if (rng.below(2) == 0) std::reverse(arcs.back().begin(), arcs.back().end());
      begin += length;
    }
  Tour tour;
  for (auto left = static_cast<Node>(arcs.size()); left > 0; --left) {
    std::swap(arcs[index(rng.below(left))], arcs[index(left - 1)]);
    tour.insert(tour.end(), arcs[index(left - 1)].begin(), arcs[index(left - 1)].end());
  }
  std::rotate(tour.begin(), tour.begin() + rng.below(static_cast<Node>(tour.size())), tour.end());
  return tour;
}

}  // namespace

TEST_CASE("cycles are joined to the tour that the edges and the gain say") {
  Rng rng(3);
  int joined = 0;
  for (int repeat = 0; repeat < 1'000; ++repeat) {
    const Node count = 2 + rng.below(8);
    const Node size = 3 + rng.below(12);
    const Node n = std::max(count * size, 8);
    const auto points = random_points(n, rng.next(), repeat % 3 == 0 ? 12 : 1'000'000);
    const Instance instance(Metric::euclidean, points.data(), n, true);
    const SearchSpace space = space_of(instance, index(n) - 1);
    std::vector<Tour> cycles(index(count));
    for (Node v = 0; v < n; ++v) cycles[index(std::min(v / size, count - 1))].push_back(v);
    const Tour start = shuffled_arcs(cycles, rng);
    std::vector<Edge> wanted;
    for (const Tour& cycle : cycles)
      for (const Edge& edge : edges_of(cycle)) wanted.push_back(edge);
    const auto before = sorted(edges_of(start));
    wanted = sorted(wanted);
    LoggedTour tour(n);
    tour.assign(start);
    Exchange exchange(space, tour);
    exchange.assign(without(before, wanted), without(wanted, before));
    REQUIRE(exchange.count_cycles() == cycles.size());
    if (!exchange.join_cycles()) continue;
    ++joined;
    const Tour result = exchange.result();
    REQUIRE(is_permutation(result, n));
    CHECK(cost(instance, start) - cost(instance, result) == doctest::Approx(exchange.gain()));
    const auto after = sorted(edges_of(result));
    CHECK(without(before, after) == sorted(exchange.removed()));
    CHECK(without(after, before) == sorted(exchange.added()));
  }
  CHECK(joined > 500);
}
