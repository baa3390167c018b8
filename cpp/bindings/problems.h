// Problems across the boundary: arrays by name, which live as long as Python's.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "arrays.h"
#include "heataco/core/heatmap.h"
#include "heataco/core/instance.h"
#include "heataco/core/types.h"
#include "parameters.h"

namespace heataco::bindings {

struct InstanceArrays {
  std::string metric;
  InputArray<double, 2> numbers;  // coordinates or a matrix
  bool symmetric = true;

  template <class Read>
  void read_by(Read& read) {
    read("metric", metric);
    read("numbers", numbers);
    read("symmetric", symmetric);
  }

  Instance view() const {
    return Instance(metric_named(metric), numbers.data(), static_cast<Node>(numbers.shape(0)),
                    symmetric);
  }
};

struct HeatArrays {
  InputArray<std::int64_t, 1> indptr;
  InputArray<std::int32_t, 1> indices;
  InputArray<float, 1> values;

  template <class Read>
  void read_by(Read& read) {
    read("indptr", indptr);
    read("indices", indices);
    read("values", values);
  }

  HeatRows view() const {
    return {static_cast<Node>(indptr.shape(0)) - 1, indptr.data(), indices.data(), values.data()};
  }
};

using TourArray = std::optional<InputArray<Node, 1>>;

struct ProblemArrays {
  InstanceArrays instance;
  std::optional<HeatArrays> heatmap;
  TourArray initial_tour;
  TourArray fallback;
  double spent = 0.0;  // seconds of the time limit that went before

  template <class Read>
  void read_by(Read& read) {
    read("instance", instance);
    read("heatmap", heatmap);
    read("initial_tour", initial_tour);
    read("fallback", fallback);
    read("spent", spent);
  }
};

}  // namespace heataco::bindings
