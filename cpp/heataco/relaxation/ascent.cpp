#include "heataco/relaxation/ascent.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "heataco/relaxation/price_groups.h"

namespace heataco {

namespace {

// The lengths of the shortest edges of every node, ascending; as many as there are, at most five.
struct ShortestEdges {
  static constexpr std::size_t count = 5;

  explicit ShortestEdges(std::size_t multipliers) : lengths(multipliers) {
    for (auto& row : lengths) row.fill(std::numeric_limits<float>::infinity());
  }

  void add(std::size_t end, float length) {
    for (float& kept : lengths[end])
      if (length < kept) std::swap(length, kept);
  }

  float mean(std::size_t end) const {
    float sum = 0.0f;
    float found = 0.0f;
    for (const float length : lengths[end]) {
      if (length == std::numeric_limits<float>::infinity()) break;
      sum += length;
      found += 1.0f;
    }
    return sum / found;
  }

  std::vector<std::array<float, count>> lengths;
};

// Each multiplier moves in proportion to the edges around its node: one step for the whole
// instance would be too long inside clusters and too short between them. Where some of these edges
// lead to other clusters the short ones decide; on even ground they change nothing.
std::vector<float> local_scales(const SupportGraph& graph) {
  constexpr float max_over_shortest = 3.0f;
  std::vector<float> sums(graph.multipliers());
  std::vector<float> counts(graph.multipliers());
  ShortestEdges shortest(graph.multipliers());
  for (std::size_t e = 0; e < graph.size(); ++e) {
    for (const std::size_t end : {graph.tail(e), graph.head(e)}) {
      sums[end] += graph.length[e];
      counts[end] += 1.0f;
      if (!graph.directed) shortest.add(end, graph.length[e]);
    }
  }
  for (std::size_t i = 0; i < sums.size(); ++i) {
    sums[i] /= counts[i];
    if (!graph.directed) sums[i] = std::min(sums[i], max_over_shortest * shortest.mean(i));
  }
  return sums;
}

// The prices of an ascent, from one 1-tree to the next, and the best of them.
class Climber {
 public:
  Climber(const SupportGraph& graph, double separation)
      : graph_(graph),
        tree_(graph),
        groups_(graph, separation),
        scales_(local_scales(graph)),
        multipliers_(graph.first_multipliers) {
    multipliers_.resize(scales_.size());
    best_.bound = -std::numeric_limits<double>::infinity();
  }

  // From the best prices so far; the frequencies are those of this climb alone.
  void climb(const AscentParameters& parameters, Checkpoint& checkpoint) {
    if (!best_.multipliers.empty()) multipliers_ = best_.multipliers;
    direction_.assign(scales_.size(), 0.0f);
    best_.frequencies.assign(graph_.size(), 0.0f);
    const auto iterations = static_cast<double>(parameters.iterations);
    const double decay = std::pow(parameters.last_step / parameters.first_step, 1.0 / iterations);
    double step = parameters.first_step;
    double total = 0.0;
    for (int k = 0; k < parameters.iterations; ++k) {
      checkpoint.throw_if_interrupted();
      tree_.find(multipliers_);
      keep_best();
      // An exponential average as a sum in which the last 1-tree weighs 1; the first may vanish.
      const double weight = std::exp((k + 1 - iterations) / (parameters.memory * iterations));
      for (const std::uint32_t e : tree_.edges())
        best_.frequencies[e] += static_cast<float>(weight);
      move(static_cast<float>(step), static_cast<float>(parameters.momentum));
      total += weight;
      step *= decay;
    }
    for (float& frequency : best_.frequencies) frequency /= static_cast<float>(total);
  }

  // By how much the mean degrees of the nodes miss those of a tour, as a root mean square. Of the
  // relaxation's solution they are those of a tour: what is left says how far the prices have to
  // go.
  double imbalance() const {
    std::vector<double> excess(graph_.multipliers(), -tree_.tour_degree());
    for (std::size_t e = 0; e < graph_.size(); ++e)
      for (const std::size_t end : {graph_.tail(e), graph_.head(e)})
        excess[end] += static_cast<double>(best_.frequencies[e]);
    const double squares = std::inner_product(excess.begin(), excess.end(), excess.begin(), 0.0);
    return std::sqrt(squares / static_cast<double>(excess.size()));
  }

  Ascent& best() noexcept { return best_; }

 private:
  // In double precision, since prices may be large beside what they tell apart: the lengths of the
  // 1-tree, and every price as often as its degree is not that of a tour.
  void keep_best() {
    double bound = 0.0;
    for (const std::uint32_t e : tree_.edges()) bound += static_cast<double>(graph_.length[e]);
    for (std::size_t i = 0; i < multipliers_.size(); ++i)
      bound += static_cast<double>(multipliers_[i]) * (tree_.degrees()[i] - tree_.tour_degree());
    if (bound <= best_.bound) return;
    best_.bound = bound;
    best_.multipliers = multipliers_;
  }

  void move(float step, float momentum) {
    for (std::size_t i = 0; i < multipliers_.size(); ++i) {
      const auto excess = static_cast<float>(tree_.degrees()[i] - tree_.tour_degree());
      direction_[i] = momentum * direction_[i] + (1.0f - momentum) * excess;
      multipliers_[i] += step * scales_[i] * direction_[i];
    }
    groups_.move(tree_.degrees(), step, momentum, multipliers_);
    centre();
  }

  // What all prices have in common changes no 1-tree and no bound, but would grow without end and
  // leave single precision nothing to tell edges apart by.
  void centre() {
    const double sum = std::accumulate(multipliers_.begin(), multipliers_.end(), 0.0);
    const auto mean = static_cast<float>(sum / static_cast<double>(multipliers_.size()));
    for (float& multiplier : multipliers_) multiplier -= mean;
  }

  const SupportGraph& graph_;
  OneTree tree_;
  PriceGroups groups_;
  std::vector<float> scales_;
  std::vector<float> multipliers_;
  std::vector<float> direction_;
  Ascent best_;
};

// Uniform nodes are at half of this imbalance at the end of the usual ascent, and below the limit
// by iterations at the end of a shorter one: they never go on.
bool has_far_to_go(const Climber& climber, int iterations) {
  constexpr double balanced = 0.0125;
  constexpr double balanced_by_iterations = 3.0;
  return climber.imbalance() > std::max(balanced, balanced_by_iterations / iterations);
}

}  // namespace

// The frequencies are the other half of the result: averaged over an ascent with vanishing steps,
// 1-trees approach the fractional solution of the relaxation, in which an edge has weight 1 where
// the relaxation is sure of it. That tells tour edges apart better than the last 1-tree does.
Ascent ascend(const SupportGraph& graph, const AscentParameters& parameters, Checkpoint& checkpoint,
              Climbs climbs) {
  Climber climber(graph, parameters.separation);
  climber.climb(parameters, checkpoint);
  const bool more = climbs == Climbs::as_needed && !graph.directed;
  if (more && has_far_to_go(climber, parameters.iterations)) {
    AscentParameters further = parameters;
    further.iterations = 2 * parameters.iterations;
    // Far enough to cross what the first climb left, not so far as to undo it.
    further.first_step = std::max(parameters.first_step / 3.0, parameters.last_step);
    climber.climb(further, checkpoint);
  }
  return std::move(climber.best());
}

}  // namespace heataco
