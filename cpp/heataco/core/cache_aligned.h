// Vectors that share no cache line with anything else: threads that write side by side would
// otherwise take the line from each other at every step.
#pragma once

#include <cstddef>
#include <new>
#include <vector>

namespace heataco {

inline constexpr std::size_t cache_line = 64;

template <class T>
struct CacheLineAllocator {
  using value_type = T;

  CacheLineAllocator() = default;
  template <class U>
  CacheLineAllocator(const CacheLineAllocator<U>&) {}

  T* allocate(std::size_t count) {
    const std::size_t lines = (count * sizeof(T) + cache_line - 1) / cache_line;
    return static_cast<T*>(::operator new(lines * cache_line, std::align_val_t{cache_line}));
  }
  void deallocate(T* memory, std::size_t) noexcept {
    ::operator delete(memory, std::align_val_t{cache_line});
  }
  bool operator==(const CacheLineAllocator&) const = default;
};

template <class T>
using CacheAligned = std::vector<T, CacheLineAllocator<T>>;

}  // namespace heataco
