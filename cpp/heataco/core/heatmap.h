// A heatmap as sparse rows (CSR) and the confidences that a decoder derives from it.
#pragma once

#include <cstdint>
#include <vector>

#include "heataco/core/checkpoint.h"
#include "heataco/core/types.h"

namespace heataco {

// A view of the caller's arrays: columns ascending inside a row, no diagonal, finite values ≥ 0.
struct HeatRows {
  Node n;
  const std::int64_t* offsets;
  const std::int32_t* columns;
  const float* values;
};

// Rows that own their arrays.
struct HeatArrays {
  std::vector<std::int64_t> offsets;
  std::vector<std::int32_t> columns;
  std::vector<float> values;

  HeatRows rows() const noexcept {
    return {static_cast<Node>(offsets.size()) - 1, offsets.data(), columns.data(), values.data()};
  }
};

// Hᵀ: rows and columns exchanged.
HeatArrays transposed(const HeatRows& heat);

// h_ij as the decoder consumes it: (H + Hᵀ)/2 for symmetric instances, H for directed ones; what
// does not exceed the threshold θ_h is absent.
class Confidences {
 public:
  Confidences(const HeatRows& heat, bool symmetric, double threshold, Checkpoint& checkpoint);

  struct Entry {
    Node node;
    double value;
  };

  const Entry* begin(Node v) const noexcept { return entries_.data() + offset(v); }
  const Entry* end(Node v) const noexcept { return entries_.data() + offset(v + 1); }
  bool empty() const noexcept { return entries_.empty(); }

 private:
  void merge_transpose(const HeatRows& heat, double threshold, Checkpoint& checkpoint);
  std::size_t offset(Node v) const noexcept { return offsets_[index(v)]; }

  std::vector<std::size_t> offsets_;
  std::vector<Entry> entries_;
};

}  // namespace heataco
