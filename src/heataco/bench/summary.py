"""What the records of each cell of a grid say."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from heataco._paired import Comparison
from heataco._plain import to_plain
from heataco.bench.header import AXES, CellLabels, Header
from heataco.bench.records import Record, is_done
from heataco.bench.statistics import compare, holm, mean_and_deviation, observations
from heataco.bench.store import Results
from heataco.instances import ROUNDING, excess

IN_TIME = 1.2  # limits: a peer that took longer is shown, but not counted as ahead

Place = tuple[int, int]  # instance and seed


@dataclass(frozen=True)
class CellSummary:
    """The numbers of one cell.

    Parameters
    ----------
    cell
        The place in the grid.
    records
        Those of its tasks that gave a result, by instance and seed.
    gaps
        In percent, by instance and seed; without instances that have no reference.
    behind
        By instance and seed: whether the best peer in time is ahead; without those that no peer
        has run.
    comparison, p_value
        With the baseline, and the p-value after the correction for the whole table.
    """

    cell: CellLabels
    records: Mapping[Place, Record]
    gaps: Mapping[Place, float]
    behind: Mapping[Place, bool]
    comparison: Comparison | None = None
    p_value: float | None = None

    @property
    def observations(self) -> dict[int, float]:
        """Mean gap of each instance, or of each seed where the set is one instance."""
        return observations(self.gaps, self.cell.single)

    @property
    def gap(self) -> tuple[float, float | None] | None:
        """Mean and deviation over the observations; None without any."""
        values = list(self.observations.values())
        return mean_and_deviation(values) if values else None

    @property
    def outcome(self) -> str:
        """The arrow; empty without comparison."""
        return "" if self.comparison is None else str(self.comparison.outcome(self.p_value))

    def values(self, *path: str) -> list[Any]:
        """Return a value of each record, such as ("decode", "seconds"), where it has one."""
        found: list[Any] = list(self.records.values())
        for key in path:
            found = [part[key] for part in found if part.get(key) is not None]
        return found

    def mean(self, *path: str) -> float | None:
        """Return the mean of `values`; None without any."""
        values = self.values(*path)
        return float(np.mean(values)) if values else None


def summarise(
    header: Header, results: Results, correction: str = "holm", *, compared: bool = True
) -> list[CellSummary]:
    """Return the numbers of all cells of a grid, each compared with its baseline.

    Parameters
    ----------
    header
        Of one table, for which p-values are corrected together.
    results
        Records and labels.
    correction
        "holm", or "none" to leave p-values as they are.
    compared
        Whether baselines are compared with.

    Raises
    ------
    ValueError
        If there is no result, or two records of one instance are of different data.
    """
    found = _by_cell(header, results)
    if not any(found.values()):
        raise ValueError(f"there are no results of {header.name} yet; run heataco bench first")
    _require_same_data(found)
    seen = _best_seen(results)
    peers = _best_peers(header, found)
    summaries = [_summary(cell, found[cell.place], seen, peers) for cell in header.cells]
    if not compared:
        return summaries
    pairs = [compare_with(one.cell.baseline, one, summaries) for one in summaries]
    return corrected(pairs, correction)


CellRecords = dict[tuple[str, ...], dict[Place, Record]]


def _by_cell(header: Header, results: Results) -> CellRecords:
    """Return the results of each cell, as the labels say."""
    found: CellRecords = {cell.place: {} for cell in header.cells}
    for (grid, key), labels in results.labels.items():
        record = results.records.get(key)
        if grid == header.grid and record is not None and is_done(record):
            place = tuple(labels[axis] for axis in AXES)
            if place not in found:
                raise ValueError(
                    f"the labels of result {key} are not in the header: {', '.join(place)}; "
                    "run heataco bench with another results file"
                )
            found[place][labels["instance"], record["task"]["seed"]] = record
    return {place: dict(sorted(records.items())) for place, records in found.items()}


def _summary(
    cell: CellLabels,
    records: Mapping[Place, Record],
    seen: Mapping[str, float],
    peers: Mapping[tuple[str, str, int], float],
) -> CellSummary:
    gaps, behind = {}, {}
    for place, record in records.items():
        gap = _gap(cell, record, seen)
        if gap is not None:
            gaps[place] = gap
        peer = peers.get((cell.set, cell.budget, place[0]))
        if peer is not None and record.get("cost") is not None and cell.kind == "decoder":
            behind[place] = record["cost"] > peer * (1 + ROUNDING)
    return CellSummary(cell, records, gaps, behind)


def _gap(cell: CellLabels, record: Record, seen: Mapping[str, float]) -> float | None:
    cost = record.get("cost")
    if not cell.best_seen or cost is None:
        return record.get("gap")
    best = seen[record["instance_digest"]]
    gap: float | None = to_plain(excess(cost, best))
    return 0.0 if cost <= best * (1 + ROUNDING) else gap


def _best_seen(results: Results) -> dict[str, float]:
    """Return the lowest cost of each instance, by its digest, whatever grid it was run for."""
    best: dict[str, float] = {}
    for record in results.records.values():
        if record.get("cost") is not None:
            digest = record["instance_digest"]
            best[digest] = min(record["cost"], best.get(digest, record["cost"]))
    return best


def _best_peers(header: Header, found: CellRecords) -> dict[tuple[str, str, int], float]:
    """Return the lowest cost of a peer in time, by set, budget and instance."""
    best: dict[tuple[str, str, int], float] = {}
    for cell in header.cells:
        if cell.kind != "peer" or cell.reference:
            continue
        for (instance, _), record in found[cell.place].items():
            limit = record.get("limits", {}).get("seconds")
            late = limit is not None and record["decode"]["seconds"] > IN_TIME * limit
            if record["cost"] is not None and not late:
                key = cell.set, cell.budget, instance
                best[key] = min(record["cost"], best.get(key, record["cost"]))
    return best


def counterpart(
    baseline: str, cell: CellLabels, summaries: Sequence[CellSummary]
) -> CellSummary | None:
    """Return the cell of a method with the same heat, or else that without; None without either."""
    places = {other.cell.place: other for other in summaries}
    found = (
        places.get((cell.set, heat, baseline, cell.budget))
        for heat in (cell.heatmap, "")
        if (heat, baseline) != (cell.heatmap, cell.method)
    )
    return next((other for other in found if other is not None), None)


def compare_with(baseline: str, one: CellSummary, summaries: Sequence[CellSummary]) -> CellSummary:
    """Compare with a method: its `counterpart`, where there is one."""
    other = counterpart(baseline, one.cell, summaries) if baseline and one.gaps else None
    if other is None:
        return one
    return replace(one, comparison=compare(one.gaps, other.gaps, one.cell.single))


def corrected(summaries: Sequence[CellSummary], correction: str) -> list[CellSummary]:
    """Correct the p-values of the comparisons that have enough observations for a test."""
    tests = [one.comparison for one in summaries]
    p_values = [test.p_value for test in tests if test is not None and test.testable]
    adjusted = iter(holm(p_values) if correction == "holm" else p_values)
    return [
        replace(one, p_value=next(adjusted) if test is not None and test.testable else None)
        for one, test in zip(summaries, tests, strict=True)
    ]


def _require_same_data(found: CellRecords) -> None:
    seen: dict[tuple[str, int], str] = {}
    for (part, *_), records in found.items():
        for (instance, _), record in records.items():
            digest = record["instance_digest"]
            if seen.setdefault((part, instance), digest) != digest:
                raise ValueError(
                    f"the results hold two different instances {instance} of {part}: the data "
                    "changed between two runs; start a new results file"
                )
