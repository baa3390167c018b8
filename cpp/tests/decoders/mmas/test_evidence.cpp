#include <cmath>

#include "heataco/decoders/mmas/evidence.h"
#include "heataco/decoders/mmas/pheromone.h"
#include "support.h"

using namespace heataco;
using namespace heataco::testing;

namespace {

struct Heat {
  std::vector<std::int64_t> offsets{0};
  std::vector<std::int32_t> columns;
  std::vector<float> values;

  explicit Heat(const std::vector<std::vector<std::pair<Node, float>>>& rows) {
    for (const auto& row : rows) {
      for (const auto& [column, value] : row) {
        columns.push_back(column);
        values.push_back(value);
      }
      offsets.push_back(static_cast<std::int64_t>(columns.size()));
    }
  }
  HeatRows rows() const {
    return {static_cast<Node>(offsets.size()) - 1, offsets.data(), columns.data(), values.data()};
  }
};

const EvidenceParameters paper{1e-4, 1e-9, 0.9, 0.5, std::nullopt};

// Five nodes on a line, one apart.
const std::vector<double> line{0, 0, 1, 0, 2, 0, 3, 0, 4, 0};

}  // namespace

TEST_CASE("confidences are symmetrised by the mean and cut at the threshold") {
  const Heat heat({{{1, 0.5F}, {3, 2e-4F}}, {{0, 0.25F}}, {}, {{0, 1e-5F}}, {{0, 1e-4F}}});
  Checkpoint checkpoint;
  const Confidences both(heat.rows(), true, 1e-4, checkpoint);
  REQUIRE(both.end(0) - both.begin(0) == 2);
  CHECK(both.begin(0)[0].node == 1);
  CHECK(both.begin(0)[0].value == doctest::Approx(0.375));
  CHECK(both.begin(0)[1].value == doctest::Approx(1.05e-4));
  CHECK(both.begin(2) == both.end(2));
  CHECK(both.begin(4) == both.end(4));  // 5e-5 after the mean
  const Confidences directed(heat.rows(), false, 1e-4, checkpoint);
  CHECK(directed.begin(0)[0].value == doctest::Approx(0.5));
  CHECK(directed.begin(3) == directed.end(3));
}

TEST_CASE("candidates are the supported nodes, the nearest of them or filled up with the nearest") {
  const Instance instance(Metric::euclidean, line.data(), 5, true);
  Checkpoint checkpoint;
  const NeighbourLists nearest = nearest_neighbours(instance, 2, Direction::out, checkpoint);
  const Heat heat({{{4, 0.9F}}, {}, {}, {}, {}});
  const Confidences far(heat.rows(), true, 1e-4, checkpoint);
  const Candidates filled = build_candidates(instance, nearest, 2, &far, checkpoint);
  CHECK(filled.lists.row(0)[0] == 1);  // by distance, whatever brought it in
  CHECK(filled.lists.row(0)[1] == 4);
  CHECK(filled.confidence[0] == 0.0);
  CHECK(filled.confidence[1] == doctest::Approx(0.45));

  const Heat full({{{1, 0.1F}, {2, 0.9F}, {3, 0.9F}, {4, 0.9F}}, {}, {}, {}, {}});
  const Confidences many(full.rows(), true, 1e-4, checkpoint);
  const Candidates nearest_kept = build_candidates(instance, nearest, 2, &many, checkpoint);
  CHECK(nearest_kept.lists.row(0)[0] == 1);
  CHECK(nearest_kept.lists.row(0)[1] == 2);
}

TEST_CASE("evidence is the ratio to the first confidence beyond the degree, at least one") {
  Checkpoint checkpoint;
  Candidates candidates;
  candidates.lists.n = 1;
  candidates.lists.k = 4;
  candidates.confidence = {0.1, 0.8, 0.2, 0.4};
  const Evidence symmetric = compute_evidence(candidates, true, paper, checkpoint);
  CHECK(symmetric.log_evidence[0] == 0.0);
  CHECK(symmetric.log_evidence[1] == doctest::Approx(std::log(4.0)));
  CHECK(symmetric.log_evidence[2] == 0.0);
  CHECK(symmetric.log_evidence[3] == doctest::Approx(std::log(2.0)));
  CHECK(symmetric.quantile ==
        doctest::Approx(std::log(2.0) + 0.9 * (std::log(4.0) - std::log(2.0))));
  const Evidence directed = compute_evidence(candidates, false, paper, checkpoint);
  CHECK(directed.log_evidence[1] == doctest::Approx(std::log(2.0)));
  CHECK(directed.log_evidence[3] == 0.0);
}

TEST_CASE("a row with no more support than degree is measured against the floor") {
  Checkpoint checkpoint;
  Candidates candidates;
  candidates.lists.n = 1;
  candidates.lists.k = 3;
  candidates.confidence = {0.5, 0.0, 0.0};
  const Evidence evidence = compute_evidence(candidates, true, paper, checkpoint);
  CHECK(evidence.log_evidence[0] == doctest::Approx(std::log(0.5e9)));
  CHECK(evidence.log_evidence[1] == 0.0);
}

TEST_CASE("kappa fills the capped share of the trail range, or what the ablations say") {
  Evidence evidence;
  evidence.quantile = 2.0;
  CHECK(evidence_scale(evidence, paper, 1.0, 100.0) ==
        doctest::Approx(0.5 * std::log(100.0) / 2.0));
  CHECK(evidence_scale(evidence, paper, 3.0, 100.0) ==
        doctest::Approx(1.5 * std::log(100.0) / 2.0));
  CHECK(evidence_scale(evidence, paper, 1.0, 1.0) == 0.0);
  EvidenceParameters ablation = paper;
  ablation.evidence_cap = std::nullopt;
  CHECK(evidence_scale(evidence, ablation, 1.0, 100.0) == doctest::Approx(0.5));
  ablation.kappa = 1.0;
  CHECK(evidence_scale(evidence, ablation, 1.0, 100.0) == 1.0);
  evidence.quantile = 0.0;
  CHECK(evidence_scale(evidence, paper, 1.0, 100.0) == 0.0);
}

TEST_CASE("weights stay finite and positive whatever distances and evidence say") {
  Checkpoint checkpoint;
  NeighbourLists lists;
  lists.n = 1;
  lists.k = 3;
  lists.nodes = {1, 2, 3};
  for (const double scale : {1e-100, 1.0, 1e100}) {
    lists.distances = {0.0, 1e-9 * scale, scale};
    const auto weights = fixed_weights(lists, 2.0, {0.0, 20.0, 100.0}, 50.0, checkpoint);
    for (const double weight : weights) {
      CHECK(std::isfinite(static_cast<float>(weight)));
      CHECK(static_cast<float>(weight) > 0.0F);
    }
  }
  lists.distances = {0.0, 0.0, 0.0};
  for (const double weight : fixed_weights(lists, 2.0, {}, 0.0, checkpoint)) CHECK(weight == 1.0);
}
