// What the budget of a focused search is spent on.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

#include "heataco/decoders/focused/tuning.h"
#include "heataco/search/search.h"

namespace heataco {

// How far a search has come, in iterations and in seconds.
struct Spent {
  std::int64_t iterations;
  double seconds;
};

// A part of the budget.
struct Round {
  double trials;  // per node, as far as is known
  double iterations;
  double seconds;
};

// One round: walkers are bred and then recombined.
class Plan {
 public:
  // `n` nodes are searched as `searched` ones: twice as many where directed, which takes longer to
  // recombine.
  Plan(double temperature, Node n, Node searched, Spent begin, const Round& round)
      : scale_(temperature), n_(n), searched_(searched), begin_(begin), round_(round) {}

  // The share of the round that is for breeding; what is left is for recombining.
  double breeding() const { return walkers() == 1 ? 1.0 : tuning::breeding_share(searched_); }

  std::size_t walkers() const {
    if (round_.trials < tuning::min_trials_to_recombine(searched_)) return 1;
    return static_cast<std::size_t>(
        std::min(tuning::walkers_per_root(n_, n_ != searched_) * std::sqrt(round_.trials),
                 tuning::max_walkers));
  }

  // In lengths of the edges that a trial cuts. A round begins the warmer the more trials a walker
  // has, and cools to nothing.
  double temperature(double share) const {
    const auto count = static_cast<double>(walkers());
    const double scale = count > 1.0 ? tuning::recombined_temperature * scale_ : scale_;
    return std::min(tuning::max_temperature, scale * std::sqrt(round_.trials / count)) *
           std::max(0.0, 1.0 - share);
  }

  // How much of the round is over.
  double share(Spent spent) const {
    return std::max(static_cast<double>(spent.iterations - begin_.iterations) / round_.iterations,
                    (spent.seconds - begin_.seconds) / round_.seconds);
  }

 private:
  double scale_;
  Node n_;
  Node searched_;
  Spent begin_;
  Round round_;
};

// Splits a budget into rounds that grow tenfold: there is a good tour early, and nine tenths of the
// budget still go into the longest round, which is the best one. What that leaves, if it is done
// before its time, is for further ones.
class Schedule {
 public:
  // As for a plan. `trial_seconds` is what a trial takes, by all threads; it counts where time
  // limits the search.
  Schedule(double temperature, const Budget& budget, Node n, Node searched, double seconds,
           double trial_seconds)
      : temperature_(temperature),
        budget_(budget),
        n_(n),
        searched_(searched),
        trial_seconds_(trial_seconds),
        shortest_(std::max(tuning::first_trials, tuning::min_trials_to_recombine(n))) {
    const double trials = left({0, seconds}).trials;
    endless_ = !(trials < tuning::unlimited_trials);
    if (!endless_)
      rounds_before_longest_ = static_cast<int>(
          std::max(0.0, std::log10(trials / shortest_) / std::log10(tuning::round_growth)));
  }

  // Trials of an iteration. A directed instance is searched with twice as many nodes; these are
  // its own.
  std::int64_t trials() const { return tuning::trials_of_iteration(n_); }

  // Whether there is time for another round.
  bool more(Spent spent) const { return endless_ || left(spent).trials >= shortest_; }

  // The round that begins now.
  Plan next(Spent spent) {
    if (endless_) {
      const double trials = tuning::first_trials * std::pow(tuning::round_growth, round_++);
      constexpr double infinity = std::numeric_limits<double>::infinity();
      return Plan(temperature_, n_, searched_, spent,
                  {trials, trials / tuning::trials_per_node, infinity});
    }
    const double share =
        std::pow(tuning::round_growth, std::min(0, round_++ - rounds_before_longest_));
    const Round all = left(spent);
    return Plan(temperature_, n_, searched_, spent,
                {share * all.trials, share * all.iterations, share * all.seconds});
  }

 private:
  Round left(Spent spent) const {
    const auto iterations = static_cast<double>(budget_.iterations - spent.iterations);
    const double seconds = std::max(0.0, budget_.seconds - spent.seconds);
    const double by_time = seconds / (trial_seconds_ * static_cast<double>(n_));
    return {std::min(tuning::trials_per_node * iterations, by_time), iterations, seconds};
  }

  double temperature_;
  const Budget& budget_;
  Node n_;
  Node searched_;
  double trial_seconds_;
  double shortest_;  // trials per node that are worth a round
  bool endless_;
  int rounds_before_longest_ = 0;
  int round_ = 0;
};

}  // namespace heataco
