#include "heataco/decoders/mmas/guidance.h"

#include "heataco/core/connectors.h"
#include "heataco/decoders/mmas/pheromone.h"

namespace heataco {

Guidance guide(const Instance& instance, const HeatRows* heat, const NeighbourLists& nearest,
               const MmasParameters& parameters, Checkpoint& checkpoint) {
  std::optional<Confidences> confidences;
  if (parameters.evidence)
    confidences.emplace(*heat, instance.symmetric(), parameters.evidence->heat_threshold,
                        checkpoint);
  Guidance guidance;
  guidance.candidates = build_candidates(
      instance, tied_neighbours(instance, nearest, parameters.candidates, checkpoint),
      parameters.candidates, confidences ? &*confidences : nullptr, checkpoint);
  guidance.trail_range = trail_range(instance.n(), guidance.candidates.lists.k,
                                     parameters.improving(), parameters.p_best);
  if (parameters.evidence) {
    guidance.evidence = compute_evidence(guidance.candidates, instance.symmetric(),
                                         *parameters.evidence, checkpoint);
    guidance.kappa = evidence_scale(guidance.evidence, *parameters.evidence, parameters.alpha,
                                    guidance.trail_range);
  }
  return guidance;
}

}  // namespace heataco
