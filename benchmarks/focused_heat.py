"""What heat is worth to Focused: the same instances with it and without it, at equal time.

Seed 1, one thread; p by the two-sided Wilcoxon signed-rank test over the instances.

    heat   alpha and DIMES at 10,000 nodes, alpha at 100,000 (23 min)
    gate   heat that misleads, at 1,000 and 10,000 nodes (6 min)

    python benchmarks/focused_heat.py heat gate > table.md
"""

import numpy as np

import heataco as ha
from common import heatmaps, instances
from focused_runs import Lines, decode, header, main, uniform
from heataco.bench.statistics import compare


def heat() -> Lines:
    """Run all sources on one instance after the other."""
    yield header(
        "n", "seconds", "heat", "gap", "lower", "equal", "higher", "difference to none", "p"
    )
    dimes = dict(enumerate(heatmaps("dimes_tsp10000", 16)))
    sets = (
        (8.0, dict(enumerate(instances("tsp10000", 16))), dimes),
        (60.0, {index: uniform(100_000, index) for index in range(8)}, {}),
    )
    for seconds, cases, files in sets:
        found: dict[str, dict[tuple[str, int], float]] = {"alpha": {}, "DIMES": {}, "none": {}}
        for index, instance in cases.items():
            key = (str(index), 1)
            found["alpha"][key] = decode(instance, seconds).gap
            found["none"][key] = decode(instance, seconds, alpha=False).gap
            if index in files:
                run = decode(instance, seconds, heat=files[index], alpha=False)
                found["DIMES"][key] = run.gap
        for source, gaps in found.items():
            test = compare(gaps, found["none"], by_seed=False)
            if test is None:
                continue
            yield (
                f"| {cases[0].n:,} | {seconds:g} | {source} | {np.mean([*gaps.values()]):.4f} "
                f"| {test.wins} | {test.ties} | {test.losses} | {test.delta:+.4f} "
                f"| {test.p_value:.4f} |"
            )


def misleading(instance: ha.Instance) -> dict[str, ha.Heatmap]:
    """Make heatmaps that know nothing, or less than nothing."""
    rng = np.random.default_rng(1)
    nearest, _ = instance.nearest_neighbours(10)
    alpha = ha.predictors.Alpha().predict(instance)
    sources = np.repeat(np.arange(instance.n), np.diff(alpha.indptr))
    names = rng.permutation(instance.n)
    reversed_scores = 1.0 - alpha.values.astype(float)
    return {
        "noise on the ten nearest": ha.Heatmap.from_topk(nearest, rng.random(nearest.shape)),
        "alpha of other nodes": ha.Heatmap.from_edges(
            names[sources], names[alpha.indices], alpha.values, instance.n
        ),
        "one minus alpha": ha.Heatmap.from_edges(
            sources, alpha.indices, reversed_scores, instance.n
        ),
    }


def gate() -> Lines:
    """Run heat that misleads, as it is trusted by itself and where it must be trusted."""
    yield header(
        "n", "seconds", "heat", "trust", "gap", "difference to none", "lower", "higher", "p"
    )
    for n, count, seconds in ((1_000, 16, 1.0), (10_000, 4, 8.0)):
        found: dict[tuple[str, str], dict[tuple[str, int], float]] = {}
        for index, instance in enumerate(instances(f"tsp{n}", count)):
            runs = {("none", ""): decode(instance, seconds, alpha=False)}
            for name, heat in misleading(instance).items():
                for trust in (ha.Focused(), ha.Focused(heatmap_trust=1.0)):
                    run = decode(instance, seconds, heat=heat, alpha=False, decoder=trust)
                    runs[name, str(trust.heatmap_trust)] = run
            for key, run in runs.items():
                found.setdefault(key, {})[str(index), 1] = run.gap
        for (name, trust), gaps in found.items():
            test = compare(gaps, found["none", ""], by_seed=False)
            yield (
                f"| {n:,} | {seconds:g} | {name} | {trust} | {np.mean([*gaps.values()]):.4f} "
                f"| {test.delta:+.4f} | {test.wins} | {test.losses} | {test.p_value:.4f} |"
            )


if __name__ == "__main__":
    main(__doc__, heat, gate)
