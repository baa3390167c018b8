// The searches of the native module.
#pragma once

#include <nanobind/nanobind.h>

namespace heataco::bindings {

void define_decoders(nanobind::module_& module);

}  // namespace heataco::bindings
