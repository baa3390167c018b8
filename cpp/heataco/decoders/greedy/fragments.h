// Paths that grow together into a tour.
#pragma once

#include <vector>

#include "heataco/core/union_find.h"

namespace heataco {

// Undirected paths for symmetric instances, directed ones otherwise. A set of paths with every
// node in exactly one of them; a single node is a path, too.
class Fragments {
 public:
  Fragments(Node n, bool symmetric)
      : symmetric_(symmetric), links_(2 * index(n), no_node), sets_(n) {}

  Node count() const noexcept { return sets_.sets(); }

  // Whether an edge may still leave v (enter it), by degree alone.
  bool open_out(Node v) const { return symmetric_ ? open(v) : link(v, 0) == no_node; }
  bool open_in(Node v) const { return symmetric_ ? open(v) : link(v, 1) == no_node; }

  // The fragment's representative.
  Node find(Node v) { return sets_.find(v); }

  // Joins two fragments by the edge from → to; false where a degree or a subtour forbids it.
  bool join(Node from, Node to) {
    if (!open_out(from) || !open_in(to) || !sets_.join(from, to)) return false;
    attach(from, to, 0);
    attach(to, from, 1);
    return true;
  }

  // The nodes of the last fragment in order.
  Tour tour() const {
    Node v = 0;
    while (!(symmetric_ ? open(v) : link(v, 1) == no_node)) ++v;
    Tour tour;
    for (Node before = no_node; v != no_node;) {
      tour.push_back(v);
      const Node next = link(v, 0) != before || !symmetric_ ? link(v, 0) : link(v, 1);
      before = v;
      v = next;
    }
    return tour;
  }

 private:
  Node link(Node v, int slot) const { return links_[2 * index(v) + index(slot)]; }
  bool open(Node v) const { return link(v, 1) == no_node; }

  // Directed: slot 0 is the successor, slot 1 the predecessor. Undirected: filled in order.
  void attach(Node v, Node other, int directed_slot) {
    const int slot = symmetric_ ? (link(v, 0) == no_node ? 0 : 1) : directed_slot;
    links_[2 * index(v) + index(slot)] = other;
  }

  bool symmetric_;
  std::vector<Node> links_;
  UnionFind sets_;
};

}  // namespace heataco
