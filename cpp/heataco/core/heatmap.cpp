#include "heataco/core/heatmap.h"

#include <algorithm>

namespace heataco {

// Going through the rows in order leaves every row of the transpose ascending, too.
HeatArrays transposed(const HeatRows& heat) {
  const auto n = index(heat.n);
  const auto entries = static_cast<std::size_t>(heat.offsets[n]);
  HeatArrays result{std::vector<std::int64_t>(n + 1, 0), std::vector<std::int32_t>(entries),
                    std::vector<float>(entries)};
  for (std::size_t t = 0; t < entries; ++t) ++result.offsets[index(heat.columns[t]) + 1];
  for (std::size_t v = 0; v < n; ++v) result.offsets[v + 1] += result.offsets[v];
  std::vector<std::int64_t> fill(result.offsets.begin(), result.offsets.end() - 1);
  for (Node v = 0; v < heat.n; ++v) {
    for (std::int64_t t = heat.offsets[v]; t < heat.offsets[v + 1]; ++t) {
      const auto slot = static_cast<std::size_t>(fill[index(heat.columns[t])]++);
      result.columns[slot] = v;
      result.values[slot] = heat.values[t];
    }
  }
  return result;
}

Confidences::Confidences(const HeatRows& heat, bool symmetric, double threshold,
                         Checkpoint& checkpoint) {
  offsets_.reserve(index(heat.n) + 1);
  offsets_.push_back(0);
  if (symmetric) {
    merge_transpose(heat, threshold, checkpoint);
    return;
  }
  for (Node v = 0; v < heat.n; ++v) {
    for (std::int64_t t = heat.offsets[v]; t < heat.offsets[v + 1]; ++t) {
      const auto value = static_cast<double>(heat.values[t]);
      if (value > threshold) entries_.push_back({heat.columns[t], value});
    }
    offsets_.push_back(entries_.size());
  }
}

void Confidences::merge_transpose(const HeatRows& heat, double threshold, Checkpoint& checkpoint) {
  const HeatArrays exchanged = transposed(heat);
  const HeatRows columns = exchanged.rows();
  entries_.reserve(2 * exchanged.columns.size());
  for (Node v = 0; v < heat.n; ++v) {
    if (v % 64 == 0) checkpoint.throw_if_interrupted();
    std::int64_t a = heat.offsets[v];
    std::int64_t b = columns.offsets[v];
    while (a < heat.offsets[v + 1] || b < columns.offsets[v + 1]) {
      const Node from_row = a < heat.offsets[v + 1] ? heat.columns[a] : heat.n;
      const Node from_column = b < columns.offsets[v + 1] ? columns.columns[b] : heat.n;
      const Node u = std::min(from_row, from_column);
      double sum = 0.0;
      if (from_row == u) sum += static_cast<double>(heat.values[a++]);
      if (from_column == u) sum += static_cast<double>(columns.values[b++]);
      if (0.5 * sum > threshold) entries_.push_back({u, 0.5 * sum});
    }
    offsets_.push_back(entries_.size());
  }
}

}  // namespace heataco
