// How far a heatmap is to be trusted.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "heataco/core/types.h"
#include "heataco/search/search.h"

namespace heataco {

// The candidates of a node; valid until the next call.
using RowOf = std::function<std::span<const Node>(Node)>;

// Judged by the edges of a tour of n nodes that is locally optimal and was found without the
// heatmap: how well the first `count` candidates of each row cover them, by heat and by distance.
Trust trust_in_heat(const std::vector<Edge>& edges, Node n, const RowOf& by_heat,
                    const RowOf& by_distance, std::size_t count);

}  // namespace heataco
