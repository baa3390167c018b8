#include "heataco/core/nearest_tour.h"
#include "support.h"

using namespace heataco;
using namespace heataco::testing;

TEST_CASE("a tour at little cost goes on to the nearest node that is left") {
  const Node n = 60;
  const auto matrix = random_matrix(n, 3, 1'000);
  const Instance instance(Metric::explicit_matrix, matrix.data(), n, false);
  const Tour tour = nearest_tour(instance);
  REQUIRE(is_permutation(tour, n));
  for (std::size_t t = 1; t < tour.size(); ++t)
    for (std::size_t u = t; u < tour.size(); ++u)
      CHECK(instance.distance(tour[t - 1], tour[t]) <= instance.distance(tour[t - 1], tour[u]));
}

TEST_CASE("instances of no or one node have a tour") {
  const double nothing = 0.0;
  CHECK(nearest_tour(Instance(Metric::explicit_matrix, &nothing, 1, false)) == Tour{0});
  CHECK(nearest_tour(Instance(Metric::explicit_matrix, &nothing, 0, false)).empty());
}
