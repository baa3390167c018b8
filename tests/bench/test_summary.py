"""Summaries: what the records of a cell say."""

from dataclasses import replace

import pytest

from heataco.bench.header import CellLabels, Header
from heataco.bench.store import Results
from heataco.bench.summary import summarise
from heataco.bench.tables.cells import cell_of

OURS = CellLabels("A", "", "Ours", "", "Ours", kind="decoder", best_seen=True, tasks=3)
PEER = replace(OURS, method="Peer", variant="Peer", kind="peer")
LONG = replace(OURS, method="Long", variant="Long", reference=True)


@pytest.fixture
def made():
    """Return a function that makes results of costs by method, an instance each."""

    def make(costs, cells=(OURS, PEER, LONG), **values):
        header = Header(grid="g", grid_name="x", name="x", title="X", cells=tuple(cells))
        results = Results()
        for cell in cells:
            for place, cost in enumerate(costs.get(cell.method, ())):
                key = f"{cell.method}{place}"
                labels = {"grid": "g", "set": "A", "heatmap": "", "method": cell.method}
                record = {
                    "id": key,
                    "status": "done",
                    "task": {"seed": 1},
                    "instance": f"i{place}",
                    "instance_digest": str(place),
                    "cost": cost,
                    "gap": None,
                    "limits": {"seconds": 1.0},
                    "decode": {"seconds": 1.0, "cpu_seconds": 1.0},
                    "stop_reason": "time",
                }
                record |= values.get(cell.method, {})
                results.add(
                    record | {"labels": labels | {"budget": cell.budget, "instance": place}}
                )
        return summarise(header, results, compared=False)

    return make


def test_best_seen(made):
    """Gaps would be to a tour that is not the best one seen, or a reference would not count."""
    ours, peer, _ = made({"Ours": [10, 11, 12], "Peer": [11, 10], "Long": [10, 10, 6]})
    assert list(ours.gaps.values()) == pytest.approx([0, 10, 100])
    assert list(peer.gaps.values()) == pytest.approx([10, 0])
    assert cell_of(ours, "worst").text == "100.00"
    assert cell_of(ours, "optimal").text == "1 of 3"
    assert cell_of(ours, "missed").text == "i1 10.0000, i2 100.0000"


def test_best_seen_of_no_length(made):
    """A tour that is infinitely longer than the shortest one would count as optimal."""
    ours, peer, _ = made({"Ours": [5, 10], "Peer": [0, 10]})
    assert list(ours.gaps.values()) == [0]
    assert list(peer.gaps.values()) == [0, 0]


def test_behind_the_best_peer(made):
    """Instances on which a peer is ahead would be miscounted."""
    costs = {"Ours": [10, 11, 12], "Peer": [11, 10]}
    ours, peer, _ = made(costs)
    assert cell_of(ours, "behind").text == "1 of 2"
    assert cell_of(peer, "behind").text == ""
    later = replace(PEER, budget="longer")
    other, _, _ = made(costs, cells=(OURS, later, LONG))
    assert cell_of(other, "behind").text == ""
    late, _, _ = made(costs, Peer={"decode": {"seconds": 1.3, "cpu_seconds": 1.0}})
    assert cell_of(late, "behind").text == ""


def test_peers_that_were_given_up(made):
    """A run without a tour would pass for one of length nothing, or break the table."""
    ours, peer, _ = made({"Ours": [10], "Peer": [None]}, Peer={"stop_reason": "given up"})
    assert peer.gaps == {}
    assert cell_of(peer, "gap").text == ""
    assert cell_of(ours, "behind").text == ""


def test_stop_reasons(made):
    """Proven tours, or targets that were reached, would be miscounted."""
    ours, peer, _ = made(
        {"Ours": [10, 11], "Peer": [10]},
        Ours={"stop_reason": "complete"},
        Peer={"stop_reason": "complete"},
    )
    assert cell_of(ours, "proven").text == "2 of 2"
    assert cell_of(ours, "reached").text == "0 of 2"
    assert cell_of(peer, "proven").text == ""
