"""Results for keeping: one compressed file that tables and figures are made from."""

import gzip
import warnings
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from heataco.bench.header import Header
from heataco.bench.lines import PACKED, to_line
from heataco.bench.records import FORMAT, Record, is_done
from heataco.bench.store import Results, read_results
from heataco.files.atomic import atomic_write
from heataco.files.errors import checked_suffix

TRACE = "improvements"  # the part of a record that only figures of convergence read


def pack_results(paths: Iterable[Path], target: Path, *, traces: bool = False) -> int:
    """Write the results of files, those that failed or have no label left out, as .jsonl.gz.

    Of an experiment that was run in parts, such as set by set, the grid with the most tasks is
    described last, as tables show it; a part that has further results stays before it, with a
    warning. The same results give the same bytes, in whatever order they were run.

    Parameters
    ----------
    paths
        Results files, packed or not; the target may be one of them.
    target
        The packed file.
    traces
        Whether to keep the course of each run, which figures of convergence show.

    Returns
    -------
    int
        How many results were written.

    Raises
    ------
    FileError
        If a file is missing or bad, or the target cannot be written.
    """
    checked_suffix(target, "packed results", (PACKED,))
    results = read_results(paths)
    described = _described(results)
    lines = _kept(results, {header.grid for header in described}, traces)
    headers = [{"format": FORMAT, "header": header.to_dict()} for header in described]
    with atomic_write(target) as file, gzip.GzipFile("", "wb", fileobj=file, mtime=0) as packed:
        for line in (*headers, *lines):
            packed.write(to_line(line))
    return sum("task" in line for line in lines)


def _described(results: Results) -> list[Header]:
    """Return the descriptions of each experiment that are needed, that of the whole grid last."""
    done: dict[str, set[str]] = {header.grid: set() for header in results.headers}
    for grid, key in _placed(results):
        done.setdefault(grid, set()).add(key)
    by_name: dict[str, list[Header]] = {}
    for header in results.headers:
        by_name.setdefault(header.name, []).append(header)
    return [one for same in by_name.values() for one in _needed(same, done)]


def _needed(headers: Sequence[Header], done: Mapping[str, set[str]]) -> list[Header]:
    """Return the grid with the most tasks, the last of several, after parts with other results."""
    *parts, whole = sorted(headers, key=_tasks)
    kept, seen = [whole], set(done[whole.grid])
    for part in reversed(parts):
        if not done[part.grid] <= seen:
            kept.append(part)
            seen |= done[part.grid]
    further = len(seen) - len(done[whole.grid])
    if further:
        warnings.warn(
            f"{whole.name}: {further} results belong to parts that the tables of the largest "
            "grid leave out; run heataco bench on the whole experiment to include them",
            stacklevel=4,
        )
    return kept[::-1]


def _tasks(header: Header) -> int:
    return sum(cell.tasks for cell in header.cells)


def _placed(results: Results) -> list[tuple[str, str]]:
    """Return grid and task id of each result with a label."""
    records = results.records
    return [(grid, key) for grid, key in results.labels if key in records and is_done(records[key])]


def _kept(results: Results, grids: set[str], traces: bool) -> list[Record]:
    """Return a line for each result and each further label, in the order of their labels."""
    places = ((key, results.labels[grid, key]) for grid, key in _placed(results) if grid in grids)
    placed = sorted((tuple(map(str, labels.values())), key, labels) for key, labels in places)
    lines: list[Record] = []
    seen = set()
    for _, key, labels in placed:
        record = results.records[key] if key not in seen else {"format": FORMAT, "id": key}
        seen.add(key)
        kept = {name: value for name, value in record.items() if traces or name != TRACE}
        lines.append(kept | {"labels": labels})
    return lines
