"""Results for keeping: one compressed file that tables and figures are made from."""

import gzip
from collections.abc import Iterable
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

    Of an experiment that was run in parts, such as set by set, the whole grid is kept. The same
    results give the same bytes, in whatever order they were run.

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
    whole = _whole(results.headers)
    lines = _kept(results, {header.grid for header in whole}, traces)
    headers = [{"format": FORMAT, "header": header.to_dict()} for header in whole]
    with atomic_write(target) as file, gzip.GzipFile("", "wb", fileobj=file, mtime=0) as packed:
        for line in (*headers, *lines):
            packed.write(to_line(line))
    return sum("task" in line for line in lines)


def _whole(headers: Iterable[Header]) -> list[Header]:
    """Return the description with the most tasks, the last of several, of each experiment."""
    found: dict[str, Header] = {}
    for header in headers:
        other = found.get(header.name)
        if other is None or _tasks(header) >= _tasks(other):
            found[header.name] = header
    return list(found.values())


def _tasks(header: Header) -> int:
    return sum(cell.tasks for cell in header.cells)


def _kept(results: Results, grids: set[str], traces: bool) -> list[Record]:
    """Return a line for each result and each further label, in the order of their labels."""
    placed = sorted(
        (tuple(map(str, labels.values())), key, labels)
        for (grid, key), labels in results.labels.items()
        if grid in grids and key in results.records and is_done(results.records[key])
    )
    lines: list[Record] = []
    seen = set()
    for _, key, labels in placed:
        record = results.records[key] if key not in seen else {"format": FORMAT, "id": key}
        seen.add(key)
        kept = {name: value for name, value in record.items() if traces or name != TRACE}
        lines.append(kept | {"labels": labels})
    return lines
