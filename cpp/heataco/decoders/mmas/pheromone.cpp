#include "heataco/decoders/mmas/pheromone.h"

#include <algorithm>
#include <cmath>

#include "heataco/decoders/mmas/roulette.h"

namespace heataco {

double trail_range(Node n, std::size_t k, bool local_search, double p_best) {
  if (local_search) return 2.0 * n;
  const double p = std::pow(p_best, 1.0 / n);
  const double average_choice = (static_cast<double>(k) - 1.0) / 2.0;
  return std::max(average_choice * p / (1.0 - p), 1.0);
}

std::vector<double> fixed_weights(const NeighbourLists& candidates, double beta,
                                  const std::vector<double>& log_evidence, double kappa,
                                  Checkpoint& checkpoint) {
  // Nodes on one point would have an infinite η; relative to the row's longest arc this is close
  // enough to them. In logarithms nothing overflows before the clip.
  constexpr double shortest_share = 1e-6;
  constexpr double largest_log = 60.0;
  std::vector<double> fixed(candidates.nodes.size());
  for (std::size_t begin = 0; begin < fixed.size(); begin += candidates.k) {
    if (begin / candidates.k % 4'096 == 0) checkpoint.throw_if_interrupted();
    const double* d = candidates.distances.data() + begin;
    const double longest = d[candidates.k - 1];
    const double floor = longest > 0.0 ? shortest_share * longest : 1.0;
    const double nearest = std::max(d[0], floor);
    for (std::size_t s = 0; s < candidates.k; ++s) {
      const double log_eta = beta * std::log(nearest / std::max(d[s], floor));
      const double log_e = log_evidence.empty() ? 0.0 : kappa * log_evidence[begin + s];
      fixed[begin + s] =
          std::exp(std::max(log_eta, -largest_log) + std::clamp(log_e, -largest_log, largest_log));
    }
  }
  return fixed;
}

TransitionWeights::TransitionWeights(const NeighbourLists& candidates,
                                     const std::vector<double>& fixed)
    : stride_(padded_to_lanes(candidates.k)) {
  const auto n = static_cast<std::size_t>(candidates.n);
  nodes_.assign(n * stride_, 0);
  fixed_.assign(n * stride_, 0.0F);
  weights_.assign(n * stride_, 0.0F);
  leaders_.resize(n);
  for (std::size_t v = 0; v < n; ++v) {
    for (std::size_t s = 0; s < candidates.k; ++s) {
      nodes_[v * stride_ + s] = candidates.nodes[v * candidates.k + s];
      fixed_[v * stride_ + s] = static_cast<float>(fixed[v * candidates.k + s]);
    }
  }
}

PheromoneTrails::PheromoneTrails(const NeighbourLists& candidates,
                                 const TrailParameters& parameters, double best_cost,
                                 TransitionWeights& weights)
    : candidates_(candidates),
      parameters_(parameters),
      trails_(candidates.nodes.size()),
      weights_(weights) {
  set_limits(best_cost);
  reset();
}

void PheromoneTrails::set_limits(double best_cost) {
  tau_max_ = 1.0 / (parameters_.evaporation * best_cost);
}

void PheromoneTrails::reset() {
  std::fill(trails_.begin(), trails_.end(), tau_max_);
  limit_and_write_weights(0, candidates_.n);
}

void PheromoneTrails::update(const Tour& elite, double cost, Node begin, Node end) {
  const double kept = 1.0 - parameters_.evaporation;
  const double amount = 1.0 / cost;
  const std::size_t last = static_cast<std::size_t>(end) * candidates_.k;
  for (std::size_t t = static_cast<std::size_t>(begin) * candidates_.k; t < last; ++t)
    trails_[t] *= kept;
  Node from = elite.back();
  for (const Node to : elite) {
    if (begin <= from && from < end) deposit(from, to, amount);
    if (parameters_.symmetric && begin <= to && to < end) deposit(to, from, amount);
    from = to;
  }
  limit_and_write_weights(begin, end);
}

void PheromoneTrails::deposit(Node from, Node to, double amount) {
  const Node* row = candidates_.row(from);
  const Node* end = row + candidates_.k;
  const Node* slot = std::find(row, end, to);
  if (slot != end) trails_[static_cast<std::size_t>(slot - candidates_.nodes.data())] += amount;
}

void PheromoneTrails::limit_and_write_weights(Node begin, Node end) {
  // Relative to τ_max the factor stays within [1/range, 1], whatever the unit of the distances.
  const double scale = 1.0 / tau_max_;
  const double low = tau_min();
  const double high = tau_max();
  const std::size_t k = candidates_.k;
  const auto alpha = static_cast<float>(parameters_.alpha);
  for (auto v = static_cast<std::size_t>(begin); v < static_cast<std::size_t>(end); ++v) {
    double* trail = trails_.data() + v * k;
    const float* fixed = weights_.fixed_.data() + v * weights_.stride_;
    float* out = weights_.weights_.data() + v * weights_.stride_;
    for (std::size_t s = 0; s < k; ++s) {
      trail[s] = std::min(std::max(trail[s], low), high);
      out[s] = static_cast<float>(trail[s] * scale);
    }
    if (alpha != 1.0F)
      for (std::size_t s = 0; s < k; ++s) out[s] = std::pow(out[s], alpha);
    for (std::size_t s = 0; s < k; ++s) out[s] *= fixed[s];
    const auto node = static_cast<Node>(v);
    weights_.leaders_[v] = leaders_of(weights_.nodes(node), out, weights_.stride_);
  }
}

double PheromoneTrails::branching_factor(double band) const {
  std::size_t open = 0;
  for (std::size_t begin = 0; begin < trails_.size(); begin += candidates_.k) {
    const auto row = trails_.begin() + static_cast<std::ptrdiff_t>(begin);
    const auto end = row + static_cast<std::ptrdiff_t>(candidates_.k);
    const auto [low, high] = std::minmax_element(row, end);
    const double cutoff = *low + band * (*high - *low);
    open += static_cast<std::size_t>(std::count_if(row, end, [&](double t) { return t > cutoff; }));
  }
  const double mean = static_cast<double>(open) / static_cast<double>(candidates_.n);
  return parameters_.symmetric ? mean / 2.0 : mean;
}

}  // namespace heataco
