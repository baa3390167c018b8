"""`predict` and `convert` write to standard output, pipes and files of any suffix."""

import io
import os
import threading
from pathlib import Path

import numpy as np
import pytest
from tests.support import check_failure, check_usage

import heataco as ha
from heataco.cli.main import run

pytestmark = pytest.mark.usefixtures("files")


@pytest.mark.parametrize("form", ["npz", "npy", "txt"])
def test_heatmaps_to_standard_output(capsysbinary, form):
    """A heatmap could not be handed to another program without a file between them."""
    line = "predict points.tsp --predictor rank --output"
    assert run([*line.split(), f"file.{form}"]) == 0
    capsysbinary.readouterr()
    assert run([*line.split(), "-", "--output-format", form]) == 0
    out, err = capsysbinary.readouterr()
    assert b"heatmap     written to stdout" in err
    Path(f"piped.{form}").write_bytes(out)
    assert ha.read_heatmap(f"piped.{form}").digest == ha.read_heatmap(f"file.{form}").digest


def test_conversions_to_standard_output(heataco, monkeypatch, tmp_path):
    """`cat points.csv | heataco convert - -` would be refused, or say more than the content."""
    want = heataco("convert points.tsp points.csv")
    assert want == (0, "", "")
    answer = heataco("convert points.tsp - --output-format csv")
    assert answer == (0, Path("points.csv").read_text(), "")
    rows = io.TextIOWrapper(io.BytesIO(answer.out.encode()))
    monkeypatch.setattr("sys.stdin", rows)
    answer = heataco("convert - - --output-format TSP")
    assert answer.code == 0
    assert "DIMENSION : 40" in answer.out
    tour = heataco("convert identity.tour - --output-format txt").out
    assert tour.split() == [str(node) for node in range(40)]
    assert not [*tmp_path.glob("-*")]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
def test_pipes(heataco):
    """`convert F >(...)` would be refused, or a named pipe be replaced by a file."""
    os.mkfifo("pipe")
    got = []
    reader = threading.Thread(target=lambda: got.append(Path("pipe").read_bytes()))
    reader.start()
    assert heataco("convert heat.npz pipe --output-format npy") == (0, "", "")
    reader.join()
    assert np.load(io.BytesIO(got[0])).shape == (40, 40)
    assert Path("pipe").is_fifo()


def test_files_of_another_suffix(heataco):
    """The option would hold for streams only, or put the right form under the wrong name."""
    assert heataco("convert identity.tour order.dat --output-format json").code == 0
    assert Path("order.dat").read_text().startswith('{"instance": "identity"')


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("convert points.tsp -", "or give --output-format"),
        (
            "convert identity.tour - --output-format npz",
            "identity.tour: cannot be converted to npz",
        ),
        ("convert identity.tour - --output-format geojson", "-: "),
        ("convert points.tsp none/x --output-format csv", "none/x: cannot be written: there is no"),
    ],
)
def test_refusals(heataco, line, words):
    """An error would name a temporary file, which nobody has typed."""
    answer = heataco(line)
    check_failure(answer, words)
    assert "heataco-" not in answer.err


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ("--output-format npz", "--output-format needs --output"),
        ("--output - --output-format npz --json", "both write to stdout"),
        ("--output x --output-format tour", "is not one of"),
    ],
)
def test_options_that_do_not_fit(heataco, options, words):
    """Half of what was asked for would be done, or two outputs be mixed."""
    check_usage(heataco(f"predict points.tsp --predictor rank {options}"), words)
