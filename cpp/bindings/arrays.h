// Arrays across the boundary: in by reference, out by move.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "heataco/core/heatmap.h"
#include "heataco/core/instance.h"
#include "heataco/core/types.h"

namespace heataco::bindings {

namespace nb = nanobind;

template <class T, std::size_t dimensions>
using InputArray = nb::ndarray<const T, nb::ndim<dimensions>, nb::c_contig, nb::device::cpu>;

template <class T>
using OutputArray = nb::ndarray<nb::numpy, T>;

// The vector's memory, owned by the array from now on.
template <class T>
OutputArray<T> to_array(std::vector<T>&& values, std::vector<std::size_t> shape) {
  auto owned = std::make_unique<std::vector<T>>(std::move(values));
  T* data = owned->data();
  nb::capsule owner(owned.get(), [](void* p) noexcept { delete static_cast<std::vector<T>*>(p); });
  owned.release();
  return OutputArray<T>(data, shape.size(), shape.data(), owner);
}

template <class T>
OutputArray<T> to_array(std::vector<T>&& values) {
  const std::size_t size = values.size();
  return to_array(std::move(values), {size});
}

// (name of the metric, coordinates or matrix, symmetric)
using InstanceTuple = std::tuple<std::string, InputArray<double, 2>, bool>;
// (offsets, columns, values)
using HeatTuple =
    std::tuple<InputArray<std::int64_t, 1>, InputArray<std::int32_t, 1>, InputArray<float, 1>>;
// (instance, heatmap, initial tour)
using ProblemTuple =
    std::tuple<InstanceTuple, std::optional<HeatTuple>, std::optional<InputArray<Node, 1>>>;

inline Instance to_instance(const InstanceTuple& tuple) {
  const auto& [metric, data, symmetric] = tuple;
  return Instance(metric_named(metric), data.data(), static_cast<Node>(data.shape(0)), symmetric);
}

inline HeatRows to_heat_rows(const HeatTuple& tuple) {
  const auto& [offsets, columns, values] = tuple;
  return {static_cast<Node>(offsets.shape(0)) - 1, offsets.data(), columns.data(), values.data()};
}

}  // namespace heataco::bindings
