// Signals and progress reports: the one place where a running search enters Python.
#pragma once

#include <nanobind/nanobind.h>

#include <algorithm>
#include <chrono>
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
    copy_tour_ = nb::cpp_function(
        [report = report_] { return to_array(report->require_snapshots().copy_tour()); });
    copy_learned_ = nb::cpp_function([report = report_]() -> nb::object {
      Learned learned = report->require_snapshots().copy_learned();
      if (learned.edges.empty()) return nb::none();
      return nb::make_tuple(to_pairs(learned.edges), to_array(std::move(learned.strengths)));
    });
    add_pause_ = nb::cpp_function([report = report_](double seconds) { report->paused += seconds; },
                                  nb::arg("seconds"));
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

  bool on_report(const Progress& progress, const Snapshots& snapshots) override {
    if (on_progress_.is_none()) return true;
    const WithGil gil;
    const Opened opened(*report_, snapshots);
    const auto start = std::chrono::steady_clock::now();
    const bool goes_on = guarded([&] {
      const nb::object answer = on_progress_(
          nb::arg("iteration") = progress.iteration, nb::arg("seconds") = progress.seconds,
          nb::arg("iteration_best") = progress.iteration_best, nb::arg("best") = progress.best,
          nb::arg("copy_tour") = copy_tour_, nb::arg("copy_learned") = copy_learned_,
          nb::arg("add_pause") = add_pause_);
      return !answer.is(nb::bool_(false));
    });
    const std::chrono::duration<double> duration = std::chrono::steady_clock::now() - start;
    add_pause(report_->paused_within(duration.count()));
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

  // What the callback may ask for and say during its call.
  struct Report {
    const Snapshots& require_snapshots() const {
      if (snapshots == nullptr)
        throw std::invalid_argument("a search can be asked for its tour only during the call");
      return *snapshots;
    }

    // The clock may stand still, but never goes back or jumps ahead, whatever the callback claims:
    // nested pauses, for example, count more than once. NaN is no pause.
    double paused_within(double duration) const {
      return paused > 0.0 ? std::min(paused, duration) : 0.0;
    }

    const Snapshots* snapshots = nullptr;
    double paused = 0.0;  // seconds, as the callback says
  };

  // Snapshots can be asked for as long as this lives, however the call ends.
  class Opened {
   public:
    Opened(Report& report, const Snapshots& snapshots) : report_(report) {
      report_ = {&snapshots, 0.0};
    }
    ~Opened() { report_.snapshots = nullptr; }
    Opened(const Opened&) = delete;
    Opened& operator=(const Opened&) = delete;

   private:
    Report& report_;
  };

  nb::object on_progress_;

  // What Python may keep outlives the search; what it leads to does not.
  std::shared_ptr<Report> report_ = std::make_shared<Report>();
  nb::object copy_tour_;
  nb::object copy_learned_;
  nb::object add_pause_;
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
