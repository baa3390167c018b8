#include "bounds.h"

#include "heataco/relaxation/lower_bound.h"
#include "problems.h"
#include "python_checkpoint.h"

namespace heataco::bindings {

namespace {

double prove_bound(const NamedValues& instance, const NamedValues& given) {
  const auto arrays = read_parameters<InstanceArrays>("instance", instance);
  const auto parameters = read_parameters<AlphaParameters>("lower_bound", given);
  return interruptible(
      [&](Checkpoint& checkpoint) { return lower_bound(arrays.view(), parameters, checkpoint); });
}

}  // namespace

void define_bounds(nb::module_& module) {
  module.def("lower_bound", &prove_bound, nb::arg("instance"), nb::kw_only(), nb::arg("parameters"),
             "A cost that no tour of the complete instance is below.");
}

}  // namespace heataco::bindings
