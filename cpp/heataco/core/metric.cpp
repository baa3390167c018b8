#include "heataco/core/metric.h"

#include <numbers>
#include <stdexcept>

namespace heataco {

namespace {

// The ellipsoid WGS 84. Reduced latitudes carry it to a sphere on which the lengths of parallels
// are exact and those of meridians too long by nothing at the poles and by the flattening at the
// equator; the radius halves that error, so that arcs are within 0.2 % of geodesics.
constexpr double flattening = 1.0 / 298.257223563;
constexpr double arc_radius = 6378.137 * (1.0 - flattening / 2.0);

// TSPLIB's conversion of DDD.MM, with its own value of pi: the best-known lengths depend on both.
double radians_of_minutes(double ddd_mm) {
  const double degrees = std::trunc(ddd_mm);
  const double minutes = ddd_mm - degrees;
  return 3.141592 * (degrees + 5.0 * minutes / 3.0) / 180.0;
}

double radians(double degrees) {
  return degrees * (std::numbers::pi / 180.0);
}

Point direction(double latitude, double longitude) {
  return {std::cos(latitude) * std::cos(longitude), std::cos(latitude) * std::sin(longitude),
          std::sin(latitude)};
}

}  // namespace

Metric metric_named(const std::string& name) {
  const std::vector<std::string> names = metric_names();
  const auto found = std::find(names.begin(), names.end(), name);
  if (found == names.end()) throw std::invalid_argument("metric " + name + " is unknown");
  return static_cast<Metric>(found - names.begin());
}

std::size_t dimensions(Metric metric) noexcept {
  switch (metric) {
    case Metric::euclidean_3d:
    case Metric::euc_3d:
    case Metric::ceil_3d:
    case Metric::man_3d:
    case Metric::max_3d:
    case Metric::xray1:
    case Metric::xray2:
      return 3;
    default:
      return 2;
  }
}

Point place_of(Metric metric, const double* coordinates) noexcept {
  const auto [first, second] = on_map(metric, coordinates);
  if (metric == Metric::geo) return direction(first, second);
  if (is_spherical(metric)) {
    const double reduced =
        std::atan2((1.0 - flattening) * std::sin(first), std::max(0.0, std::cos(first)));
    return direction(reduced, second);
  }
  return {first, second, dimensions(metric) == 3 ? coordinates[2] : 0.0};
}

std::array<double, 2> on_map(Metric metric, const double* coordinates) noexcept {
  const double first = coordinates[0];
  const double second = coordinates[1];
  if (metric == Metric::geo) return {radians_of_minutes(first), radians_of_minutes(second)};
  if (is_spherical(metric)) return {radians(first), radians(second)};
  return {first, second};
}

double arc_length(double squared_chord) noexcept {
  return 2.0 * arc_radius * std::asin(std::min(1.0, std::sqrt(squared_chord) / 2.0));
}

}  // namespace heataco
