#include "heataco/core/space_filling.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

namespace heataco {

namespace {

constexpr int levels = 16;  // the curve goes through 2¹⁶ × 2¹⁶ cells

// When Hilbert's curve comes by a cell. From level to level the quarter that holds the cell is
// turned so that the curve runs through it as through the whole.
std::uint32_t time_on_curve(std::uint32_t x, std::uint32_t y) {
  std::uint32_t time = 0;
  for (int level = levels - 1; level >= 0; --level) {
    const std::uint32_t right = x >> level & 1;
    const std::uint32_t upper = y >> level & 1;
    time = time << 2 | ((3 * right) ^ upper);
    // Where the quarter is a lower one, x and y change places, in the right one also their
    // directions; without branches, which would go either way half of the time.
    const std::uint32_t turned = 0U - (right & (upper ^ 1U));
    const std::uint32_t swapped = (x ^ y) & (0U - (upper ^ 1U));
    x ^= swapped ^ turned;
    y ^= swapped ^ turned;
  }
  return time;
}

using Visit = std::pair<std::uint32_t, Node>;  // when, and of what node

// Radix sort by time, the last digit first; it is stable. It cannot be interrupted, and so it has
// to be fast.
void sort_by_time(std::vector<Visit>& visits) {
  constexpr int bits = 11;
  constexpr std::uint32_t digits = 1U << bits;
  std::vector<Visit> sorted(visits.size());
  for (int shift = 0; shift < 2 * levels; shift += bits) {
    const auto digit = [=](const Visit& visit) { return visit.first >> shift & (digits - 1); };
    std::array<std::size_t, digits + 1> place{};
    for (const Visit& visit : visits) ++place[digit(visit) + 1];
    for (std::size_t d = 0; d < digits; ++d) place[d + 1] += place[d];
    for (const Visit& visit : visits) sorted[place[digit(visit)]++] = visit;
    visits.swap(sorted);
  }
}

}  // namespace

Tour space_filling_tour(const Instance& instance) {
  Tour tour(index(instance.n()));
  std::iota(tour.begin(), tour.end(), 0);
  if (!instance.has_coordinates() || tour.empty()) return tour;
  double low_x = instance.x(0), high_x = low_x, low_y = instance.y(0), high_y = low_y;
  for (const Node v : tour) {
    low_x = std::min(low_x, instance.x(v));
    high_x = std::max(high_x, instance.x(v));
    low_y = std::min(low_y, instance.y(v));
    high_y = std::max(high_y, instance.y(v));
  }
  const double width = std::max(high_x - low_x, high_y - low_y);
  const double cells = width > 0.0 ? ((1 << levels) - 1) / width : 0.0;
  std::vector<Visit> order;
  order.reserve(tour.size());
  for (const Node v : tour)
    order.emplace_back(time_on_curve(static_cast<std::uint32_t>((instance.x(v) - low_x) * cells),
                                     static_cast<std::uint32_t>((instance.y(v) - low_y) * cells)),
                       v);
  sort_by_time(order);
  std::transform(order.begin(), order.end(), tour.begin(), [](const auto& e) { return e.second; });
  return tour;
}

}  // namespace heataco
