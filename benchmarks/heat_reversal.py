"""Why can heat hurt 2-opt at n = 10,000? Weaker caps and candidate lists alone, beside MMAS.

Protocol: TSP10K, HeatACO with 2-opt, 1,000 iterations, one thread and one seed. `cap` is c_cap;
`lists` is kappa = 0: the candidate lists of the heat without its evidence. The excess is that
over MMAS on the same instance with the same seed, in percentage points, with its standard error.

    python benchmarks/heat_reversal.py [--instances 4] [--processes 2] [--only alpha]
"""

import argparse
from concurrent.futures import ProcessPoolExecutor
from functools import cache

import numpy as np

import heataco as ha
from common import heatmaps, instances, record

BUDGET = ha.Budget(iterations=1_000)
SEED = 1
CAPS = (0.5, 0.35, 0.25, 0.125)
# 0.35 is where (2n)^cap is what 0.5 makes it at n = 500.
VARIANTS = {
    "MMAS": ("", {}),
    "alpha": ("alpha", {}),
    **{f"DIMES, cap {cap}": ("DIMES", {"evidence_cap": cap}) for cap in CAPS},
    "DIMES, lists": ("DIMES", {"kappa": 0.0}),
    "softdist, cap 0.5": ("softdist", {}),
    "softdist, cap 0.25": ("softdist", {"evidence_cap": 0.25}),
    "softdist, lists": ("softdist", {"kappa": 0.0}),
}


@cache
def load(count: int) -> list[ha.Instance]:
    """Read the instances."""
    return instances("tsp10000", count)


def gap(variant: str, index: int) -> float:
    """Decode one instance in one way."""
    source, settings = VARIANTS[variant]
    instance = load(index + 1)[index]
    heatmap = None
    if source == "DIMES":
        heatmap = heatmaps("dimes_tsp10000", index + 1)[index]
    elif source:
        heatmap = ha.predictors.PREDICTORS[source]().predict(instance)
    decoder = ha.HeatACO(**settings) if heatmap else ha.MMAS()
    return instance.gap(ha.decode(instance, heatmap, decoder, budget=BUDGET, seed=SEED).cost)


def main() -> None:
    """Print one line for each variant."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--instances", type=int, default=4)
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--only", default="", help="variants whose name begins so, and MMAS")
    given = parser.parse_args()
    chosen = [name for name in VARIANTS if name == "MMAS" or name.startswith(given.only)]
    print(record(instances=given.instances, seed=SEED), "\n")
    print("| | gap % | over MMAS | worse on |\n|---|---|---|---|")
    with ProcessPoolExecutor(given.processes) as pool:
        futures = {
            name: [pool.submit(gap, name, index) for index in range(given.instances)]
            for name in chosen
        }
        control = np.array([future.result() for future in futures["MMAS"]])
        for name in chosen:
            gaps = np.array([future.result() for future in futures[name]])
            excess = gaps - control
            error = excess.std(ddof=1) / np.sqrt(len(gaps)) if len(gaps) > 1 else np.nan
            worse = f"{(excess > 0).sum()} of {len(gaps)}"
            line = f"| {name} | {gaps.mean():.4f} | {excess.mean():+.4f} ± {error:.4f} | {worse} |"
            print(line, flush=True)


if __name__ == "__main__":
    main()
