"""Every decoder and local search on fixed seeds: does a change of the code change any tour?

    python benchmarks/behaviour.py record before.json
    python benchmarks/behaviour.py compare before.json

Searches have iteration limits and are small; all of them take about a minute. A case is compared
by its tour, cost, iterations and trace, bit for bit. Records are good for one machine: other C
libraries may round differently. Compilers and C++ libraries must make no difference
(`make same-tours`).
"""

import argparse
import hashlib
import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

import heataco as ha
from heataco.decoders import LOCAL_SEARCHES


def instances() -> Iterator[tuple[str, ha.Instance]]:
    """Yield small instances of every metric, with clusters, duplicates and ties among them."""
    rng = np.random.default_rng(16)
    points = rng.random((150, 2))
    yield "uniform", ha.Instance.from_coordinates(points)
    clusters = rng.integers(0, 10_000, (8, 1, 2)) + rng.integers(0, 60, (8, 15, 2))
    yield "clusters", ha.Instance.from_coordinates(clusters.reshape(-1, 2), metric="EUC_2D")
    yield "duplicates", ha.Instance.from_coordinates(points[:40].repeat(3, 0), metric="CEIL_2D")
    degrees = np.round(rng.random((90, 2)) * [60, 120], 2)
    yield "geo", ha.Instance.from_coordinates(degrees, metric="GEO")
    yield "att", ha.Instance.from_coordinates(np.round(points * 300), metric="ATT")
    ties = rng.integers(1, 30, (80, 80))
    yield "matrix", ha.Instance.from_matrix(np.maximum(ties, ties.T) * (1 - np.eye(80, dtype=int)))
    gaps = np.linalg.norm(points[:90, None] - points[None, :90], axis=2)
    yield "directed", ha.Instance.from_matrix(gaps * (1 + rng.random(gaps.shape)))
    yield "nearly_symmetric", ha.Instance.from_matrix(gaps * (1 + 0.02 * rng.random(gaps.shape)))
    yield "few", ha.Instance.from_coordinates(points[:6])


def decoders(symmetric: bool) -> Iterator[tuple[str, Any, int]]:
    """Yield named decoders with iteration limits."""
    for name in LOCAL_SEARCHES:
        yield f"greedy+{name}", ha.Greedy(local_search=name), 1
        yield f"mmas+{name}", ha.MMAS(local_search=name), 12
        yield f"heataco+{name}", ha.HeatACO(local_search=name), 12
        if symmetric:
            yield f"mcts+{name}", ha.MCTS(local_search=name), 5
    yield "focused", ha.Focused(), 30
    yield "focused trusting", ha.Focused(heatmap_trust=1.0), 30
    yield "focused distrusting", ha.Focused(heatmap_trust=0.0, breadth=3), 30


def heats(instance: ha.Instance) -> Iterator[tuple[str, ha.Heatmap | None]]:
    """Yield no heat, good heat and noise."""
    yield "no heat", None
    yield "alpha", ha.predictors.Alpha(iterations=60).predict(instance)
    noise = np.random.default_rng(instance.n).random((instance.n, instance.n))
    yield "noise", ha.Heatmap.from_dense(noise)


def digest(*values: Any) -> str:
    """Return a short name of arrays and numbers."""
    sha = hashlib.sha256()
    for value in values:
        sha.update(np.ascontiguousarray(value).tobytes())
    return sha.hexdigest()[:16]


def outcome(result: ha.Result) -> list[Any]:
    """Return what must not change."""
    trace = result.trace
    rows = digest(trace.iteration, trace.iteration_best, trace.best)
    tour = digest(result.tour)
    return [result.cost, result.iterations, str(result.stop_reason), tour, rows]


def cases() -> Iterator[tuple[str, list[Any]]]:
    """Yield every case's name and outcome."""
    for label, instance in instances():
        for heat_label, heat in heats(instance):
            if heat is not None:
                scores = digest(heat.indptr, heat.indices, heat.values)
                yield f"{label} / {heat_label} / scores", [scores]
            for name, decoder, iterations in decoders(instance.symmetric):
                if heat is None and decoder.needs_heatmap:
                    continue
                budget = ha.Budget(iterations=iterations)
                options = {"budget": budget, "seed": 16, "threads": 2}
                result = ha.decode(instance, heat, decoder, **options)
                yield f"{label} / {heat_label} / {name}", outcome(result)
    yield from large_cases()


def large_cases() -> Iterator[tuple[str, list[Any]]]:
    """Yield Focused in parts, warm, and by targets; and a solve in one call."""
    instance = ha.Instance.from_coordinates(np.random.default_rng(17).random((2_500, 2)))
    parts = replace(ha.Focused(), region_size=1_000)
    budget = ha.Budget(iterations=12)
    for threads in (1, 2):
        result = ha.decode(instance, None, parts, budget=budget, seed=3, threads=threads)
        yield f"large / parts / {threads}", outcome(result)
    warm = ha.decode(
        instance, None, ha.Focused(), budget=budget, seed=4, initial_tour=result.tour, threads=2
    )
    yield "large / warm", outcome(warm)
    yield "large / solve", outcome(ha.solve(instance, iterations=10, seed=5, threads=2))


def main() -> None:
    """Record, or compare with a record and list what differs."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("action", choices=("record", "compare"))
    parser.add_argument("file", type=Path)
    options = parser.parse_args()
    found = dict(cases())
    if options.action == "record":
        options.file.write_text(json.dumps(found, indent=0))
        print(f"{len(found)} cases in {options.file}")
        return
    before = json.loads(options.file.read_text())
    changed = [name for name in before | found if before.get(name) != found.get(name)]
    for name in changed:
        print(f"{name}: {before.get(name)} -> {found.get(name)}")
    print(f"{len(found) - len(changed)} of {len(found)} cases unchanged")
    raise SystemExit(1 if changed else 0)


if __name__ == "__main__":
    main()
