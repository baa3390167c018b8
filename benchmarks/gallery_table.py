"""The table of the gallery: mean, worst, and on how many instances a peer is ahead."""

from collections import defaultdict

import numpy as np

from gallery_methods import METHODS, PEERS
from gallery_records import Entry, Key, best

TIE = 1e-9  # relative: what rounding makes
LATE = 1.2  # limits: a peer that took longer is shown, but not counted as ahead
SMALL = 500  # nodes up to which the aim for the mean is lower
AIMS = {"focused": (0.005, 0.02, 0.2), "plain": (0.05, 0.05, 0.5)}  # mean to SMALL, mean, worst

Column = tuple[str, str]  # label, method
Row = tuple[str, int, float]  # family, n, limit


def gap(cost: float, reference: float) -> float:
    """Return how far a cost is above the reference, in %."""
    return 0.0 if cost <= reference * (1 + TIE) else 100 * (cost / reference - 1)


def cell(entries: list[Entry], references: dict[Key, float], peers: dict[Key, float]) -> str:
    """Return mean / worst gap, instances behind the best peer, and the mean seconds of elkai."""
    ended = [entry for entry in entries if entry.cost is not None]
    gaps = [gap(entry.cost, references[entry.key]) for entry in ended]
    if not gaps:
        return "given up"
    text = f"{np.mean(gaps):.3f} / {max(gaps):.2f}"
    method = entries[0].method
    if _misses(method, entries[0].n, gaps):
        text = f"**{text}**"
    if method == "elkai":
        given_up = f", {len(entries) - len(ended)} given up" if len(ended) < len(entries) else ""
        return f"{text} in {np.mean([entry.seconds for entry in ended]):.2f} s{given_up}"
    compared = [entry for entry in ended if entry.key in peers]
    if method in PEERS or not compared:
        return text
    return f"{text}, {sum(entry.cost > peers[entry.key] * (1 + TIE) for entry in compared)}"


def _misses(method: str, n: int, gaps: list[float]) -> bool:
    if method not in AIMS:
        return False
    small, large, worst = AIMS[method]
    return np.mean(gaps) > (small if n <= SMALL else large) or max(gaps) > worst


def lines(results: list[Entry], references: dict[Key, float]) -> list[str]:
    """Return the table, a row for each family, size and limit; aims that are missed are bold."""
    cells: dict[Row, dict[Column, list[Entry]]] = defaultdict(lambda: defaultdict(list))
    for entry in results:
        label = "" if entry.method in PEERS else entry.label
        cells[entry.family, entry.n, entry.limit][label, entry.method].append(entry)
    columns = sorted(
        {column for row in cells.values() for column in row},
        key=lambda column: (list(METHODS).index(column[1]), column[0]),
    )
    several = len({label for label, _ in columns if label}) > 1
    names = [f"{method} {label}".strip() if several else method for label, method in columns]
    head = ["family", "n", "s", "instances", *names]
    table = [f"| {' | '.join(head)} |", "|" + "---|" * len(head)]
    for (family, n, limit), row in cells.items():
        runs = [entry for run in row.values() for entry in run]
        peers = best([e for e in runs if e.method in PEERS and e.seconds <= LATE * e.limit])
        count = len({entry.key for entry in runs})
        texts = [cell(row[c], references, peers) if c in row else "" for c in columns]
        table.append(f"| {' | '.join([family, str(n), f'{limit:g}', str(count), *texts])} |")
    return table
