"""Peers: each gives a tour of the right instance, and its cost is our own."""

import subprocess
import sys

import numpy as np
import pytest

import heataco as ha
from heataco.bench.budgets import Limits
from heataco.bench.execution import Job, execute
from heataco.bench.experiment_files import read_experiment
from heataco.bench.gallery import draw
from heataco.bench.grid import available, make_grid
from heataco.bench.heat import HeatKey
from heataco.bench.peers import PEERS, installed
from heataco.bench.peers.base import shuffled_distances, whole_distances
from heataco.bench.running import Inputs, PeerMethod
from heataco.bench.sets import InstanceKey
from heataco.bench.task import Task

QUICK = {"fast-tsp": 0.2, "ortools": 1.0, "pyvrp": 0.5, "ml4co-mcts": 0.5, "elkai": 5.0}


def solve(name, instance):
    peer = PEERS[name]()
    heat = ha.predictors.SoftDist() if peer.reads_heatmap else None
    task = Task(
        InstanceKey(0, geometry="uniform", n=instance.n, seed=1),
        HeatKey(predictor=heat) if heat else None,
        PeerMethod(peer),
        Limits(seconds=QUICK.get(name)),
        seed=3,
    )
    return execute(Job(task, Inputs(instance, None, None)))


@pytest.mark.parametrize("name", PEERS)
def test_tour(name):
    """A peer would be given another problem than ours, or be credited with a wrong length."""
    if not installed(PEERS[name]):
        pytest.skip(f"{PEERS[name].distribution} is not installed")
    instance = draw("uniform", 40, 1, 0)
    best = ha.decode(instance, None, ha.MMAS("3opt"), budget=ha.Budget(iterations=100))
    record = solve(name, instance)
    assert record["status"] == "done", record
    limit = 1.3 if "greedy" in name else 1.1
    assert best.cost * (1 - 1e-9) <= record["cost"] <= limit * best.cost
    assert record["peer"]["version"]
    assert record["peer"]["licence"] == PEERS[name].licence
    assert record["decode"]["seconds"] > 0


@pytest.mark.parametrize("name", PEERS)
def test_fixed_edges_are_refused(name):
    """A peer would be credited with a tour that breaks what every tour must hold to."""
    instance = draw("uniform", 10, 1, 0).with_fixed_edges([(0, 5)])
    method = PeerMethod(PEERS[name]())
    with pytest.raises(ValueError, match=f"peer {name} does not support fixed or forbidden edges"):
        method.measure(Inputs(instance, None, None), ha.Budget(seconds=1), 0, 1)


@pytest.mark.parametrize("name", PEERS)
def test_asymmetric(name):
    """A peer would be blamed for an instance that it was given transposed or made symmetric."""
    if not installed(PEERS[name]):
        pytest.skip(f"{PEERS[name].distribution} is not installed")
    instance = draw("asymmetric", 15, 1, 0)
    record = solve(name, instance)
    if PEERS[name].symmetric_only:
        assert record["status"] == "failed"
        assert "peer" in record["error"]
    else:
        best = ha.decode(instance, None, ha.MMAS("3opt"), budget=ha.Budget(iterations=200))
        assert best.cost <= record["cost"] <= 1.15 * best.cost


def test_absent_peers_are_left_out(edited, data, monkeypatch):
    """An experiment with peers would need all of them."""
    path = edited('decoder = "mmas"', 'peer = "elkai"')
    monkeypatch.setattr("heataco.bench.running.installed", lambda peer: False)
    path.write_text(path.read_text().replace('baseline = "MMAS"\n', ""))
    cells, notes = available(make_grid(read_experiment(path)), data)
    assert [len(list(cell)) for cell in cells] == [0, 6]
    assert notes == ["MMAS is left out: not installed (pip install elkai)"]


def test_peers_are_not_imported():
    """Everyone would wait for the packages of a few, or fail without them."""
    packages = {kind.distribution.replace("-", "_") for kind in PEERS.values()}
    modules = sorted(packages | {"ray", "scipy", "pyarrow"})
    code = (
        "import sys, heataco.bench.driver, heataco.bench.tables.table,"
        "heataco.bench.figures.drawing;"
        f"print(*set({modules!r}) & sys.modules.keys())"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == []


def test_distances_for_peers():
    """A peer would see other distances, or numbers that it cannot hold."""
    instance = draw("asymmetric", 9, 1, 0)
    order, matrix = shuffled_distances(instance, 5)
    assert sorted(order) == list(range(9))
    off = ~np.eye(9, dtype=bool)
    assert np.array_equal(matrix[off], instance.matrix[np.ix_(order, order)][off])
    assert whole_distances(matrix, 1_000).max() == 1_000
    assert np.array_equal(whole_distances(matrix, 10**7), matrix)


def test_elkai_is_given_up(monkeypatch):
    """One instance would hold up an experiment for hours, or be tried again and again."""
    pytest.importorskip("elkai")
    monkeypatch.setattr("heataco.bench.peers.elkai.MIN_PATIENCE", 0.0)
    monkeypatch.setattr("heataco.bench.peers.elkai.PATIENCE", 0.0)
    record = solve("elkai", draw("uniform", 200, 1, 0))
    assert (record["status"], record["stop_reason"]) == ("done", "given up")
    assert record["cost"] is None
