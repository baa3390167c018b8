"""Decoders and predictors of other packages: by entry point, or by `module:Class`."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from copy import copy
from pathlib import Path

import pytest

from heataco._registry import Registry
from heataco.bench.peers import PEERS
from heataco.bench.running import METHODS
from heataco.decoders import DECODERS, Decoder, Greedy
from heataco.heatmaps import Heatmap
from heataco.instances import Instance
from heataco.predictors import PREDICTORS, Alpha, Predictor, SoftDist

PLUG_IN = """
from dataclasses import dataclass
from typing import ClassVar

import heataco as ha

@dataclass(frozen=True)
class Even:
    name: ClassVar[str] = "even"
    neighbours: int = 5

    def predict(self, instance):
        nodes, _ = instance.nearest_neighbours(self.neighbours)
        return ha.Heatmap.from_topk(nodes, nodes * 0.0 + 0.5)

@dataclass(frozen=True)
class Double(ha.Decoder):
    name: ClassVar[str] = "double"

    def run(self, problems, **options):
        return ha.Greedy().run(problems, **options)

class Plain:
    name = "plain"

@dataclass(frozen=True)
class Lacking:
    name: ClassVar[str] = "lacking"
"""
ENTRIES = """
[heataco.predictors]
even = toy_plug_in:Even
alpha = toy_plug_in:Even
absent = toy_plug_in:Absent
gone = toy_gone:Gone
plain = toy_plug_in:Plain
lacking = toy_plug_in:Lacking
other = toy_plug_in:Even

[heataco.decoders]
double = toy_plug_in:Double
"""
BROKEN = {
    "absent": "AttributeError: module 'toy_plug_in' has no attribute 'Absent'",
    "gone": "ModuleNotFoundError: No module named 'toy_gone'",
    "plain": "toy_plug_in:Plain is not a dataclass",
    "lacking": "toy_plug_in:Lacking is not a predictor: it lacks predict",
    "other": "the name of the class is 'even'",
}


@pytest.fixture
def plug_ins(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Install a package with plug-ins, some of them broken, for as long as a test runs."""
    folder = tmp_path / "site"
    record = folder / "toy_plug_in-1.0.dist-info"
    record.mkdir(parents=True)
    (folder / "toy_plug_in.py").write_text(PLUG_IN)
    (record / "METADATA").write_text("Metadata-Version: 2.1\nName: toy-plug-in\nVersion: 1.0\n")
    (record / "entry_points.txt").write_text(ENTRIES)
    monkeypatch.syspath_prepend(folder)
    monkeypatch.setenv("PYTHONPATH", str(folder))
    with forgetting(DECODERS), forgetting(PREDICTORS):
        yield folder
    sys.modules.pop("toy_plug_in", None)


@contextmanager
def forgetting(registry: Registry) -> Iterator[None]:
    """Let a registry look for plug-ins anew, and forget afterwards what it has found."""
    before = dict(vars(registry))
    vars(registry).pop("_plug_ins", None)
    for name in ("_loaded", "_faults", "_taken"):
        setattr(registry, name, copy(before[name]))
    yield
    vars(registry).clear()
    vars(registry).update(before)


@pytest.fixture
def registry(plug_ins: Path) -> Registry[Predictor]:
    """Return a registry that has not looked for plug-ins yet."""
    return Registry("predictor", Predictor, (SoftDist,), "heataco.predictors")


def test_plug_ins_come_after_the_built_in_ones(registry):
    """Another package could not add a predictor, or would have to be imported to be listed."""
    assert registry.names[:2] == ["softdist", "even"]
    assert "toy_plug_in" not in sys.modules
    even = registry["even"]()
    heatmap = even.predict(Instance.from_coordinates([[0, 0], [1, 0], [0, 1]]))
    assert isinstance(heatmap, Heatmap)
    assert registry.find("x", "even") is type(even)


def test_broken_plug_ins_are_named_and_left_out(registry):
    """One package that does not import would take all predictors away, or vanish unnoticed."""
    with pytest.warns(UserWarning, match="plug-in predictor") as warned:
        assert list(registry) == ["softdist", "even"]
    texts = [str(warning.message) for warning in warned]
    for name, fault in BROKEN.items():
        assert any(f"{name!r}" in text and fault in text for text in texts)
        assert all("of toy-plug-in" in text for text in texts)
        with pytest.raises(ValueError, match=f"predictor '{name}' cannot be used: "):
            registry.find("predictor", name)
    assert len(registry) == 2
    assert "gone" not in registry


def test_a_plug_in_never_replaces_a_built_in_one(plug_ins):
    """A package could change what the name of a built-in predictor means."""
    registry = Registry("predictor", Predictor, (Alpha,), "heataco.predictors")
    with pytest.warns(UserWarning, match=r"'alpha' \(toy_plug_in:Even\) of toy-plug-in is left"):
        assert registry["alpha"] is Alpha


def test_a_class_from_outside(plug_ins):
    """A student could not try her own decoder without a fork or a package."""
    assert DECODERS.find("decoder", "toy_plug_in:Double").name == "double"
    assert PREDICTORS.find("predictor", "toy_plug_in:Even")().neighbours == 5


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("toy_gone:Gone", "decoder 'toy_gone:Gone' cannot be imported: .*PYTHONPATH"),
        ("toy_plug_in:Absent", "cannot be imported: AttributeError"),
        ("toy_plug_in:", "cannot be imported: AttributeError"),
        (":Absent", "cannot be imported: ValueError"),
        ("toy_plug_in:Plain", "'toy_plug_in:Plain' is not a dataclass; a decoder must be a frozen"),
        ("toy_plug_in:Even", "is not a decoder: it lacks .*run"),
        ("gredy", "decoder 'gredy' is unknown; known are .*did you mean 'greedy'"),
    ],
)
def test_classes_that_cannot_be_used(plug_ins, name, message):
    """A mistake in a name would surface as a fault somewhere in a search."""
    with pytest.raises(ValueError, match=message):
        Registry("decoder", Decoder, (Greedy,)).find("decoder", name)


def test_the_command_line_lists_and_runs_plug_ins(plug_ins, tmp_path):
    """A plug-in could be used in Python only, or a broken one end every command."""
    (tmp_path / "a.tsp").write_text(
        "DIMENSION : 3\nEDGE_WEIGHT_TYPE : EUC_2D\nNODE_COORD_SECTION\n1 0 0\n2 9 0\n3 0 9\nEOF\n"
    )

    def heataco(*words):
        command = [sys.executable, "-m", "heataco", *words]
        return subprocess.run(command, capture_output=True, text=True, cwd=tmp_path)

    listed = heataco("decode", "--help").stdout
    assert f"{DECODERS.built_in[-1]}|double" in listed
    assert "even" in listed
    done = heataco("decode", "a.tsp", "--decoder", "double", "--predictor", "toy_plug_in:Even")
    assert done.returncode == 0, done.stderr
    assert "double" in done.stdout
    broken = heataco("decode", "a.tsp", "--predictor", "gone")
    assert broken.returncode == 3
    assert "heataco: warning: plug-in predictor 'gone' (toy_gone:Gone)" in broken.stderr
    assert "--predictor 'gone' cannot be used: ModuleNotFoundError" in broken.stderr


def test_plug_ins_of_a_test_are_forgotten(plug_ins):
    """Tests of all decoders would run on the toys of another test."""
    with forgetting(DECODERS):
        assert DECODERS.find("decoder", "double").name == "double"
    assert "double" not in DECODERS._loaded


def test_groups_of_entry_points():
    """Plug-ins would be looked for under a name that no document gives."""
    assert (DECODERS.group, PREDICTORS.group) == ("heataco.decoders", "heataco.predictors")
    others = [PEERS, METHODS["diagnosis"].known]
    assert [registry.group for registry in others] == [None, None]
    assert PEERS.names
