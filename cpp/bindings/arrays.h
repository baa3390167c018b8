// Arrays across the boundary: in by reference, out by move.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <memory>
#include <utility>
#include <vector>

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

// Edges as an array of two columns.
inline OutputArray<Node> to_pairs(const std::vector<Edge>& edges) {
  std::vector<Node> nodes;
  nodes.reserve(2 * edges.size());
  for (const auto& [from, to] : edges) nodes.insert(nodes.end(), {from, to});
  return to_array(std::move(nodes), {edges.size(), 2});
}

}  // namespace heataco::bindings
