"""What heat is worth to Focused: the same instances with it and without it, at equal time.

Seed 1, one thread; p by the two-sided Wilcoxon signed-rank test over the instances.

    heat   alpha and DIMES at 10,000 nodes, alpha at 100,000 (23 min)
    gate   heat that misleads, at 1,000 and 10,000 nodes (13 min)

    python benchmarks/focused_heat.py heat gate > table.md
"""

from dataclasses import dataclass, field
from typing import ClassVar

import numpy as np

import heataco as ha
from common import heatmaps, instances
from focused_runs import DECODER, Lines, Run, decode, header, main, uniform
from heataco.bench.statistics import compare

NONE = "none"
SEED = 1  # of all runs


@dataclass
class Paired:
    """Gaps of the same instances with heat of several sources, and without any."""

    instances: str
    gaps: dict[str, dict[tuple[str, int], float]] = field(default_factory=dict)

    HEADER: ClassVar[str] = header(
        "instances", "heat", "gap", "lower", "equal", "higher", "difference to none", "p"
    )

    def add(self, source: str, index: int, run: Run) -> None:
        """Keep what a run gave."""
        self.gaps.setdefault(source, {})[str(index), SEED] = run.gap

    def rows(self) -> Lines:
        """Yield a row for every source."""
        for source, gaps in self.gaps.items():
            test = compare(gaps, self.gaps[NONE], by_seed=False)
            yield (
                f"| {self.instances} | {source} | {np.mean([*gaps.values()]):.4f} "
                f"| {test.wins} | {test.ties} | {test.losses} | {test.delta:+.4f} "
                f"| {test.p_value:.4f} |"
            )


def heat() -> Lines:
    """Run all sources on one instance after the other."""
    yield Paired.HEADER
    dimes = dict(enumerate(heatmaps("dimes_tsp10000", 16)))
    sets = (
        (8.0, instances("tsp10000", 16), dimes),
        (60.0, [uniform(100_000, index) for index in range(8)], {}),
    )
    for seconds, cases, files in sets:
        found = Paired(f"{len(cases)} of {cases[0].n:,} nodes, {seconds:g} s")
        for index, instance in enumerate(cases):
            found.add(NONE, index, decode(instance, seconds, alpha=False))
            found.add("alpha", index, decode(instance, seconds))
            if index in files:
                run = decode(instance, seconds, heat=files[index], alpha=False)
                found.add("DIMES", index, run)
        yield from found.rows()


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
    """Run heat that misleads, as it is trusted, and on small instances also trusted fully."""
    yield Paired.HEADER
    measured = {"": DECODER}
    fully = {", trusted fully": ha.Focused(heatmap_trust=1.0)}
    for n, count, seconds, ways in (
        (1_000, 32, 1.0, measured | fully),
        (10_000, 16, 8.0, measured),
    ):
        found = Paired(f"{count} of {n:,} nodes, {seconds:g} s")
        for index, instance in enumerate(instances(f"tsp{n}", count)):
            found.add(NONE, index, decode(instance, seconds, alpha=False))
            for name, heat in misleading(instance).items():
                for how, decoder in ways.items():
                    run = decode(instance, seconds, heat=heat, alpha=False, decoder=decoder)
                    found.add(f"{name}{how}", index, run)
        yield from found.rows()


if __name__ == "__main__":
    main(__doc__, heat, gate)
