// Metrics: how the distance between two nodes follows from their coordinates.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

namespace heataco {

// From EUC_2D up to the matrices distances are whole numbers. The last one is for
// `Instance::doubled` only and has no name.
enum class Metric : int {
  euclidean,
  euclidean_3d,
  latlon_km,
  latlon_m,
  euc_2d,
  euc_3d,
  ceil_2d,
  ceil_3d,
  man_2d,
  man_3d,
  max_2d,
  max_3d,
  att,
  geo,
  xray1,
  xray2,
  explicit_matrix,
  doubled_matrix
};

// In their order; the values of the Python enum of the same name.
inline std::vector<std::string> metric_names() {
  return {"euclidean", "euclidean_3d", "latlon_km", "latlon_m", "EUC_2D",  "EUC_3D",
          "CEIL_2D",   "CEIL_3D",      "MAN_2D",    "MAN_3D",   "MAX_2D",  "MAX_3D",
          "ATT",       "GEO",          "XRAY1",     "XRAY2",    "EXPLICIT"};
}

// Throws std::invalid_argument for an unknown name.
Metric metric_named(const std::string& name);

using Point = std::array<double, 3>;

constexpr double full_turn = 360.0;  // degrees

// Whether the distance is a function of the squared length between x and y alone, the fastest case.
constexpr bool is_planar(Metric metric) noexcept {
  return metric == Metric::euclidean || metric == Metric::euc_2d || metric == Metric::ceil_2d ||
         metric == Metric::att;
}

// Latitudes and longitudes, of which the first axis is not a direction of its own.
constexpr bool is_spherical(Metric metric) noexcept {
  return metric == Metric::geo || metric == Metric::latlon_km || metric == Metric::latlon_m;
}

// Whether the first coordinate is an angle that comes round after a full turn.
constexpr bool is_periodic(Metric metric) noexcept {
  return metric == Metric::xray1 || metric == Metric::xray2;
}

// Whether all distances are whole numbers.
constexpr bool is_whole(Metric metric) noexcept {
  return metric >= Metric::euc_2d && metric < Metric::explicit_matrix;
}

// Rounding to the nearest integer makes detours that are shorter than the way past a node; so may
// matrices.
constexpr bool rounds_to_nearest(Metric metric) noexcept {
  switch (metric) {
    case Metric::ceil_2d:
    case Metric::ceil_3d:
    case Metric::att:
    case Metric::geo:
      return false;
    default:
      return metric >= Metric::euc_2d;
  }
}

// Columns of the coordinates.
std::size_t dimensions(Metric metric) noexcept;

// Where a node lies, from its coordinates: on the unit sphere for latitudes and longitudes.
Point place_of(Metric metric, const double* coordinates) noexcept;

// A node on a map with two axes, for what needs no more than a rough picture; on the sphere
// latitude and longitude in radians.
std::array<double, 2> on_map(Metric metric, const double* coordinates) noexcept;

// What the distance is a growing function of, from the steps along the axes, which are not
// negative: the squared length, the sum of the steps, or the longest one.
inline double measure(Metric metric, double x, double y, double z) noexcept {
  switch (metric) {
    case Metric::man_2d:
    case Metric::man_3d:
      return x + y + z;
    case Metric::max_2d:
    case Metric::max_3d:
    case Metric::xray1:
      return std::max({x, y, z});
    case Metric::xray2:  // the motors have different speeds
      return std::max({x / 1.25, y / 1.5, z / 1.15});
    default:
      return x * x + y * y + z * z;
  }
}

// The measure of the way between two places.
inline double measure(Metric metric, const Point& a, const Point& b) noexcept {
  double x = std::abs(a[0] - b[0]);
  if (is_periodic(metric)) x = std::min(x, std::abs(x - full_turn));
  return measure(metric, x, std::abs(a[1] - b[1]), std::abs(a[2] - b[2]));
}

// Lengths are below 2⁵³ (checked on intake), so that the integer casts are exact and inline.
inline double nearest_integer(double v) noexcept {
  return static_cast<double>(static_cast<std::int64_t>(v + 0.5));
}

inline double round_up(double v) noexcept {
  const auto whole = static_cast<double>(static_cast<std::int64_t>(v));
  return whole < v ? whole + 1.0 : whole;
}

inline double round_up_att(double r) noexcept {
  const double t = nearest_integer(r);
  return t < r ? t + 1.0 : t;
}

// The length of an arc of the Earth, in km, from the squared chord on the unit sphere.
double arc_length(double squared_chord) noexcept;

// The distance that belongs to a measure; for all metrics but GEO and matrices.
inline double length(Metric metric, double measure) noexcept {
  switch (metric) {
    case Metric::euc_2d:
    case Metric::euc_3d:
      return nearest_integer(std::sqrt(measure));
    case Metric::ceil_2d:
    case Metric::ceil_3d:
      return round_up(std::sqrt(measure));
    case Metric::att:
      return round_up_att(std::sqrt(measure / 10.0));
    case Metric::man_2d:
    case Metric::man_3d:
    case Metric::max_2d:
    case Metric::max_3d:
      return nearest_integer(measure);
    case Metric::xray1:
    case Metric::xray2:
      return nearest_integer(100.0 * measure);
    case Metric::latlon_km:
      return arc_length(measure);
    case Metric::latlon_m:
      return 1000.0 * arc_length(measure);
    default:
      return std::sqrt(measure);
  }
}

}  // namespace heataco
