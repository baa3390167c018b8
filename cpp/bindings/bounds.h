// The lower bounds of the native module.
#pragma once

#include <nanobind/nanobind.h>

namespace heataco::bindings {

void define_bounds(nanobind::module_& module);

}  // namespace heataco::bindings
