// Nodes of a matrix that lie at the same place, seen as one.
#pragma once

#include <optional>
#include <vector>

#include "heataco/core/checkpoint.h"
#include "heataco/core/instance.h"

namespace heataco {

// Nodes at the same place, such as jobs of one family, fill each other's candidates, and moves
// between places have to take them along one by one. A shortest tour visits a place once as a rule,
// but a matrix need not obey the triangle inequality, so that the tour of the places is a start and
// not the end.
class SharedPlaces {
 public:
  // None where hardly any nodes of a matrix share places, or all share one or two.
  static std::optional<SharedPlaces> find(const Instance& instance, Checkpoint& checkpoint);

  // The places, each by its first node.
  const Instance& instance() const noexcept { return places_; }

  // All nodes of one place after the other.
  Tour expanded(const Tour& tour) const;

 private:
  using Groups = std::vector<std::vector<Node>>;  // of the nodes of each place

  SharedPlaces(const Instance& instance, Groups groups);

  Groups groups_;
  std::vector<double> lengths_;
  Instance places_;
};

}  // namespace heataco
