// What the tests of the tree search share: heatmaps, and all that a chain is built of.
#pragma once

#include <cmath>

#include "heataco/decoders/mcts/tree_chain.h"
#include "support.h"

namespace heataco::testing {

// A dense heatmap as sparse rows.
struct Heat {
  explicit Heat(const std::vector<std::vector<float>>& scores) {
    offsets.push_back(0);
    for (const auto& row : scores) {
      for (std::size_t j = 0; j < row.size(); ++j) {
        if (row[j] == 0.0F) continue;
        columns.push_back(static_cast<std::int32_t>(j));
        values.push_back(row[j]);
      }
      offsets.push_back(static_cast<std::int64_t>(columns.size()));
    }
  }

  // exp(−d/T): symmetric, and strong between neighbours.
  Heat(const Instance& instance, double temperature) : Heat(soft(instance, temperature)) {}

  static std::vector<std::vector<float>> soft(const Instance& instance, double temperature) {
    const Node n = instance.n();
    std::vector<std::vector<float>> scores(index(n), std::vector<float>(index(n), 0.0F));
    for (Node i = 0; i < n; ++i)
      for (Node j = 0; j < n; ++j)
        if (i != j)
          scores[index(i)][index(j)] =
              static_cast<float>(std::exp(-instance.distance(i, j) / temperature));
    return scores;
  }

  HeatRows rows() const {
    return {static_cast<Node>(offsets.size()) - 1, offsets.data(), columns.data(), values.data()};
  }

  std::vector<std::int64_t> offsets;
  std::vector<std::int32_t> columns;
  std::vector<float> values;
};

inline MctsParameters mcts_parameters(std::size_t candidates, int depth, int chains = 1) {
  return {.local_search = "2opt",
          .local_search_neighbours = 10,
          .candidate_limit = candidates,
          .heat_threshold = 1e-4,
          .exploration = 1.0,
          .reinforcement = 10.0,
          .tries = 10,
          .depth = depth,
          .chains = chains};
}

// What a chain is built of. Nodes of a matrix keep their numbers, others get new ones.
struct Setting {
  Setting(const Instance& instance, const Heat& heat, const MctsParameters& given)
      : parameters(given),
        numbering(instance, checkpoint),
        nearest(nearest_neighbours(instance, 10, Direction::out, checkpoint)),
        edges(Confidences(heat.rows(), true, given.heat_threshold, checkpoint), nearest, numbering,
              given.candidate_limit, checkpoint) {
    lists.outgoing = numbering.apply(nearest, checkpoint);
  }

  TreeChainContext context() const { return {numbering.instance(), edges, lists, parameters}; }

  // The place of u among the candidates of v.
  std::size_t slot(Node v, Node u) const {
    for (std::size_t slot = edges.begin(v); slot < edges.end(v); ++slot)
      if (edges.nodes[slot] == u) return slot;
    return CandidateEdges::no_slot;
  }

  MctsParameters parameters;
  Checkpoint checkpoint;
  Numbering numbering;
  NeighbourLists nearest;
  CandidateEdges edges;
  LocalSearchLists lists;
};

}  // namespace heataco::testing
