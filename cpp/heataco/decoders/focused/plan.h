// What the budget of a focused search is spent on.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

#include "heataco/search/search.h"

namespace heataco {

// How far a search has come, in iterations and in seconds.
struct Spent {
  std::int64_t iterations;
  double seconds;
};

// A part of the budget.
struct Round {
  double trials;  // a node, as far as can be said
  double iterations;
  double seconds;
};

// One round: walkers are bred and then recombined.
class Plan {
 public:
  Plan(double temperature, Node n, Spent begin, const Round& round)
      : scale_(temperature), n_(n), begin_(begin), round_(round) {}

  // Trials a node below which there is hardly time for more than one walker.
  static double fewest_trials(Node n) { return 2.0 + static_cast<double>(n) / 20'000.0; }

  // The share of the round that is for breeding; what is left is for recombining.
  double breeding() const {
    if (walkers() == 1) return 1.0;
    return std::clamp(1.55 - 0.235 * std::log10(static_cast<double>(n_)), 0.3, 0.9);
  }

  std::size_t walkers() const {
    constexpr double per_walker = 9.0;
    constexpr double most = 100.0;
    if (round_.trials < fewest_trials(n_)) return 1;
    return static_cast<std::size_t>(std::min(per_walker * std::sqrt(round_.trials), most));
  }

  // In lengths of the edges that a trial cuts. A round begins the warmer the more trials a walker
  // has, and cools to nothing.
  double temperature(double share) const {
    const auto count = static_cast<double>(walkers());
    // Recombining makes good what a warm walker leaves undone, and needs tours that differ.
    const double scale = count > 1.0 ? 2.5 * scale_ : scale_;
    return std::min(1.0, scale * std::sqrt(round_.trials / count)) * std::max(0.0, 1.0 - share);
  }

  // How much of the round is over.
  double share(Spent spent) const {
    return std::max(static_cast<double>(spent.iterations - begin_.iterations) / round_.iterations,
                    (spent.seconds - begin_.seconds) / round_.seconds);
  }

 private:
  double scale_;
  Node n_;
  Spent begin_;
  Round round_;
};

// Splits a budget into rounds, each some nine times as long as all before it: there is a good tour
// early, and nine tenths of the budget still go into the longest round, which is the best one. What
// that leaves, if it is done before its time, is for further ones.
class Schedule {
 public:
  // `trial_seconds` is what a trial takes, by all threads; it counts where time limits the search.
  Schedule(double temperature, const Budget& budget, Node n, double seconds, double trial_seconds)
      : temperature_(temperature),
        budget_(budget),
        n_(n),
        trial_seconds_(trial_seconds),
        shortest_(std::max(first_trials, Plan::fewest_trials(n))) {
    const double trials = left({0, seconds}).trials;
    endless_ = !(trials < most_trials);
    if (!endless_)
      rounds_before_longest_ = static_cast<int>(std::max(0.0, std::log10(trials / shortest_)));
  }

  // Whether there is time for another round.
  bool more(Spent spent) const { return endless_ || left(spent).trials >= shortest_; }

  // The round that begins now.
  Plan next(Spent spent) {
    if (endless_) {
      const double trials = first_trials * std::pow(10.0, round_++);
      constexpr double infinity = std::numeric_limits<double>::infinity();
      return Plan(temperature_, n_, spent, {trials, trials / trials_per_iteration, infinity});
    }
    const double share = std::pow(10.0, std::min(0, round_++ - rounds_before_longest_));
    const Round all = left(spent);
    return Plan(temperature_, n_, spent,
                {share * all.trials, share * all.iterations, share * all.seconds});
  }

 private:
  static constexpr double trials_per_iteration = 0.1;  // a node
  static constexpr double first_trials = 4.0;          // a node, of the first of several rounds
  static constexpr double most_trials = 1e6;           // a node; more is no limit

  Round left(Spent spent) const {
    const auto iterations = static_cast<double>(budget_.iterations - spent.iterations);
    const double seconds = std::max(0.0, budget_.seconds - spent.seconds);
    const double by_time = seconds / (trial_seconds_ * static_cast<double>(n_));
    return {std::min(trials_per_iteration * iterations, by_time), iterations, seconds};
  }

  double temperature_;
  const Budget& budget_;
  Node n_;
  double trial_seconds_;
  double shortest_;  // trials a node that are worth a round
  bool endless_;
  int rounds_before_longest_ = 0;
  int round_ = 0;
};

}  // namespace heataco
