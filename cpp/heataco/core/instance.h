// A problem instance: nodes and the distance between any two of them.
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "heataco/core/metric.h"
#include "heataco/core/types.h"

namespace heataco {

// A view: coordinates (n × 2 or n × 3) or matrix (n × n) stay where the caller holds them.
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

  // Coordinates on a map: planar ones as given, of others the first two, and on the sphere latitude
  // and longitude in radians.
  double x(Node i) const noexcept { return data_[2 * index(i)]; }
  double y(Node i) const noexcept { return data_[2 * index(i) + 1]; }

  // Where a node lies: z is 0 in the plane, and latitudes and longitudes are on the unit sphere.
  Point place(Node i) const noexcept {
    if (places_ == nullptr) return {x(i), y(i), 0.0};
    return places_[index(i)];
  }

  double distance(Node i, Node j) const noexcept {
    switch (metric_) {
      case Metric::explicit_matrix:
        return data_[index(i) * index(n_) + index(j)];
      case Metric::doubled_matrix:
        return doubled_distance(i, j);
      // Known when compiled: one switch in place of two is 2 % of a search.
      case Metric::euclidean:
        return length(Metric::euclidean, squared_length(i, j));
      case Metric::euc_2d:
        return length(Metric::euc_2d, squared_length(i, j));
      case Metric::ceil_2d:
        return length(Metric::ceil_2d, squared_length(i, j));
      case Metric::att:
        return length(Metric::att, squared_length(i, j));
      case Metric::geo:
        return great_circle(i, j);
      default:
        return distance_of_places(i, j);
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

  // Whether rounding cannot matter to where a length is cut off: it is not next to an integer.
  static bool is_clear(double length, double whole) noexcept {
    constexpr double rounding = 1e-3;  // for lengths above it, far more than errors add up to
    return length - whole > rounding && length - whole < 1.0 - rounding;
  }

  // TSPLIB's formula needs three cosines and an arc cosine. The chord between two places gives the
  // same number but for rounding: by the series of 2·asin(c/2) up to 29 degrees, where the terms
  // left out come to less than 4 mm. Where a length is next to an integer the formula decides.
  double great_circle(Node i, Node j) const noexcept {
    constexpr double longest = 0.25;
    const Point& a = places_[index(i)];
    const Point& b = places_[index(j)];
    const double dx = a[0] - b[0];
    const double dy = a[1] - b[1];
    const double dz = a[2] - b[2];
    const double c2 = dx * dx + dy * dy + dz * dz;
    if (c2 > longest) return far_great_circle(i, j);
    constexpr double c10 = 63.0 / 2883584.0;
    constexpr double c8 = 35.0 / 294912.0;
    constexpr double c6 = 5.0 / 7168.0;
    const double tail = c2 * (c6 + c2 * (c8 + c2 * c10));
    const double series = 1.0 + c2 * (1.0 / 24.0 + c2 * (3.0 / 640.0 + tail));
    const double length = earth_radius * std::sqrt(c2) * series + 1.0;
    const auto whole = static_cast<double>(static_cast<std::int64_t>(length));
    return is_clear(length, whole) ? whole : great_circle_by_formula(i, j);
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

  double distance_of_places(Node i, Node j) const noexcept;
  double far_great_circle(Node i, Node j) const noexcept;
  double great_circle_by_formula(Node i, Node j) const noexcept;

  Metric metric_ = Metric::euclidean;
  Node n_ = 0;
  bool symmetric_ = true;
  const double* data_ = nullptr;
  std::vector<double> owned_;      // what data_ points to where it is not the caller's
  const Point* places_ = nullptr;  // where x and y do not say it
  std::vector<Point> owned_places_;
};

}  // namespace heataco
