// Several walkers on one instance: bred apart from each other, then recombined.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <vector>

#include "heataco/core/worker_pool.h"
#include "heataco/decoders/focused/crossover.h"
#include "heataco/decoders/focused/team.h"

namespace heataco {

// Whether the walker is alone, and has all threads, is said.
using MakeWalker = std::function<std::unique_ptr<Walker>(bool alone)>;
// The tour that a walker starts from, by its number; called by several threads at once.
using MakeStart = std::function<Tour(std::size_t)>;

class Population {
 public:
  // The first walker goes on from `first`, which was improved before and also stays as it is; the
  // others start from tours of their own, as long as there is time for it.
  Population(const SearchSpace& space, std::size_t size, const Tour& first,
             const MakeWalker& make_walker, const MakeStart& make_start, WorkerPool& pool,
             Watch& watch);

  // So many trials, spread over the walkers. Returns whether all were made.
  bool breed(std::int64_t trials, double temperature, std::uint64_t seed, std::uint64_t iteration);

  // One generation: every tour takes over from one other, the first one only once it is admitted.
  // Returns by how much the tours got shorter, all together.
  double recombine(Crossover::Sets sets, std::uint64_t seed, std::uint64_t iteration);

  // Returns whether that is new, and the first tour can be of use: it is not the longest of all.
  bool admit_first();

  const std::vector<Tour>& tours() const noexcept { return tours_; }
  std::vector<Tour> present_tours() const;  // also while they are bred
  const Tour& best() const noexcept { return tours_[best_]; }

 private:
  void note(std::size_t walker);
  void find_best_walker();
  void find_best();
  double take_over(std::size_t own, const Tour& other, Crossover::Sets sets,
                   const Frequencies& frequencies, Rng& rng);

  const SearchSpace& space_;
  WorkerPool& pool_;
  Watch& watch_;
  Team team_;
  std::vector<Tour> tours_;  // of the walkers, and the first one
  std::vector<double> costs_;
  std::size_t best_ = 0;
  bool admitted_;       // the first tour, to recombination
  bool noted_ = false;  // all walkers' tours; while they walk only those that are the shortest
  std::mutex mutex_;
  std::vector<std::unique_ptr<Crossover>> idle_;  // scratch of crossovers, one for each thread
};

}  // namespace heataco
