#include "decoders/focused/focused_support.h"
#include "heataco/core/connectors.h"
#include "heataco/decoders/focused/candidate_builder.h"
#include "heataco/decoders/focused/tuning.h"

using namespace heataco;
using namespace heataco::testing;

namespace {

// Scores for the nodes that are one, two, … steps away along a tour.
Heat heat_of(const Tour& tour, const std::vector<float>& by_steps) {
  const std::size_t n = tour.size();
  std::vector<std::vector<float>> scores(n, std::vector<float>(n, 0.0F));
  for (std::size_t p = 0; p < n; ++p) {
    for (std::size_t s = 0; s < by_steps.size(); ++s) {
      const Node other = tour[(p + s + 1) % n];
      scores[index(tour[p])][index(other)] = by_steps[s];
      scores[index(other)][index(tour[p])] = by_steps[s];
    }
  }
  return Heat(scores);
}

std::vector<std::pair<Node, Node>> edges_of(const Tour& tour) {
  std::vector<std::pair<Node, Node>> edges;
  for (std::size_t p = 0; p < tour.size(); ++p)
    edges.emplace_back(tour[p], tour[(p + 1) % tour.size()]);
  return edges;
}

}  // namespace

TEST_CASE("without trust the candidates are the nearest nodes and connectors, nothing believed") {
  const auto points = random_points(200, 1);
  const Instance instance(Metric::euclidean, points.data(), 200, true);
  Checkpoint checkpoint;
  const Numbering numbering(instance, checkpoint);
  const Heat heat = random_heat(200, 2);
  const HeatRows rows = heat.rows();
  const NeighbourLists nearest = numbering.apply(
      with_connectors(
          instance,
          nearest_neighbours(instance, candidate_parameters.neighbours, Direction::out, checkpoint),
          checkpoint),
      checkpoint);
  const HeatRows* const without = nullptr;
  for (const HeatRows* given : {&rows, without}) {
    const CandidateBuilder guide(numbering, given, candidate_parameters, checkpoint, forever);
    const CandidateRows candidates = guide.candidates(0.0, checkpoint);
    CHECK(candidates.lists.k == nearest.k);
    CHECK(candidates.lists.nodes == nearest.nodes);
    CHECK(candidates.lists.distances == nearest.distances);
    for (const float belief : candidates.beliefs) REQUIRE(belief == 0.0F);
  }
}

TEST_CASE("with full trust the hottest come first, at their distances") {
  const auto points = random_points(100, 1);
  const Instance instance(Metric::euclidean, points.data(), 100, true);
  Checkpoint checkpoint;
  const Numbering numbering(instance, checkpoint);
  const Heat heat = random_heat(100, 2);
  const HeatRows rows = heat.rows();
  CandidateParameters parameters = candidate_parameters;
  parameters.neighbours = parameters.candidates;
  const CandidateBuilder guide(numbering, &rows, parameters, checkpoint, forever);
  const Confidences confidences(rows, true, 1e-4, checkpoint);
  const CandidateRows candidates = guide.candidates(1.0, checkpoint);
  REQUIRE(candidates.lists.near == 6);
  for (Node r = 0; r < 100; ++r) {
    const Node v = numbering.order()[index(r)];
    double before = forever;
    for (std::size_t s = 0; s < 6; ++s) {
      const Node u = candidates.lists.row(r)[s];
      CHECK(u != r);
      CHECK(std::count(candidates.lists.row(r), candidates.lists.row(r) + 6, u) == 1);
      CHECK(candidates.lists.row_distances(r)[s] == numbering.instance().distance(r, u));
      double score = 0.0;
      for (const auto* entry = confidences.begin(v); entry != confidences.end(v); ++entry)
        if (entry->node == numbering.order()[index(u)]) score = entry->value;
      CHECK(candidates.beliefs[index(r) * candidates.lists.k + s] ==
            static_cast<float>(std::min(score, 1.0)));
      CHECK(score <= before);
      before = score;
    }
  }
}

TEST_CASE("good heat is trusted, random and reversed heat is not") {
  const auto points = random_points(300, 1);
  const Instance instance(Metric::euclidean, points.data(), 300, true);
  Checkpoint checkpoint;
  const Numbering numbering(instance, checkpoint);
  const Tour tour = descended(space_of(numbering.instance(), 8), random_tour(300, 3));
  const Heat good = heat_of(numbering.undo(tour), {1.0F});
  const Heat bad = random_heat(300, 5);
  const Heat reversed = heat_of(numbering.undo(tour), {0.1F, 1.0F});
  const HeatRows good_rows = good.rows();
  const HeatRows bad_rows = bad.rows();
  const HeatRows reversed_rows = reversed.rows();
  const auto trust = [&](const HeatRows& rows) {
    const CandidateBuilder guide(numbering, &rows, candidate_parameters, checkpoint, forever);
    const CandidateRows by_distance = guide.candidates(0.0, checkpoint);
    return guide.measure(edges_of(tour), by_distance.lists, checkpoint);
  };
  const Trust trusted = trust(good_rows);
  const Trust distrusted = trust(bad_rows);
  CHECK(trusted.value == 1.0);
  CHECK(trusted.missing_by_heat == 0.0);
  CHECK(trusted.ahead_by_heat == 0.0);
  CHECK(distrusted.value == 0.0);
  CHECK(distrusted.missing_by_heat > 0.5);
  CHECK(distrusted.missing_by_distance < 0.05);
  // All edges are there, behind two others.
  const Trust misled = trust(reversed_rows);
  CHECK(misled.value == 0.0);
  CHECK(misled.missing_by_heat == 0.0);
  CHECK(misled.ahead_by_heat == 2.0);
  CHECK(misled.ahead_by_distance < 1.0);
}

TEST_CASE("directed rows lead from leaving to entering, and back") {
  const Node n = 30;
  const auto matrix = random_matrix(n, 1);
  const Instance instance(Metric::explicit_matrix, matrix.data(), n, false);
  const Instance doubled = instance.doubled();
  Checkpoint checkpoint;
  const Numbering numbering(instance, checkpoint);
  const Heat heat = random_heat(n, 2);
  const HeatRows rows = heat.rows();
  const CandidateBuilder guide(numbering, &rows, candidate_parameters, checkpoint, forever);
  for (const double trust : {0.0, 0.4, 1.0}) {
    const CandidateRows candidates = guide.candidates(trust, checkpoint);
    REQUIRE(candidates.lists.n == 2 * n);
    REQUIRE(candidates.beliefs.size() == candidates.lists.nodes.size());
    for (Node v = 0; v < 2 * n; ++v) {
      for (std::size_t s = 0; s < candidates.lists.k; ++s) {
        const Node u = candidates.lists.row(v)[s];
        CHECK((v < n) != (u < n));
        CHECK(std::abs(v - u) != n);
        CHECK(candidates.lists.row_distances(v)[s] == doubled.distance(v, u));
        const Node from = std::min(v, u);
        const Node to = std::max(v, u) - n;
        float score = 0.0F;
        for (std::int64_t e = rows.offsets[from]; e < rows.offsets[from + 1]; ++e)
          if (rows.columns[e] == to) score = rows.values[e];
        CHECK(candidates.beliefs[index(v) * candidates.lists.k + s] ==
              doctest::Approx(trust * score).epsilon(1e-6));
      }
    }
  }
}

TEST_CASE("heat that is spread over many edges gives more candidates, sure heat does not") {
  const auto points = random_points(100, 5);
  const Instance instance(Metric::euclidean, points.data(), 100, true);
  Checkpoint checkpoint;
  const Numbering numbering(instance, checkpoint);
  const Tour tour = random_tour(100, 6);
  const auto count = [&](const std::vector<float>& by_steps) {
    const Heat heat = heat_of(tour, by_steps);
    const HeatRows rows = heat.rows();
    const CandidateBuilder builder(numbering, &rows, candidate_parameters, checkpoint, forever);
    return builder.candidates(1.0, checkpoint).lists.near;
  };
  CHECK(count({0.9F, 0.1F, 0.01F}) == candidate_parameters.candidates);
  CHECK(count({0.4F, 0.3F, 0.2F, 0.1F}) == candidate_parameters.neighbours);
}

// Distances of 1 to 3: all rows end amid ties.
TEST_CASE("amid ties rows by distance are longer, rows by trusted heat are not") {
  const Node n = 100;
  std::vector<double> matrix(10'000, 0.0);
  Rng rng(1);
  for (Node i = 0; i < n; ++i)
    for (Node j = 0; j < i; ++j)
      matrix[index(i) * 100 + index(j)] = matrix[index(j) * 100 + index(i)] = 1.0 + rng.below(3);
  const Instance instance(Metric::explicit_matrix, matrix.data(), n, true);
  Checkpoint checkpoint;
  const Numbering numbering(instance, checkpoint);
  const Heat heat = heat_of(random_tour(n, 2), {0.9F, 0.1F});
  const HeatRows rows = heat.rows();
  const CandidateBuilder guide(numbering, &rows, candidate_parameters, checkpoint, forever);
  const auto count = [&](double trust) { return guide.candidates(trust, checkpoint).lists.near; };
  const std::size_t longer = tuning::tied_row_growth * candidate_parameters.neighbours;
  CHECK(count(0.0) == longer);
  CHECK(count(0.5) == (longer + candidate_parameters.candidates + 1) / 2);
  CHECK(count(1.0) == candidate_parameters.candidates);
}

TEST_CASE("heat that is noise beside the hottest edges displaces no near nodes") {
  const auto points = random_points(200, 8);
  const Instance instance(Metric::euclidean, points.data(), 200, true);
  Checkpoint checkpoint;
  const Numbering numbering(instance, checkpoint);
  const Tour tour = descended(space_of(numbering.instance(), 8), random_tour(200, 3));
  const auto candidates = [&](const std::vector<float>& by_steps) {
    const Heat heat = heat_of(numbering.undo(tour), by_steps);
    const HeatRows rows = heat.rows();
    const CandidateBuilder guide(numbering, &rows, candidate_parameters, checkpoint, forever);
    return guide.candidates(1.0, checkpoint).lists.nodes;
  };
  const auto sure = candidates({0.9F});
  CHECK(candidates({0.9F, 0.001F}) == sure);
  CHECK(candidates({0.9F, 0.1F}) != sure);
}
