#include <cmath>

#include "heataco/core/node_set.h"
#include "heataco/decoders/mmas/roulette.h"
#include "support.h"

using namespace heataco;
using namespace heataco::testing;

namespace {

struct Row {
  std::vector<Node> nodes;
  std::vector<float> weights;
  NodeSet unvisited{4'000};

  Row(Rng& rng, std::size_t k) : nodes(padded_to_lanes(k), 0), weights(padded_to_lanes(k), 0.0F) {
    unvisited.fill();
    for (std::size_t s = 0; s < k; ++s) {
      nodes[s] = static_cast<Node>(s * 13 + static_cast<std::size_t>(rng.below(13)));
      weights[s] = std::ldexp(rng.uniform_float(), -rng.below(60));
      if (rng.below(3) == 0) unvisited.remove(nodes[s]);
    }
  }

  int draw(DrawSlot version, float u) const {
    return version(nodes.data(), weights.data(), nodes.size(), unvisited.words(), u);
  }
};

DrawSlot fastest(const Row& row) {
  return draw_slot_versions(row.nodes.size()).back();
}

}  // namespace

TEST_CASE("all versions draw the same slot, to the last bit") {
  Rng rng(1);
  for (int t = 0; t < 200'000; ++t) {
    const Row row(rng, 1 + static_cast<std::size_t>(rng.below(t % 100 == 0 ? 256 : 32)));
    const float u = rng.uniform_float();
    for (const DrawSlot version : draw_slot_versions(row.nodes.size()))
      REQUIRE(row.draw(version, u) == row.draw(draw_slot_portable, u));
  }
}

TEST_CASE("a drawn slot has weight and is unvisited; there is none only where there is nothing") {
  Rng rng(2);
  for (int t = 0; t < 50'000; ++t) {
    const Row row(rng, 1 + static_cast<std::size_t>(rng.below(24)));
    bool open = false;
    for (std::size_t s = 0; s < row.nodes.size(); ++s)
      open = open || (row.weights[s] > 0.0F && row.unvisited.contains(row.nodes[s]));
    const int slot = row.draw(fastest(row), rng.uniform_float());
    REQUIRE((slot >= 0) == open);
    if (!open) continue;
    REQUIRE(row.weights[static_cast<std::size_t>(slot)] > 0.0F);
    REQUIRE(row.unvisited.contains(row.nodes[static_cast<std::size_t>(slot)]));
  }
}

TEST_CASE("slots are drawn in proportion to their weights") {
  Rng rng(3);
  const Row row(rng, 20);
  std::vector<double> expected(row.nodes.size());
  double total = 0.0;
  for (std::size_t s = 0; s < 20; ++s)
    total += expected[s] = row.unvisited.contains(row.nodes[s]) ? row.weights[s] : 0.0;
  constexpr int draws = 1'000'000;
  std::vector<int> drawn(row.nodes.size());
  for (int t = 0; t < draws; ++t)
    ++drawn[static_cast<std::size_t>(row.draw(fastest(row), rng.uniform_float()))];
  for (std::size_t s = 0; s < drawn.size(); ++s) {
    const double share = expected[s] / total;
    const double deviation = std::sqrt(share * (1.0 - share) / draws);
    CHECK(std::abs(drawn[s] / static_cast<double>(draws) - share) <= 5.0 * deviation + 1e-6);
  }
}
