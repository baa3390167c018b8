// Signals and progress reports: the one place where a running search enters Python.
#pragma once

#include <nanobind/nanobind.h>

#include <exception>
#include <memory>
#include <stdexcept>
#include <utility>

#include "arrays.h"
#include "gil.h"
#include "heataco/search/search.h"

namespace heataco::bindings {

namespace nb = nanobind;

class PythonCheckpoint final : public Checkpoint {
 public:
  explicit PythonCheckpoint(nb::object on_progress) : on_progress_(std::move(on_progress)) {
    if (on_progress_.is_none()) return;
    copy_tour_ = nb::cpp_function([reported = reported_]() -> OutputArray<Node> {
      if (*reported == nullptr)
        throw std::invalid_argument("the tour can be asked for only during the call");
      return to_array((**reported)());
    });
  }

  // Throws what Python code raised meanwhile. A KeyboardInterrupt is no failure here: the results
  // say that they were interrupted and the caller raises it together with them.
  void throw_if_failed() const {
    if (!failure_) return;
    try {
      std::rethrow_exception(failure_);
    } catch (nb::python_error& error) {
      if (!error.matches(PyExc_KeyboardInterrupt)) throw;
    }
  }

 protected:
  bool poll() override {
    if (PythonDoor::instance().closed()) interrupt();  // for the other threads of this search
    const WithGil gil;
    return !guarded([] {
      if (PyErr_CheckSignals() != 0) throw nb::python_error();
      return true;
    });
  }

  bool on_report(const Progress& progress, const CopyTour& copy_tour) override {
    if (on_progress_.is_none()) return true;
    const WithGil gil;
    *reported_ = &copy_tour;
    const bool goes_on = guarded([&] {
      const nb::object answer = on_progress_(
          nb::arg("iteration") = progress.iteration, nb::arg("seconds") = progress.seconds,
          nb::arg("iteration_best") = progress.iteration_best, nb::arg("best") = progress.best,
          nb::arg("copy_tour") = copy_tour_);
      return !answer.is(nb::bool_(false));
    });
    *reported_ = nullptr;
    return goes_on;
  }

 private:
  // Runs Python code; false where it says so or raises. Ctrl-C may also arrive in here.
  template <class Call>
  bool guarded(const Call& call) {
    try {
      return call();
    } catch (const nb::python_error& error) {
      if (error.matches(PyExc_KeyboardInterrupt)) interrupt();
      failure_ = std::current_exception();
      return false;
    }
  }

  nb::object on_progress_;
  // What Python may keep outlives the search; the tour that it leads to does not.
  std::shared_ptr<const CopyTour*> reported_ = std::make_shared<const CopyTour*>(nullptr);
  nb::object copy_tour_;
  std::exception_ptr failure_;
};

// Calls without the GIL what has nothing to keep when it is interrupted: then it raises
// KeyboardInterrupt, or TimeoutError where its own time was up.
template <class Call>
auto interruptible(const Call& call) {
  PythonCheckpoint checkpoint{nb::none()};
  try {
    const WithoutGil no_gil;
    return call(checkpoint);
  } catch (const Interrupted&) {
    checkpoint.throw_if_failed();
    if (checkpoint.interrupted())
      PyErr_SetNone(PyExc_KeyboardInterrupt);
    else
      PyErr_SetString(PyExc_TimeoutError, "the given time was not enough");
    throw nb::python_error();
  }
}

}  // namespace heataco::bindings
