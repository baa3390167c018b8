// CPU time, of the whole process or of one thread.
#pragma once

namespace heataco {

double process_cpu_seconds();
double thread_cpu_seconds();

}  // namespace heataco
