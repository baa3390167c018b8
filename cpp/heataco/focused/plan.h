// What the budget of a focused search is spent on.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "heataco/search.h"

namespace heataco {

class Plan {
 public:
  // `trial_seconds` is what a trial takes, by all threads; it counts where time limits the search.
  Plan(double temperature, const Budget& budget, Node n, double spent, double trial_seconds)
      : scale_(temperature), budget_(budget) {
    constexpr double unknown = 10.0;
    const double by_iterations = 0.1 * static_cast<double>(budget.iterations);
    const double by_time =
        std::max(0.0, budget.seconds - spent) / (trial_seconds * static_cast<double>(n));
    const double trials = std::min(by_iterations, by_time);
    trials_per_node_ = trials < most_trials ? trials : unknown;
    fewest_trials_ = 2.0 + static_cast<double>(n) / 20'000.0;
    breeding_ = std::clamp(1.55 - 0.235 * std::log10(static_cast<double>(n)), 0.3, 0.9);
  }

  // The share of the budget that is for breeding; what is left is for recombining.
  double breeding() const { return chains() > 1 ? breeding_ : 1.0; }

  // Chains that are bred: one where there is hardly time for it.
  std::size_t chains() const {
    constexpr double per_chain = 9.0;
    constexpr double most = 100.0;
    return trials_per_node_ < fewest_trials_
               ? 1
               : static_cast<std::size_t>(std::min(per_chain * std::sqrt(trials_per_node_), most));
  }

  // In units of the mean edge. A search begins the warmer the more trials a chain has, and cools to
  // nothing.
  double temperature(double share, std::size_t chains) const {
    // Recombining makes good what a warm chain leaves undone, and needs tours that differ.
    const double scale = chains > 1 ? 2.5 * scale_ : scale_;
    const double trials = trials_per_node_ / static_cast<double>(chains);
    return std::min(1.0, scale * std::sqrt(trials)) * std::max(0.0, 1.0 - share);
  }

  // How much of the budget is spent.
  double share(std::int64_t iterations, double seconds) const {
    return std::max(static_cast<double>(iterations) / static_cast<double>(budget_.iterations),
                    seconds / budget_.seconds);
  }

 private:
  static constexpr double most_trials = 1e6;

  double scale_;
  const Budget& budget_;
  double trials_per_node_;
  double fewest_trials_;  // a node, for more than one chain
  double breeding_;
};

}  // namespace heataco
