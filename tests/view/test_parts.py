"""The parts of the server that need no server."""

from dataclasses import dataclass, fields

import numpy as np
import pytest
from tests.support import points_instance
from tests.view.conftest import Server, unpack

import heataco as ha
from heataco.decoders import DECODERS
from heataco.predictors import PREDICTORS
from heataco.results import Progress
from heataco.view.packing import pack
from heataco.view.pictures import node_places
from heataco.view.schema import schema
from heataco.view.takeaway import _expression
from heataco.view.worker import MAX_ROWS, Control


class _Pipe:
    """Keeps what is sent."""

    def __init__(self):
        self.sent = []

    def send(self, message):
        self.sent.append(message)


def test_every_parameter_is_documented():
    """The form would offer a field without a word of what it does."""
    offered = schema()
    assert [one["name"] for one in offered["decoders"]] == list(DECODERS)
    assert [one["name"] for one in offered["predictors"]] == list(PREDICTORS)
    for one in (*offered["decoders"], *offered["predictors"], *offered["families"]):
        assert one["text"]
        for parameter in one.get("parameters", ()):
            assert parameter["text"], (one["name"], parameter["name"])


def test_every_parameter_is_offered():
    """A parameter could be set everywhere but on the page, or only to one of its values."""
    offered = schema()
    for one in (*offered["decoders"], *offered["predictors"]):
        kind = (DECODERS if one in offered["decoders"] else PREDICTORS)[one["name"]]
        names = {parameter["name"] for parameter in one["parameters"]}
        assert {field.name for field in fields(kind) if field.init} - names <= {"weights"}
    choices = {
        parameter["name"]: parameter["choices"]
        for one in offered["decoders"]
        for parameter in one["parameters"]
    }
    assert "lk" in choices["local_search"]
    assert choices["heatmap_trust"] == []


@dataclass(frozen=True)
class Outside:
    """A class that `ha` does not show, as those of plug-ins."""

    width: int = 3


@pytest.mark.parametrize("kind", [*DECODERS.values(), *PREDICTORS.values(), Outside])
def test_lines_make_any_decoder_and_predictor(kind):
    """The Python lines that repeat a run would name a class where it is not."""
    imports, names = ["import heataco as ha"], {}
    code = _expression(kind(), imports)
    exec("\n".join(imports), names)
    assert eval(code, names) == kind()


def test_messages_survive_packing():
    """The page would read other numbers than the server sent."""
    arrays = {"a": np.arange(3, dtype=np.int32), "b": np.array([0.5]), "c": np.zeros(0, np.uint32)}
    message = unpack(pack({"type": "x", "text": "größer", "nothing": np.nan}, **arrays))
    assert message["text"] == "größer"
    assert message["nothing"] is None
    for name, array in arrays.items():
        assert np.array_equal(message[name], array)


def test_rows_between_frames_are_bounded():
    """A page that never asks would let the memory of a search grow."""
    pipe = _Pipe()
    control = Control(pipe)
    for k in range(5 * MAX_ROWS):
        control.on_progress(Progress(k, float(k), 1.0, 1e6 - k))
    assert not pipe.sent
    control._asked.set()
    control.on_progress(Progress(10**6, 1e6, 1.0, 1.0))
    ((kind, frame),) = pipe.sent
    assert (kind, frame.tour) == ("frame", None)
    assert len(frame.rows) <= MAX_ROWS + 2
    assert frame.rows[-1].tolist() == [1e6, 1e6, 1.0]


@pytest.mark.parametrize("points", [[[3.0, 4.0]], [[0, 0], [0, 5]], [[-1e9, 0], [1e9, 1]]])
def test_nodes_are_within_the_map(points):
    """Nodes of odd instances would be drawn somewhere else, or nowhere."""
    places = node_places(ha.Instance.from_coordinates(np.array(points, float)))
    assert ((places >= 0) & (places <= 1)).all()


def test_files_of_the_command_line(tmp_path):
    """The page would begin without the files that were named."""
    instance = points_instance(20)
    ha.write_tsplib(instance, tmp_path / "a.tsp")
    ha.write_heatmap(ha.predictors.SoftDist().predict(instance), tmp_path / "a.npz")
    server = Server(str(tmp_path / "a.tsp"), "--heatmap", str(tmp_path / "a.npz"))
    try:
        with server.page() as page:
            assert page.wait("instance")["n"] == 20
            assert page.wait("heat")["run"] == -1
            page.start({"decoder": "focused", "heat": "file"}, iterations=2)
            assert f"--heatmap {tmp_path / 'a.npz'}" in page.wait("done")["shell"]
    finally:
        server.close()
    assert server.process.returncode == 0
