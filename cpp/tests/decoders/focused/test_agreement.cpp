#include <algorithm>
#include <cmath>

#include "decoders/focused/focused_support.h"
#include "heataco/decoders/focused/agreement.h"
#include "heataco/decoders/focused/frequencies.h"

using namespace heataco;
using namespace heataco::testing;

TEST_CASE("diversity is lost by edges that most tours have, and gained by those of few") {
  const Tour common{0, 1, 2, 3, 4, 5};
  const Tour own{0, 2, 1, 3, 4, 5};
  const Frequencies frequencies(6, {common, common, common, own});
  // The one tour becomes like the others: two edges of 1/4 go, two of 3/4 become common to all.
  const double rare = -0.25 * std::log(0.25);
  const double frequent = -0.75 * std::log(0.75);
  CHECK(frequencies.loss({{0, 2}, {1, 3}}, {{1, 0}, {3, 2}}) ==
        doctest::Approx(2 * rare + 2 * frequent));
  CHECK(frequencies.loss({{0, 1}, {2, 3}}, {{0, 2}, {3, 1}}) < 0.0);
  CHECK(frequencies.loss({{0, 1}}, {{0, 4}}) < 0.0);
  CHECK(Frequencies().loss({{0, 1}}, {{0, 4}}) == 0.0);
}

TEST_CASE("tours agree on their edges by the share of them that have each") {
  const Node n = 60;
  const auto points = random_points(n, 4);
  const Instance instance(Metric::euclidean, points.data(), n, true);
  SearchSpace space = space_of(instance, 5);
  std::vector<Tour> tours;
  for (std::uint64_t seed = 1; seed <= 3; ++seed)
    tours.push_back(descended(space, random_tour(n, seed)));
  tours.push_back(tours.front());
  for (const bool with_fixed_edge : {false, true}) {
    if (with_fixed_edge) {
      space.partners.assign(index(n), no_node);
      space.partners[index(tours[0][3])] = tours[0][4];
      space.partners[index(tours[0][4])] = tours[0][3];
    }
    const SearchSpace agreed = agreement(space, tours);
    CHECK(agreed.partners == space.partners);
    for (Node v = 0; v < n; ++v) {
      float sum = 0.0F;
      float before = 1.0F;
      for (std::size_t s = 0; s < agreed.candidates.k; ++s) {
        const Node u = agreed.candidates.row(v)[s];
        const float belief = agreed.beliefs[index(v) * agreed.candidates.k + s];
        const double distance = agreed.candidates.row_distances(v)[s];
        if (belief == 0.0F) {
          CHECK((u == v && distance == forever));
          continue;
        }
        const auto has = std::count_if(tours.begin(), tours.end(),
                                       [&](const Tour& tour) { return has_edge(tour, v, u); });
        CHECK(belief == static_cast<float>(has) / 4.0F);
        CHECK(belief <= before);
        CHECK(distance == instance.distance(v, u));
        CHECK(!space.fixed(v, u));
        before = belief;
        sum += belief;
      }
      if (!with_fixed_edge) CHECK(sum == doctest::Approx(2.0));
    }
  }
}

TEST_CASE("every edge of some tours is listed once, with the share of them that have it") {
  const std::vector<Tour> tours{{0, 1, 2, 3}, {3, 2, 1, 0}, {0, 2, 1, 3}, {1, 2, 3, 0}};
  const auto share = [](const Learned& learned, const Edge& edge) {
    const auto found = std::find(learned.edges.begin(), learned.edges.end(), edge);
    return learned.strengths.at(static_cast<std::size_t>(found - learned.edges.begin()));
  };
  const Learned both_ways = shares(4, tours, false);
  CHECK(both_ways.edges.size() == 6);
  CHECK(share(both_ways, {1, 2}) == 1.0F);
  CHECK(share(both_ways, {0, 3}) == 1.0F);
  CHECK(share(both_ways, {0, 1}) == 0.75F);
  CHECK(share(both_ways, {0, 2}) == 0.25F);
  const Learned directed = shares(4, tours, true);
  CHECK(share(directed, {1, 2}) == 0.5F);
  CHECK(share(directed, {2, 1}) == 0.5F);
  CHECK(shares(4, {}, false).edges.empty());
}
