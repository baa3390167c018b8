"""Networks in .onnx files: several instances at once, and limits of time."""

import numpy as np
import pytest
from tests.predictors.onnx_files import DENSE, EDGES, by_length, save
from tests.support import points_instance

from heataco.files import FileError
from heataco.predictors import Network

pytest.importorskip("onnx")
pytest.importorskip("onnxruntime")

BATCHED = {"edge_index": ("b", 2, "m"), "edge_lengths": ("b", "m")}


@pytest.fixture
def path(tmp_path):
    """Return the path of a network."""
    return tmp_path / "a.onnx"


def test_batches(path):
    """Instances of a batch would get each other's scores."""
    save(path, BATCHED, [("Neg", "edge_lengths", "logits")], output=("logits", ("b", "m")))
    instances = [points_instance(n, seed=seed) for seed, n in enumerate((30, 20, 30, 2, 30))]
    together = Network(path).predict_batch(instances)
    assert together == [Network(path).predict(instance) for instance in instances]
    box = Network().predict_batch(instances)
    assert box == [Network().predict(instance) for instance in instances]


@pytest.mark.parametrize("size", [1, 2])
def test_declared_batches(path, size):
    """A network that was exported with a batch of fixed size would score no other number."""
    inputs = {name: (size, *shape[1:]) for name, shape in BATCHED.items()}
    save(path, inputs, [("Neg", "edge_lengths", "logits")], output=("logits", (size, "m")))
    instances = [points_instance(30, seed=seed) for seed in range(3)]
    expected = [Network(by_length(path.with_name("b.onnx"))).predict(one) for one in instances]
    assert Network(path).predict_batch(instances) == expected
    assert Network(path).predict(instances[2]) == expected[2]


def test_fewer_answers(path):
    """Instances of a batch would be left without a heatmap, silently."""
    nodes = [("Compress", "edge_lengths first", "logits", {"axis": 0})]
    save(path, BATCHED, nodes, output=("logits", ("c", "m")), constants={"first": np.array([True])})
    with pytest.raises(FileError, match=r"its logits have shape \(1, 380\) for a batch of 2"):
        Network(path).predict_batch([points_instance(20, seed=seed) for seed in range(2)])


def test_time_limit(path):
    """A long run could not be stopped."""
    # Logits that a long chain of products leaves as they are.
    count = 3_000
    nodes = [("Mul", "edge_lengths one", "x0")]
    nodes += [("Mul", f"x{i} noise", f"x{i + 1}") for i in range(count)]
    save(
        path, {name: EDGES[name] for name in ("edge_index", "edge_lengths")},
        [*nodes, ("Neg", f"x{count}", "logits")],
        constants={"one": np.float32(1), "noise": np.float32(1.0000001)},
        metadata={"neighbours": "50"},
    )  # fmt: skip
    instance = points_instance(20_000)
    with pytest.raises(TimeoutError, match=r"20000 nodes need more than 0\.05 s"):
        Network(path).predict_within(instance, 0.05)


def test_no_time_for_inputs(path, monkeypatch):
    """A limit that is over would still cost the distances of all pairs."""
    save(path, DENSE, [("Neg", "distances", "logits")], output=("logits", ("n", "n")))
    network, instance = Network(path), points_instance(20)
    network.predict(instance)
    monkeypatch.setattr("heataco.predictors.network.onnx_models.dense_feed", None)
    with pytest.raises(TimeoutError, match=r"20 nodes need more than 1e-09 s"):
        network.predict_within(instance, 1e-9)


def test_stopped_before_the_deadline():
    """A run that the timer stopped a moment early would be reported as a bad network."""
    from types import SimpleNamespace

    from heataco._timing import Deadline
    from heataco.predictors.network.onnx_models import _stopped_at

    for stopped, kind in ((True, TimeoutError), (False, ValueError)):
        options = SimpleNamespace(terminate=stopped)
        with pytest.raises(kind), _stopped_at(Deadline(1e6), options):
            raise RuntimeError("Exiting due to terminate flag being set to true.")
