"""How often does heat lead ants off a tour that the trails have settled on?

Protocol: the trails stand at their limits, τ_max on the arcs of the reference tour and τ_min on all
others, with the ratio 2n of a search with local search. An ant walks the reference tour; what is
summed is the probability, node by node and in both directions, that its next step leaves it. Means
over instances; nothing is random and nothing is decoded.

    python benchmarks/heat_deviations.py
"""

import numpy as np

import heataco as ha
from common import DATA, heatmaps, record

COUNTS = {500: 8, 1_000: 4, 10_000: 2}
CAPS = (0.5, 0.35, 0.25, 0.125)
PUBLISHED = {
    "DIMES": {500: "dimes_published_tsp500", 1_000: "dimes_tsp1000", 10_000: "dimes_tsp10000"},
    "UTSP": {500: "utsp_tsp500", 1_000: "utsp_tsp1000"},
}
PREDICTED = ("zero", "alpha", "softdist", "rank")  # zero: MMAS


def deviations(item: ha.LabelledInstance, heatmap: ha.Heatmap, cap: float) -> float:
    """Expected steps off the reference tour, for a walk around it."""
    instance, tour = item.instance, np.asarray(item.tour)
    guidance = ha.HeatACO(local_search="2opt", evidence_cap=cap).guidance(instance, heatmap)
    points = instance.coordinates
    differences = points[:, np.newaxis] - points[guidance.candidates]
    log_weight = -2.0 * np.log(np.hypot(*differences.transpose(2, 0, 1)))  # η^β, β = 2
    log_weight += guidance.kappa * guidance.log_evidence
    after, before = np.empty(instance.n, int), np.empty(instance.n, int)
    after[tour], before[tour] = np.roll(tour, -1), np.roll(tour, 1)
    ways = [guidance.candidates == ends[:, np.newaxis] for ends in (after, before)]
    off = 0.0
    for onward, back in (ways, ways[::-1]):
        # The node that the ant comes from is visited; the other one has the strong trail.
        settled = np.where(onward, log_weight + np.log(guidance.trail_range), log_weight)
        settled = np.where(back, -np.inf, settled)
        weight = np.exp(settled - settled.max(axis=1, keepdims=True))
        off += (1 - (weight * onward).sum(axis=1) / weight.sum(axis=1)).sum()
    return off / 2


def main() -> None:
    """Print one line for each size and source."""
    print(record(instances=COUNTS), "\n")
    print("| n | source |" + "".join(f" cap {cap} |" for cap in CAPS) + "\n" + "|---" * 6 + "|")
    for size, count in COUNTS.items():
        items = ha.read_labelled_set(DATA / f"tsp{size}.npz")[:count]
        sources = {
            name: [ha.predictors.PREDICTORS[name]().predict(item.instance) for item in items]
            for name in PREDICTED
        }
        for name, files in PUBLISHED.items():
            if size in files:
                sources[name] = heatmaps(files[size], count)
        for name, maps in sources.items():
            means = [
                np.mean([deviations(*pair, cap) for pair in zip(items, maps, strict=True)])
                for cap in CAPS
            ]
            print(f"| {size:,} | {name} |" + "".join(f" {mean:.1f} |" for mean in means))


if __name__ == "__main__":
    main()
