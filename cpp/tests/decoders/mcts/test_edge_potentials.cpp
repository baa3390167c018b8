#include <set>

#include "decoders/mcts/mcts_support.h"
#include "heataco/decoders/mcts/edge_potentials.h"
#include "heataco/decoders/mcts/weighted_tour.h"

using namespace heataco;
using namespace heataco::testing;

namespace {

// A matrix keeps the numbers of its nodes, so that what follows can be written down by hand.
const std::vector<double> square = {0, 1, 2, 1, 1, 0, 1, 2, 2, 1, 0, 1, 1, 2, 1, 0};
// (H + Hᵀ)/2: h_01 = 0.5, h_12 = 0.25, h_02 = 0.05; node 3 has no heat.
const Heat by_hand({{0, 0.75F, 0.1F, 0}, {0.25F, 0, 0.25F, 0}, {0, 0.25F, 0, 0}, {0, 0, 0, 0}});

}  // namespace

TEST_CASE("weights and means are those of the heat") {
  const Instance instance(Metric::explicit_matrix, square.data(), 4, true);
  const Setting setting(instance, by_hand, mcts_parameters(1'000, 10));
  const CandidateEdges& edges = setting.edges;
  CHECK(edges.totals[0] == doctest::Approx(55.0));
  CHECK(edges.totals[3] == doctest::Approx(3.0));  // no heat: equal weights
  CHECK(edges.nodes[edges.begin(0)] == 1);         // hottest first
  CHECK(edges.weights[edges.begin(0)] == doctest::Approx(50.0));
  CHECK(edges.weights[setting.slot(2, 0)] == doctest::Approx(5.0));
  CHECK(edges.weights[setting.slot(0, 3)] == 0.0);  // filled up
  for (Node v = 0; v < 4; ++v) CHECK(edges.end(v) - edges.begin(v) == 3);
}

TEST_CASE("potentials follow equation 4") {
  const Instance instance(Metric::explicit_matrix, square.data(), 4, true);
  const Setting setting(instance, by_hand, mcts_parameters(1'000, 10));
  EdgePotentials potentials(setting.edges, 2.0, 10.0);
  const std::size_t slot = setting.slot(0, 1);
  const double mean = 55.0 / 3.0;
  CHECK(potentials.potential(0, slot) == doctest::Approx(50.0 / mean));
  for (int m = 0; m < 6; ++m) potentials.count_simulation();
  CHECK(potentials.potential(0, slot) ==
        doctest::Approx(50.0 / mean + 2.0 * std::sqrt(std::log(7.0))));
  for (int q = 0; q < 3; ++q) potentials.visit(slot);
  CHECK(potentials.visits(slot) == 3);
  CHECK(potentials.visits(setting.slot(1, 0)) == 3);
  CHECK(potentials.potential(0, slot) ==
        doctest::Approx(50.0 / mean + 2.0 * std::sqrt(std::log(7.0) / 4.0)));
}

TEST_CASE("weights grow by equation 6, in both directions and with the mean") {
  const Instance instance(Metric::explicit_matrix, square.data(), 4, true);
  const Setting setting(instance, by_hand, mcts_parameters(1, 10));  // one candidate a node
  EdgePotentials potentials(setting.edges, 0.0, 10.0);
  const double amount = 10.0 * (std::exp(0.125) - 1.0);
  potentials.reinforce(0, 1, 0.125);
  CHECK(potentials.weight(setting.edges.begin(0)) == doctest::Approx(50.0 + amount));
  CHECK(potentials.weight(setting.edges.begin(1)) == doctest::Approx(50.0 + amount));
  potentials.reinforce(3, 0, 0.125);  // no candidate of node 0, whose mean grows all the same
  CHECK(potentials.weight(setting.edges.begin(0)) == doctest::Approx(50.0 + amount));
  CHECK(potentials.potential(0, setting.edges.begin(0)) ==
        doctest::Approx((50.0 + amount) / ((55.0 + 2.0 * amount) / 3.0)));
}

TEST_CASE("candidates are drawn in proportion to potentials of at least 1") {
  const Instance instance(Metric::explicit_matrix, square.data(), 4, true);
  const Setting setting(instance, by_hand, mcts_parameters(1'000, 10));
  EdgePotentials potentials(setting.edges, 1.5, 10.0);
  potentials.count_simulation();
  for (int q = 0; q < 5; ++q) potentials.visit(setting.slot(0, 3));  // to a potential below 1
  std::vector<int> drawn(4, 0);
  Rng rng(3);
  constexpr int draws = 200'000;
  for (int d = 0; d < draws; ++d) {
    const double u = static_cast<double>(rng.uniform_float());
    ++drawn[index(potentials.node(potentials.draw(0, no_node, no_node, u)))];
  }
  const double z1 = potentials.potential(0, setting.slot(0, 1));
  const double z2 = potentials.potential(0, setting.slot(0, 2));
  CHECK(potentials.potential(0, setting.slot(0, 3)) < 1.0);
  CHECK(drawn[3] == 0);
  CHECK(drawn[1] == doctest::Approx(draws * z1 / (z1 + z2)).epsilon(0.01));
  CHECK(potentials.node(potentials.draw(0, 1, no_node, 0.99)) == 2);
  CHECK(potentials.draw(0, 1, 2, 0.5) == EdgePotentials::no_slot);
}

TEST_CASE("every node has its hottest candidates, at least five, and finds itself in their rows") {
  const auto points = random_points(60, 2);
  const Instance instance(Metric::euclidean, points.data(), 60, true);
  const Heat sharp(instance, 2e4);
  for (const std::size_t limit : {2, 7, 1'000}) {
    const Setting setting(instance, sharp, mcts_parameters(limit, 10));
    const CandidateEdges& edges = setting.edges;
    for (Node v = 0; v < 60; ++v) {
      const std::size_t length = edges.end(v) - edges.begin(v);
      CHECK(length >= std::min(limit, CandidateEdges::min_count));
      CHECK(length <= limit);
      std::set<Node> once;
      for (std::size_t slot = edges.begin(v); slot < edges.end(v); ++slot) {
        CHECK(edges.nodes[slot] != v);
        CHECK(once.insert(edges.nodes[slot]).second);
        if (slot > edges.begin(v)) CHECK(edges.weights[slot] <= edges.weights[slot - 1]);
        CHECK(edges.mirrors[slot] == setting.slot(edges.nodes[slot], v));
      }
    }
  }
}

TEST_CASE("drawn tours hold every node once and follow the heat where it is strong") {
  const auto points = random_points(50, 6);
  const Instance instance(Metric::euclidean, points.data(), 50, true);
  const Tour cycle = random_tour(50, 9);
  std::vector<std::vector<float>> scores(50, std::vector<float>(50, 0.0F));
  for (std::size_t t = 0; t < 50; ++t) scores[index(cycle[t])][index(cycle[(t + 1) % 50])] = 1.0F;
  for (const bool strong : {true, false}) {
    const Heat heat = strong ? Heat(scores) : Heat(instance, 1e5);
    const Setting setting(instance, heat, mcts_parameters(1'000, 10));
    const EdgePotentials potentials(setting.edges, 1.0, 10.0);
    Checkpoint checkpoint;
    Rng rng(1);
    const Tour tour = weighted_tour(potentials, rng, checkpoint);
    CHECK(is_permutation(tour, 50));
    const double length = cost(setting.numbering.instance(), tour);
    if (strong) CHECK(length == doctest::Approx(cost(instance, cycle)));
  }
}

TEST_CASE("a drawing that is interrupted still gives a tour, so that none is lost") {
  struct Stopping : Checkpoint {
    bool poll() override { return true; }
  };
  const auto points = random_points(200, 6);
  const Instance instance(Metric::euclidean, points.data(), 200, true);
  const Setting setting(instance, Heat(instance, 1e5), mcts_parameters(1'000, 10));
  const EdgePotentials potentials(setting.edges, 1.0, 10.0);
  Stopping checkpoint;
  Rng rng(1);
  CHECK(is_permutation(weighted_tour(potentials, rng, checkpoint), 200));
}
