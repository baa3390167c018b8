"""Networks and limits: of time at every stage, and of memory on large instances."""

import numpy as np
import pytest
from tests.predictors.networks import weights
from tests.support import directed_instance, points_instance, wide_instance

import heataco as ha
from heataco._timing import Deadline
from heataco.predictors import Network
from heataco.predictors.network.inference import Blocks
from heataco.predictors.network.inputs import INPUTS
from heataco.predictors.network.manifest import count_neighbours
from heataco.predictors.network.onnx_feeds import dense_feed, edge_feed
from heataco.predictors.network.parameters import build_network


class Passing:
    """A deadline that passes at a check, whatever the clock says."""

    def __init__(self, checks):
        self.left, self.checks = 1e9, checks

    def check(self):
        self.checks -= 1
        if self.checks < 0:
            raise TimeoutError


@pytest.mark.parametrize("instance", [points_instance(5_000), wide_instance(300)])
def test_gives_up(instance):
    """A search with a time limit would wait for its heatmap."""
    with pytest.raises(TimeoutError, match=rf"{instance.n} nodes need more than 1e-05 s"):
        Network().predict_within(instance, 1e-5)
    result = ha.solve(instance, predictor="network", seconds=0.01)
    assert result.prediction.heatmap is None


@pytest.mark.parametrize("checks", [1, 30])
def test_gives_up_on_the_way(monkeypatch, checks):
    """The limit would be looked at before the work only."""
    left = iter([1.0] * checks + [0.0] * 10_000)
    monkeypatch.setattr(Deadline, "left", property(lambda self: next(left)))
    with pytest.raises(TimeoutError):
        Network().predict_within(points_instance(1_000), 1.0)
    assert next(left) == 0.0


@pytest.mark.parametrize("kind", INPUTS)
def test_no_time_for_neighbours(kind):
    """The neighbours of many nodes would be searched to the end, for a second or more."""
    instance = directed_instance(40) if kind == "asymmetric" else points_instance(40)
    with pytest.raises(TimeoutError, match="time was not enough"):
        INPUTS[kind].describe(instance, 5, Deadline(0.0))


def test_no_time_for_feeds():
    """The inputs of a network in an .onnx file would be made to the end, for a second or more."""
    with pytest.raises(TimeoutError):
        edge_feed(points_instance(40), ["edge_index"], "5", Deadline(0.0))
    with pytest.raises(TimeoutError):
        dense_feed(points_instance(600), ["distances"], Passing(1))


@pytest.mark.parametrize("passes", range(1, 7))
def test_every_pass_looks_at_the_deadline(passes):
    """The first or the last layer of a large instance would take longer than the limit."""
    network = build_network(weights(depth=1), INPUTS["coordinates"], "instance")
    graph = INPUTS["coordinates"].describe(points_instance(1_000), 10, Deadline())
    blocks = len(list(Blocks(1_000, 10, Deadline())))
    assert blocks > 1
    # Embedding, messages, mean, variance, activation, head: the last block of each is in time.
    deadline = Passing(passes * blocks - 1)
    with pytest.raises(TimeoutError):
        network.logits(graph.neighbours, graph.nodes, graph.edges, deadline)
    network.logits(graph.neighbours, graph.nodes, graph.edges, Passing(6 * blocks))


@pytest.mark.parametrize(
    ("text", "n", "count"),
    [("n/10", 500, 50), ("n/10", 1_000, 100), ("n/10", 50_000, 100), ("150", 50_000, 150)],
)
def test_neighbours_of_large_instances(text, n, count):
    """Rows of n/10 edges would need 60 GB at 50,000 nodes."""
    assert count_neighbours(text, n) == count


def test_large_weights_are_refused_once(tmp_path, recwarn):
    """The sentence that refuses them would stand behind a page of warnings of NumPy."""
    path = tmp_path / "a.npz"
    np.savez(path, **{name: array * np.float32(1e30) for name, array in weights().items()})
    with pytest.raises(ha.FileError, match=r"a\.npz: cannot be applied: its scores are not finite"):
        Network(path).predict(points_instance(60))
    assert not recwarn.list
