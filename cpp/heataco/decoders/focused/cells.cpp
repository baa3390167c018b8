#include "heataco/decoders/focused/cells.h"

#include <algorithm>

#include "heataco/decoders/focused/tuning.h"

namespace heataco {

namespace {

bool wider_than_high(const Instance& instance, const std::vector<Node>& nodes) {
  const auto by_x = [&](Node a, Node b) { return instance.x(a) < instance.x(b); };
  const auto by_y = [&](Node a, Node b) { return instance.y(a) < instance.y(b); };
  const auto [left, right] = std::minmax_element(nodes.begin(), nodes.end(), by_x);
  const auto [low, high] = std::minmax_element(nodes.begin(), nodes.end(), by_y);
  return instance.x(*right) - instance.x(*left) > instance.y(*high) - instance.y(*low);
}

}  // namespace

std::vector<std::vector<Node>> cut_into_cells(const Instance& instance, std::vector<Node> nodes,
                                              std::size_t max_nodes, Rng& rng) {
  std::vector<std::vector<Node>> open{std::move(nodes)};
  std::vector<std::vector<Node>> cells;
  while (!open.empty()) {
    std::vector<Node> whole = std::move(open.back());
    open.pop_back();
    if (whole.size() <= max_nodes) {
      cells.push_back(std::move(whole));
      continue;
    }
    const double share = tuning::min_cut_share + tuning::cut_share_range * rng.uniform();
    const auto middle =
        whole.begin() + static_cast<std::ptrdiff_t>(share * static_cast<double>(whole.size()));
    const bool across = wider_than_high(instance, whole);
    // Ties by number: which of two equal nodes comes first must not depend on the library.
    const auto key = [&](Node v) { return std::pair(across ? instance.x(v) : instance.y(v), v); };
    std::nth_element(whole.begin(), middle, whole.end(),
                     [&](Node a, Node b) { return key(a) < key(b); });
    open.emplace_back(middle, whole.end());
    whole.erase(middle, whole.end());
    open.push_back(std::move(whole));
  }
  for (auto& cell : cells) std::sort(cell.begin(), cell.end());
  return cells;
}

}  // namespace heataco
