#include "heataco/decoders/mmas/evidence.h"

#include <algorithm>
#include <cmath>
#include <functional>

namespace heataco {

namespace {

// The quantile with linear interpolation between the two nearest order statistics.
double quantile(std::vector<double>& values, double share) {
  if (values.empty()) return 0.0;
  const double rank = share * static_cast<double>(values.size() - 1);
  const auto below = static_cast<std::size_t>(rank);
  const auto at = values.begin() + static_cast<std::ptrdiff_t>(below);
  std::nth_element(values.begin(), at, values.end());
  const double low = *at;
  if (below + 1 == values.size()) return low;
  const double high = *std::min_element(at + 1, values.end());
  return low + (rank - static_cast<double>(below)) * (high - low);
}

}  // namespace

Evidence compute_evidence(const Candidates& candidates, bool symmetric,
                          const EvidenceParameters& parameters, Checkpoint& checkpoint) {
  const std::size_t k = candidates.lists.k;
  const std::size_t usable_degree = symmetric ? 2 : 1;  // d*
  const double floor = parameters.confidence_floor;
  Evidence evidence;
  evidence.log_evidence.reserve(candidates.confidence.size());
  std::vector<double> positive_margins;
  std::vector<double> sorted;
  for (std::size_t begin = 0; begin < candidates.confidence.size(); begin += k) {
    if (begin / k % 4'096 == 0) checkpoint.throw_if_interrupted();
    const double* c = candidates.confidence.data() + begin;
    sorted.assign(c, c + k);
    std::sort(sorted.begin(), sorted.end(), std::greater<>());
    const double next_best = usable_degree < k ? sorted[usable_degree] : 0.0;
    const double baseline = std::max(next_best, floor);
    for (std::size_t s = 0; s < k; ++s) {
      // A difference of logarithms: the ratio of a confidence to a tiny floor may overflow.
      const double margin = std::max(std::log(std::max(c[s], floor)) - std::log(baseline), 0.0);
      evidence.log_evidence.push_back(margin);
      if (margin > 0.0) positive_margins.push_back(margin);
    }
  }
  evidence.quantile = quantile(positive_margins, parameters.evidence_quantile);
  return evidence;
}

double evidence_scale(const Evidence& evidence, const EvidenceParameters& parameters, double alpha,
                      double trail_range) {
  if (parameters.kappa) return *parameters.kappa;
  if (!(evidence.quantile > 0.0)) return 0.0;
  if (!parameters.evidence_cap) return 1.0 / evidence.quantile;
  if (!(trail_range > 1.0)) return 0.0;
  return *parameters.evidence_cap * alpha * std::log(trail_range) / evidence.quantile;
}

}  // namespace heataco
