// Arrays across the boundary: in by reference, out by move.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <memory>
#include <utility>
#include <vector>

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

}  // namespace heataco::bindings
