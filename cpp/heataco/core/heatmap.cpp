#include "heataco/core/heatmap.h"

#include <algorithm>

namespace heataco {

namespace {

struct Columns {
  std::vector<std::int64_t> offsets;
  std::vector<std::int32_t> rows;
  std::vector<float> values;

  HeatRows view() const {
    return {static_cast<Node>(offsets.size()) - 1, offsets.data(), rows.data(), values.data()};
  }
};

// Going through the rows in order leaves every row of the transpose ascending, too.
Columns transpose(const HeatRows& heat) {
  const auto n = static_cast<std::size_t>(heat.n);
  const auto entries = static_cast<std::size_t>(heat.offsets[n]);
  Columns columns{std::vector<std::int64_t>(n + 1, 0), std::vector<std::int32_t>(entries),
                  std::vector<float>(entries)};
  for (std::size_t t = 0; t < entries; ++t)
    ++columns.offsets[static_cast<std::size_t>(heat.columns[t]) + 1];
  for (std::size_t v = 0; v < n; ++v) columns.offsets[v + 1] += columns.offsets[v];
  std::vector<std::int64_t> fill(columns.offsets.begin(), columns.offsets.end() - 1);
  for (Node v = 0; v < heat.n; ++v) {
    for (std::int64_t t = heat.offsets[v]; t < heat.offsets[v + 1]; ++t) {
      const auto slot = static_cast<std::size_t>(fill[static_cast<std::size_t>(heat.columns[t])]++);
      columns.rows[slot] = v;
      columns.values[slot] = heat.values[t];
    }
  }
  return columns;
}

}  // namespace

Confidences::Confidences(const HeatRows& heat, bool symmetric, double threshold,
                         Checkpoint& checkpoint) {
  offsets_.reserve(static_cast<std::size_t>(heat.n) + 1);
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
  const Columns columns = transpose(heat);
  const HeatRows transposed = columns.view();
  for (Node v = 0; v < heat.n; ++v) {
    if (v % 64 == 0) checkpoint.throw_if_interrupted();
    std::int64_t a = heat.offsets[v];
    std::int64_t b = transposed.offsets[v];
    while (a < heat.offsets[v + 1] || b < transposed.offsets[v + 1]) {
      const Node from_row = a < heat.offsets[v + 1] ? heat.columns[a] : heat.n;
      const Node from_column = b < transposed.offsets[v + 1] ? transposed.columns[b] : heat.n;
      const Node u = std::min(from_row, from_column);
      double sum = 0.0;
      if (from_row == u) sum += static_cast<double>(heat.values[a++]);
      if (from_column == u) sum += static_cast<double>(transposed.values[b++]);
      if (0.5 * sum > threshold) entries_.push_back({u, 0.5 * sum});
    }
    offsets_.push_back(entries_.size());
  }
}

}  // namespace heataco
