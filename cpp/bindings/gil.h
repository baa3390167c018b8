// Leaving Python for a search and entering it again, but never while the interpreter shuts down.
#pragma once

#include <nanobind/nanobind.h>

#include <atomic>
#include <chrono>
#include <thread>

namespace heataco::bindings {

// A thread that asks for the GIL of an interpreter that shuts down is ended where it stands, or
// waits for ever, by version; with C++ functions on its stack the former aborts the process. Only
// daemon threads live so long. Python says when it is about to shut down, and from then on they
// wait here, without the GIL, for the end of the process.
class PythonDoor {
 public:
  // There is one interpreter, and one end of it.
  static PythonDoor& instance() {
    static PythonDoor door;
    return door;
  }

  bool closed() const { return closed_ && std::this_thread::get_id() != closer_; }

  // Before the GIL is asked for; `leave` is called once the thread has it, or is done with it.
  void enter() {
    ++inside_;
    if (!closed()) return;
    --inside_;
    while (true) std::this_thread::sleep_for(std::chrono::hours(1));
  }
  void leave() { --inside_; }

  // Called by `atexit` with the GIL, which those need who are inside already. The thread itself may
  // go on searching.
  void close() {
    constexpr std::chrono::seconds patience{2};  // for callbacks
    closer_ = std::this_thread::get_id();
    closed_ = true;
    const nanobind::gil_scoped_release no_gil;
    const auto end = std::chrono::steady_clock::now() + patience;
    while (inside_ > 0 && std::chrono::steady_clock::now() < end)
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }

 private:
  std::atomic<int> inside_{0};
  std::atomic<bool> closed_{false};
  std::atomic<std::thread::id> closer_{};
};

class WithGil {
 public:
  WithGil() {
    PythonDoor::instance().enter();
    state_ = PyGILState_Ensure();
  }
  ~WithGil() {
    PyGILState_Release(state_);
    PythonDoor::instance().leave();
  }
  WithGil(const WithGil&) = delete;
  WithGil& operator=(const WithGil&) = delete;

 private:
  PyGILState_STATE state_;
};

class WithoutGil {
 public:
  WithoutGil() : state_(PyEval_SaveThread()) {}
  ~WithoutGil() {
    PythonDoor::instance().enter();
    PyEval_RestoreThread(state_);
    PythonDoor::instance().leave();
  }
  WithoutGil(const WithoutGil&) = delete;
  WithoutGil& operator=(const WithoutGil&) = delete;

 private:
  PyThreadState* state_;
};

}  // namespace heataco::bindings
