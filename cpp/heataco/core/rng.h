// Randomness keyed by the work item (seed, iteration, ant), never by the thread that runs it.
#pragma once

#include <cstdint>

#include "heataco/core/types.h"

namespace heataco {

// SplitMix64: one add per draw, so that the mixing stays off the critical path of a construction
// step, and one word of state, so that a stream per ant and iteration costs nothing to set up.
class Rng {
 public:
  explicit Rng(std::uint64_t state = 0) : state_(state) {}

  static Rng for_item(std::uint64_t seed, std::uint64_t iteration, std::uint64_t ant) {
    return Rng(mix(mix(mix(seed) ^ iteration) ^ ant));
  }

  std::uint64_t next() { return mix(state_ += 0x9e3779b97f4a7c15ULL); }

  // Uniform on [0, 1) with 24 bits: 1 is never reached, also not after a float product.
  float uniform_float() { return static_cast<float>(next() >> 40) * 0x1p-24F; }

  double uniform() { return static_cast<double>(next() >> 11) * 0x1p-53; }

  // Uniform on {0, …, bound − 1}; the bias of the product method is below 2⁻³² for any node count.
  Node below(Node bound) {
    return static_cast<Node>(((next() >> 32) * static_cast<std::uint64_t>(bound)) >> 32);
  }

 private:
  static std::uint64_t mix(std::uint64_t z) {
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
    return z ^ (z >> 31);
  }

  std::uint64_t state_;
};

}  // namespace heataco
