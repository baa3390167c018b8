#include "heataco/decoders/focused/cycle_partners.h"

#include <algorithm>

#include "heataco/decoders/focused/tuning.h"

namespace heataco {

void CyclePartners::assign(const AlternatingCycles& cycles) {
  cycles_ = &cycles;
  gains_.assign(cycles.size(), 0.0);
  looked_from_.assign(cycles.size(), cycles.size());
  places_.clear();
  for (std::size_t c = 0; c < cycles.size(); ++c) {
    for (std::size_t i = 0; i + 1 < cycles[c].size(); ++i) {
      const double length = space_.instance.distance(cycles[c][i], cycles[c][i + 1]);
      gains_[c] += i % 2 == 0 ? length : -length;
      places_.emplace_back(tour_.position(cycles[c][i]), c);
    }
  }
  std::sort(places_.begin(), places_.end());
}

const std::vector<std::size_t>& CyclePartners::of(std::size_t cycle, const Exchange& exchange) {
  found_.clear();
  looked_from_[cycle] = cycle;
  for (const auto& [first, last] : exchange.beside_longest_cycle()) {
    auto place = std::lower_bound(places_.begin(), places_.end(), std::pair{first, std::size_t{0}});
    for (; place != places_.end() && place->first <= last; ++place)
      look_at(place->second, cycle, tour_.at(place->first), exchange);
  }
  keep_best();
  return found_;
}

void CyclePartners::look_at(std::size_t other, std::size_t cycle, Node node,
                            const Exchange& exchange) {
  if (looked_from_[other] == cycle || !(gains_[cycle] + gains_[other] > 0.0)) return;
  looked_from_[other] = cycle;
  const int inside = exchange.cycle_of(node);
  const std::vector<Node>& nodes = (*cycles_)[other];
  if (std::any_of(nodes.begin(), nodes.end(),
                  [&](Node v) { return exchange.cycle_of(v) != inside; }))
    found_.push_back(other);
}

void CyclePartners::keep_best() {
  const auto more = [this](std::size_t one, std::size_t other) {
    return gains_[one] != gains_[other] ? gains_[one] > gains_[other] : one < other;
  };
  const auto end =
      found_.begin() + static_cast<std::ptrdiff_t>(std::min(found_.size(), tuning::max_partners));
  std::partial_sort(found_.begin(), end, found_.end(), more);
  found_.erase(end, found_.end());
}

}  // namespace heataco
