#include "heataco/core/cpu_clock.h"

#ifdef _WIN32
#define NOMINMAX
#include <windows.h>
#else
#include <time.h>
#endif

namespace heataco {

#ifdef _WIN32

namespace {

double seconds(const FILETIME& time) {
  const auto high = static_cast<unsigned long long>(time.dwHighDateTime);
  return static_cast<double>((high << 32) | time.dwLowDateTime) * 1e-7;
}

}  // namespace

double process_cpu_seconds() {
  FILETIME created, exited, kernel, user;
  GetProcessTimes(GetCurrentProcess(), &created, &exited, &kernel, &user);
  return seconds(kernel) + seconds(user);
}

double thread_cpu_seconds() {
  FILETIME created, exited, kernel, user;
  GetThreadTimes(GetCurrentThread(), &created, &exited, &kernel, &user);
  return seconds(kernel) + seconds(user);
}

#else

namespace {

double seconds(clockid_t clock) {
  timespec time{};
  clock_gettime(clock, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

}  // namespace

double process_cpu_seconds() {
  return seconds(CLOCK_PROCESS_CPUTIME_ID);
}

double thread_cpu_seconds() {
  return seconds(CLOCK_THREAD_CPUTIME_ID);
}

#endif

}  // namespace heataco
