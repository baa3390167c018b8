// The parameters of the evidence as they cross the boundary.
#pragma once

#include <optional>
#include <tuple>

#include "heataco/decoders/mmas/evidence.h"

namespace heataco::bindings {

// (heat_threshold, confidence_floor, evidence_quantile, evidence_cap, kappa)
using EvidenceTuple =
    std::tuple<double, double, double, std::optional<double>, std::optional<double>>;

inline std::optional<EvidenceParameters> to_evidence(const std::optional<EvidenceTuple>& tuple) {
  if (!tuple) return std::nullopt;
  const auto& [heat_threshold, confidence_floor, quantile, cap, kappa] = *tuple;
  return EvidenceParameters{heat_threshold, confidence_floor, quantile, cap, kappa};
}

}  // namespace heataco::bindings
