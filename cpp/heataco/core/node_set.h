// A set of nodes, such as those that a tour under construction has not reached yet.
#pragma once

#include <bit>
#include <cstdint>

#include "heataco/core/cache_aligned.h"
#include "heataco/core/types.h"

namespace heataco {

// One bit a node: 1.2 KB at n = 10,000, so that the sets of several ants share the first cache.
class NodeSet {
 public:
  explicit NodeSet(Node n) : n_(n), words_((index(n) + 31) / 32) {}

  void fill() {
    words_.assign(words_.size(), ~std::uint32_t{0});
    if (n_ % 32 != 0) words_.back() = below(n_ % 32);
  }
  void remove(Node v) noexcept { words_[word(v)] &= ~bit(v); }
  bool contains(Node v) const noexcept { return (words_[word(v)] & bit(v)) != 0; }

  // Whether any of begin, …, end − 1 is in the set; begin < end.
  bool any(Node begin, Node end) const noexcept {
    const std::size_t first = word(begin);
    const std::size_t last = word(end - 1);
    const std::uint32_t from_begin = ~below(begin & 31);
    const std::uint32_t to_end = ~std::uint32_t{0} >> (31 - ((end - 1) & 31));
    if (first == last) return (words_[first] & from_begin & to_end) != 0;
    if ((words_[first] & from_begin) != 0 || (words_[last] & to_end) != 0) return true;
    for (std::size_t w = first + 1; w < last; ++w)
      if (words_[w] != 0) return true;
    return false;
  }

  const std::uint32_t* words() const noexcept { return words_.data(); }

  template <class Visit>
  void for_each(const Visit& visit) const {
    for (std::size_t w = 0; w < words_.size(); ++w)
      for (std::uint32_t rest = words_[w]; rest != 0; rest &= rest - 1)
        visit(static_cast<Node>(32 * w + static_cast<std::size_t>(std::countr_zero(rest))));
  }

 private:
  static std::size_t word(Node v) noexcept { return index(v) >> 5; }
  static std::uint32_t bit(Node v) noexcept { return std::uint32_t{1} << (v & 31); }
  static std::uint32_t below(Node v) noexcept { return (std::uint32_t{1} << v) - 1; }

  Node n_;
  CacheAligned<std::uint32_t> words_;  // every step of an ant writes here
};

}  // namespace heataco
