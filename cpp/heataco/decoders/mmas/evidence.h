// Degree-aware heatmap evidence and its scale: section III-C of the paper.
#pragma once

#include <optional>
#include <vector>

#include "heataco/decoders/mmas/candidates.h"

namespace heataco {

struct EvidenceParameters {
  double heat_threshold;               // θ_h
  double confidence_floor;             // ε
  double evidence_quantile;            // of the positive log-margins
  std::optional<double> evidence_cap;  // c_cap; none: the trail range plays no part
  std::optional<double> kappa;         // a fixed scale instead of the automatic one

  template <class Read>
  void read_by(Read& read) {
    read("heat_threshold", heat_threshold);
    read("confidence_floor", confidence_floor);
    read("evidence_quantile", evidence_quantile);
    read("evidence_cap", evidence_cap);
    read("kappa", kappa);
  }
};

struct Evidence {
  std::vector<double> log_evidence;  // log e_ij ≥ 0 for every candidate arc
  double quantile = 0.0;             // q: of log e over all e > 1; 0 where there is none
};

// b_i and e_ij (eqs. 10, 11) and q (eq. 12).
Evidence compute_evidence(const Candidates& candidates, bool symmetric,
                          const EvidenceParameters& parameters, Checkpoint& checkpoint);

// κ (eq. 14) for a given τ_max/τ_min.
double evidence_scale(const Evidence& evidence, const EvidenceParameters& parameters, double alpha,
                      double trail_range);

}  // namespace heataco
