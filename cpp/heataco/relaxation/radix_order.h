// Sorting numbers by their keys in linear time.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <utility>
#include <vector>

namespace heataco {

// The numbers 0 … m − 1 in ascending order of single-precision keys, equal keys by number.
class RadixOrder {
 public:
  // `key(i)` is finite.
  template <class Key>
  void sort(std::size_t size, const Key& key) {
    entries_.resize(size);
    buffer_.resize(size);
    for (auto& digits : counts_) digits.fill(0);
    for (std::size_t i = 0; i < size; ++i) {
      const std::uint32_t bits = ordered_bits(key(i));
      entries_[i] = static_cast<std::uint64_t>(bits) << 32 | i;
      for (int pass = 0; pass < passes; ++pass) ++count(pass, bits);
    }
    for (int pass = 0; pass < passes; ++pass) {
      std::uint32_t before = 0;
      for (std::uint32_t& counted : counts_[static_cast<std::size_t>(pass)])
        before += std::exchange(counted, before);
      for (const std::uint64_t entry : entries_)
        buffer_[count(pass, static_cast<std::uint32_t>(entry >> 32))++] = entry;
      entries_.swap(buffer_);
    }
  }

  std::uint32_t operator[](std::size_t place) const noexcept {
    return static_cast<std::uint32_t>(entries_[place]);
  }

 private:
  static constexpr int passes = 3;
  static constexpr int digit_bits = 11;
  static constexpr std::uint32_t digit_mask = (1u << digit_bits) - 1;

  // Unsigned integers in the order of the numbers: the sign turned, negative ones reversed.
  static std::uint32_t ordered_bits(float value) noexcept {
    const auto bits = std::bit_cast<std::uint32_t>(value);
    return bits >> 31 != 0 ? ~bits : bits | 0x80000000u;
  }

  std::uint32_t& count(int pass, std::uint32_t bits) noexcept {
    return counts_[static_cast<std::size_t>(pass)][bits >> (pass * digit_bits) & digit_mask];
  }

  std::vector<std::uint64_t> entries_;
  std::vector<std::uint64_t> buffer_;
  std::array<std::array<std::uint32_t, digit_mask + 1>, passes> counts_;
};

}  // namespace heataco
