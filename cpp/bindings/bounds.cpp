#include "bounds.h"

#include "arrays.h"
#include "heataco/relaxation/lower_bound.h"
#include "parameters.h"
#include "python_checkpoint.h"

namespace heataco::bindings {

namespace {

double prove_bound(const InstanceTuple& tuple, const NamedValues& given) {
  const auto parameters = read_parameters<AlphaParameters>("lower_bound", given);
  PythonCheckpoint checkpoint{nb::none()};
  try {
    const WithoutGil no_gil;
    return lower_bound(to_instance(tuple), parameters, checkpoint);
  } catch (const Interrupted&) {
    raise_interrupted(checkpoint);
  }
}

}  // namespace

void define_bounds(nb::module_& module) {
  module.def("lower_bound", &prove_bound, nb::arg("problem"), nb::kw_only(), nb::arg("parameters"),
             "A cost that no tour of the complete instance is below.");
}

}  // namespace heataco::bindings
