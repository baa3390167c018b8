// Nodes that lie on one point: a search visits the point, and all its nodes there.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "heataco/core/checkpoint.h"
#include "heataco/core/heatmap.h"
#include "heataco/core/instance.h"

namespace heataco {

// The points of an instance with coordinates. Where nodes share points, lists of neighbours hold
// nothing but those, no search finds its way out of them, and all orders among them cost the same.
// A shortest tour of the points is a shortest tour of the nodes where the metric knows no short
// cuts. Rounding to the nearest integer does: there a detour over a point may be shorter by 1 than
// the way past it, which is ignored but in the smallest instances. Nodes that are not at distance 0
// on one point (GEO) are left alone, and so are matrices.
class Distinct {
 public:
  // Gives up when told to, and then finds none.
  Distinct(const Instance& instance, Watch& watch);

  // Whether nodes share points.
  bool worthwhile() const noexcept { return points_.has_value(); }

  // For what follows it must be.
  const Instance& points() const noexcept { return *points_; }
  const std::vector<Node>& point_of() const noexcept { return point_of_; }  // of every node
  // The first node of each point.
  const std::vector<Node>& nodes() const noexcept { return first_; }

  Tour collapsed(const Tour& tour) const;
  Tour expanded(const Tour& tour) const;
  // A heatmap of nodes as one of their points: of several scores the highest.
  HeatArrays collapsed(const HeatRows& heat) const;

 private:
  void find_points(const Instance& instance, Watch& watch);

  std::vector<Node> point_of_;
  std::vector<Node> first_;
  std::optional<Instance> points_;
};

}  // namespace heataco
