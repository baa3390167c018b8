// A problem instance: nodes and the distance between any two of them.
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "heataco/core/types.h"

namespace heataco {

// The last one is for `doubled` only and has no name.
enum class Metric : int { euclidean, euc_2d, ceil_2d, att, geo, explicit_matrix, doubled_matrix };

// In their order; the values of the Python enum of the same name.
inline std::vector<std::string> metric_names() {
  return {"euclidean", "EUC_2D", "CEIL_2D", "ATT", "GEO", "EXPLICIT"};
}

// Throws std::invalid_argument for an unknown name.
Metric metric_named(const std::string& name);

// A view: coordinates (n × 2) or matrix (n × n) stay where the caller holds them.
// No matrix is ever built from coordinates: at n ≥ 5,000 it is slower than computing.
class Instance {
 public:
  Instance(Metric metric, const double* data, Node n, bool symmetric);

  // Copies would share one buffer; a move keeps it in place.
  Instance(const Instance&) = delete;
  Instance& operator=(const Instance&) = delete;
  Instance(Instance&&) = default;
  Instance& operator=(Instance&&) = default;

  // The same nodes, or some of them, under other numbers: node r of the result is node order[r] of
  // this one. For instances with coordinates.
  Instance renumbered(const std::vector<Node>& order) const;

  // The same instance, on the same buffer.
  Instance view() const;

  // A symmetric instance for one with a directed matrix, whose buffer it shares: node i stands for
  // leaving node i, node n + i for entering it. Entering and leaving a node costs nothing; two ways
  // out or two ways in cannot be joined.
  Instance doubled() const;

  Node n() const noexcept { return n_; }
  Metric metric() const noexcept { return metric_; }
  bool symmetric() const noexcept { return symmetric_; }
  bool has_coordinates() const noexcept {
    return metric_ != Metric::explicit_matrix && metric_ != Metric::doubled_matrix;
  }

  // Planar coordinates as given; for GEO latitude and longitude in radians.
  double x(Node i) const noexcept { return data_[2 * static_cast<std::size_t>(i)]; }
  double y(Node i) const noexcept { return data_[2 * static_cast<std::size_t>(i) + 1]; }

  // On the unit sphere, for GEO.
  const double* direction(Node i) const noexcept {
    return directions_ + 3 * static_cast<std::size_t>(i);
  }

  double distance(Node i, Node j) const noexcept {
    switch (metric_) {
      case Metric::explicit_matrix:
        return data_[static_cast<std::size_t>(i) * index(n_) + static_cast<std::size_t>(j)];
      case Metric::geo:
        return great_circle(i, j);
      case Metric::doubled_matrix:
        return doubled_distance(i, j);
      default:
        return from_squared(squared_length(i, j));
    }
  }

  // The planar metrics as a function of the squared length; monotone, as the k-d tree needs.
  double from_squared(double squared) const noexcept {
    switch (metric_) {
      case Metric::euc_2d:
        return nearest_integer(std::sqrt(squared));
      case Metric::ceil_2d:
        return round_up(std::sqrt(squared));
      case Metric::att:
        return round_up_att(std::sqrt(squared / 10.0));
      default:
        return std::sqrt(squared);
    }
  }

  static double great_circle_length(double cosine) noexcept {
    return static_cast<double>(static_cast<std::int64_t>(earth_radius * std::acos(cosine) + 1.0));
  }

 private:
  static constexpr double earth_radius = 6378.388;

  double squared_length(Node i, Node j) const noexcept {
    const double dx = x(i) - x(j);
    const double dy = y(i) - y(j);
    return dx * dx + dy * dy;
  }

  // Lengths are below 2⁵³ (checked on intake), so that the integer casts are exact and inline.
  static double nearest_integer(double v) noexcept {
    return static_cast<double>(static_cast<std::int64_t>(v + 0.5));
  }
  static double round_up(double v) noexcept {
    const auto whole = static_cast<double>(static_cast<std::int64_t>(v));
    return whole < v ? whole + 1.0 : whole;
  }
  static double round_up_att(double r) noexcept {
    const double t = nearest_integer(r);
    return t < r ? t + 1.0 : t;
  }

  double doubled_distance(Node i, Node j) const noexcept {
    const Node half = n_ / 2;
    if ((i < half) == (j < half)) return std::numeric_limits<double>::infinity();
    const Node from = i < j ? i : j;
    const Node to = (i < j ? j : i) - half;
    if (from == to) return 0.0;
    return data_[static_cast<std::size_t>(from) * static_cast<std::size_t>(half) +
                 static_cast<std::size_t>(to)];
  }

  Instance() = default;

  double great_circle(Node i, Node j) const noexcept;
  double great_circle_by_formula(Node i, Node j) const noexcept;
  void find_directions();

  Metric metric_ = Metric::euclidean;
  Node n_ = 0;
  bool symmetric_ = true;
  const double* data_ = nullptr;
  std::vector<double> owned_;  // what data_ points to where it is not the caller's
  const double* directions_ = nullptr;
  std::vector<double> owned_directions_;
};

}  // namespace heataco
