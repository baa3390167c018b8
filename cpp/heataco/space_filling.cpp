#include "heataco/space_filling.h"

#include <algorithm>
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
    if (upper == 0) {
      if (right == 1) {
        x = ~x;
        y = ~y;
      }
      std::swap(x, y);
    }
  }
  return time;
}

}  // namespace

Tour space_filling_tour(const Instance& instance, Checkpoint& checkpoint) {
  constexpr std::size_t steps_between_looks = 1 << 17;
  Tour tour(static_cast<std::size_t>(instance.n()));
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
  std::vector<std::pair<std::uint32_t, Node>> order;
  order.reserve(tour.size());
  std::size_t steps = 0;
  const auto look = [&] {
    if (++steps % steps_between_looks == 0) checkpoint.throw_if_interrupted();
  };
  for (const Node v : tour) {
    look();
    order.emplace_back(time_on_curve(static_cast<std::uint32_t>((instance.x(v) - low_x) * cells),
                                     static_cast<std::uint32_t>((instance.y(v) - low_y) * cells)),
                       v);
  }
  std::sort(order.begin(), order.end(), [&](const auto& a, const auto& b) {
    look();
    return a < b;
  });
  std::transform(order.begin(), order.end(), tour.begin(), [](const auto& e) { return e.second; });
  return tour;
}

}  // namespace heataco
