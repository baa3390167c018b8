// Disjoint sets of nodes.
#pragma once

#include <numeric>
#include <vector>

#include "heataco/core/types.h"

namespace heataco {

class UnionFind {
 public:
  explicit UnionFind(Node n) : parents_(index(n)), sets_(n) {
    std::iota(parents_.begin(), parents_.end(), 0);
  }

  Node sets() const noexcept { return sets_; }

  // The representative of v's set.
  Node find(Node v) noexcept {
    while (parents_[index(v)] != v) v = parents_[index(v)] = parents_[index(parents_[index(v)])];
    return v;
  }

  // False where both are in one set already.
  bool join(Node a, Node b) noexcept {
    a = find(a);
    b = find(b);
    if (a == b) return false;
    parents_[index(a)] = b;
    --sets_;
    return true;
  }

 private:
  std::vector<Node> parents_;
  Node sets_;
};

}  // namespace heataco
