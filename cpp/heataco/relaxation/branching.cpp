#include "heataco/relaxation/branching.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>

#include "heataco/relaxation/mending.h"
#include "heataco/relaxation/patching.h"
#include "heataco/relaxation/sparse_arcs.h"
#include "heataco/relaxation/whole_distances.h"

namespace heataco {

namespace {

class Branching {
 public:
  Branching(const Instance& instance, const Assignment& assignment, double known, Watch& watch)
      : instance_(instance),
        watch_(watch),
        best_(known),
        whole_(known < 0x1p53 && all_whole(instance, watch)) {
    root_ = std::make_unique<Subproblem>();
    root_->prices = assignment.prices;
    root_->targets = assignment.targets;
    root_->bound = length(assignment.targets);
    root_->cycles = cycles_of(assignment.targets).count();
    root_bound_ = root_->bound;
  }

  BranchingResult run() {
    if (limit(*root_) < 0.0) return {{}, true};
    if (static_cast<double>(root_->cycles) > max_cycles * instance_.n()) return {};
    arcs_.emplace(instance_, root_->prices, limit(*root_), max_arcs, watch_);
    if (!arcs_->complete()) return {};
    mending_.emplace(instance_, *arcs_);
    open_.push_back(std::move(root_));
    while (!open_.empty()) {
      if (exhausted()) return {std::move(tour_), false};
      std::pop_heap(open_.begin(), open_.end(), later);
      const Open next = std::move(open_.back());
      open_.pop_back();
      if (limit(*next) >= 0.0) expand(*next);
      if (stopped()) return {std::move(tour_), false};
    }
    return {std::move(tour_), true};
  }

 private:
  using Open = std::unique_ptr<Subproblem>;

  static constexpr double max_cycles = 0.3;  // per node; pairs of nodes mean a symmetric instance
  static constexpr std::size_t max_arcs = 4'000'000;
  static constexpr std::size_t max_memory = std::size_t{1} << 28;
  // Of 72 instances with 100 to 1,000 nodes 39 were proven with an effort of at most 100,000: all
  // but coins and one-way streets of 100 nodes with less than 13,000. The others had gaps of 0.5 to
  // 4 % left by then. With 2,000 where the gap is wide, 236 of 250 instances of independent arcs
  // were proven.
  static constexpr double max_gap = 0.02;
  static constexpr double max_effort = 40'000.0;
  double max_wide_effort() const { return std::min(20'000.0, 6e6 / instance_.n()); }

  // Once it has stopped it stays so: branches may have been left out.
  bool stopped() { return stopped_ = stopped_ || watch_.should_stop(); }

  // Arcs looked at, those of patching included, and copies of subproblems, per node.
  double effort() const {
    constexpr double per_subproblem = 20.0;
    const auto n = static_cast<double>(instance_.n());
    return static_cast<double>(mending_->arcs_seen() + arcs_patched_) / n +
           per_subproblem * static_cast<double>(number_);
  }

  // Where the gap is still wide after a while, as with one-way streets, it will not be closed.
  bool exhausted() const {
    const std::size_t bytes = index(instance_.n()) * (sizeof(Node) + 2 * sizeof(double));
    const bool wide = best_ - open_.front()->bound > max_gap * best_;
    return effort() > (wide ? max_wide_effort() : max_effort) || open_.size() * bytes > max_memory;
  }

  // By bound; among equals those with few cycles, and then the latest.
  static bool later(const Open& a, const Open& b) {
    if (a->bound != b->bound) return a->bound > b->bound;
    if (a->cycles != b->cycles) return a->cycles > b->cycles;
    return a->number < b->number;
  }

  // A tour counts as shorter up to here: sums are rounded, and whole lengths differ by one at
  // least.
  double max_shorter() const { return whole_ ? best_ - 1.0 + 1e-6 : best_ * (1.0 - 1e-12); }

  // By how much the bound of a subproblem may rise.
  double limit(const Subproblem& subproblem) const { return max_shorter() - subproblem.bound; }

  double length(const std::vector<Node>& targets) const {
    double sum = 0.0;
    for (Node v = 0; v < instance_.n(); ++v) sum += instance_.distance(v, targets[index(v)]);
    return sum;
  }

  void expand(const Subproblem& parent) {
    const Cycles cycles = cycles_of(parent.targets);
    if (cycles.count() == 1) return keep(parent.targets);
    arcs_patched_ += static_cast<std::int64_t>(arcs_->count());
    if (auto targets = arcs_->patched(instance_, parent.targets, cycles, best_ - parent.bound)) {
      if (length(*targets) < best_) keep(*targets);
    }
    if (limit(parent) < 0.0) return;
    mending_->take(parent);
    branch_on(parent, shortest_free(parent, cycles));
  }

  void keep(const std::vector<Node>& targets) {
    best_ = length(targets);
    tour_ = tour_along(targets);
    arcs_->shorten_to(max_shorter() - root_bound_);
  }

  // Tails of the arcs that are not compulsory, of the cycle that has the fewest.
  std::vector<Node> shortest_free(const Subproblem& parent, const Cycles& cycles) const {
    std::vector<Node> free = cycles.sizes;
    for (const Node v : parent.compulsory) --free[index(cycles.of[index(v)])];
    const auto cycle = static_cast<Node>(std::min_element(free.begin(), free.end()) - free.begin());
    std::vector<Node> tails;
    for (Node v = 0; v < instance_.n(); ++v)
      if (cycles.of[index(v)] == cycle && !mending_->is_compulsory(v)) tails.push_back(v);
    return tails;
  }

  // The arcs that are dearest to do without come first: most of these branches end at once, and the
  // others have more that is compulsory.
  void branch_on(const Subproblem& parent, const std::vector<Node>& tails) {
    Found order;
    for (const Node v : tails) {
      if (stopped()) return;
      order.emplace_back(-mending_->detour(v, limit(parent)), v);
    }
    std::sort(order.begin(), order.end());
    std::vector<Node> compulsory = parent.compulsory;
    for (const auto& [cost, v] : order) {
      if (stopped()) return;
      if (-cost <= limit(parent) && mending_->detour(v, limit(parent)) <= limit(parent)) {
        auto child = std::make_unique<Subproblem>(mending_->mended(parent, v));
        child->compulsory = compulsory;
        child->bound = length(child->targets);
        child->cycles = cycles_of(child->targets).count();
        child->number = ++number_;
        if (limit(*child) >= 0.0) {
          open_.push_back(std::move(child));
          std::push_heap(open_.begin(), open_.end(), later);
        }
      }
      mending_->make_compulsory(v);
      compulsory.push_back(v);
    }
  }

  const Instance& instance_;
  Watch& watch_;
  double best_;
  bool whole_;  // all distances are, and sums up to the known tour's are exact
  double root_bound_ = 0.0;
  Tour tour_;
  Open root_;
  std::optional<SparseArcs> arcs_;
  std::optional<Mending> mending_;
  std::vector<Open> open_;  // a heap
  std::int64_t number_ = 0;
  std::int64_t arcs_patched_ = 0;
  bool stopped_ = false;
};

}  // namespace

BranchingResult branch(const Instance& instance, const Assignment& assignment, double known,
                       Watch& watch) {
  return Branching(instance, assignment, known, watch).run();
}

}  // namespace heataco
