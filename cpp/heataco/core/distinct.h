// Nodes at the same point: a search visits the point, and there all its nodes.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "heataco/core/checkpoint.h"
#include "heataco/core/heatmap.h"
#include "heataco/core/instance.h"

namespace heataco {

// The distinct points of an instance with coordinates. Many nodes at one point fill each other's
// neighbour lists, so that no search can leave the point, although their order does not matter. A
// shortest tour of the points is a shortest tour of the nodes if the triangle inequality holds.
// With rounding to the nearest integer it may not: a detour over a point may be shorter by 1, which
// is ignored except in the smallest instances. Metrics under which nodes at one point are not at
// distance 0 (GEO) are left alone, and so are matrices.
class Distinct {
 public:
  // When the watch stops it, no nodes share points.
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
