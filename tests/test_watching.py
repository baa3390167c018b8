"""Watching a search: pictures in a notebook, text elsewhere, and the same tour."""

import re
import xml.etree.ElementTree as ET

import numpy as np
import pytest
from tests.support import directed_instance, make_heat, points_instance

import heataco as ha
from heataco import watching
from heataco.plotting.frames import Frames

CELLS = """
import numpy as np
import heataco as ha
points = np.random.default_rng(1).random((60, 2))
result = ha.watch(points, {heatmap!r}, iterations=30, interval=0, seed=3)
assert list(result.tour) == list(ha.decode(points, {heatmap!r}, iterations=30, seed=3).tour)
"""


class Screen:
    """Keeps what it is shown."""

    pictures = True

    def __init__(self):
        self.shown = []

    def show(self, text, svg, *, last):
        self.shown.append((text, svg, last))


@pytest.fixture
def screen(monkeypatch):
    """What a notebook would be shown."""
    kept = Screen()
    monkeypatch.setattr(watching, "_screen", lambda: kept)
    return kept


@pytest.mark.parametrize("heatmap", [None, "alpha"])
def test_in_a_notebook(heatmap):
    """A notebook would show nothing, one picture for each moment, or lose the last one."""
    nbclient = pytest.importorskip("nbclient")
    nbformat = pytest.importorskip("nbformat")
    pytest.importorskip("ipykernel")
    notebook = nbformat.v4.new_notebook()
    notebook.cells = [nbformat.v4.new_code_cell(CELLS.format(heatmap=heatmap))]
    nbclient.NotebookClient(notebook, timeout=120, kernel_name="python3").execute()
    (output,) = notebook.cells[0].outputs
    assert output.output_type == "display_data"
    assert "60 nodes" in output.data["text/plain"]
    assert "30 iterations" in output.data["text/plain"]
    picture = ET.fromstring(output.data["image/svg+xml"])
    assert picture.tag.endswith("svg")


def test_same_tour_as_decode(screen):
    """What is shown would not be what a search without pictures finds."""
    instance, heat = points_instance(50), make_heat(50, 0)
    result = ha.watch(instance, heat, "heataco", iterations=5, interval=0, threads=2)
    plain = ha.decode(instance, heat, "heataco", iterations=5)
    assert result.tour.tolist() == plain.tour.tolist()
    assert screen.shown[-1][2]
    assert not any(last for *_, last in screen.shown[:-1])


def test_pictures(screen):
    """A picture would be no SVG, lack heat or tour, or load something from elsewhere."""
    instance = ha.Instance.from_coordinates(
        np.random.default_rng(0).random((40, 2)), name="<a & b>"
    )
    ha.watch(instance, "alpha", iterations=3, interval=0)
    for _, svg, _ in screen.shown:
        picture = ET.fromstring(svg)
        colours = [path.get("stroke") for path in picture.iter("{http://www.w3.org/2000/svg}path")]
        assert {"#E69F00", "#0072B2", "#1A1A1A"} <= set(colours)
        assert not re.findall(r"href|url\(|<script|<image", svg)
    assert "<a & b>, 40 nodes" in screen.shown[-1][0]
    assert "trust in the heatmap" in screen.shown[-1][0]


def test_open_paths_are_not_closed():
    """The picture of a path would show an edge that it does not have."""
    frames = {closed: Frames(points_instance(5), closed=closed) for closed in (True, False)}
    tour = np.arange(5)
    drawn = {
        closed: frame.svg(["path"], tour, np.roll(tour, 1), [0.0], [1.0])
        for closed, frame in frames.items()
    }
    assert 'Z" fill="none" stroke="#0072B2"' in drawn[True]
    assert 'Z" fill="none" stroke="#0072B2"' not in drawn[False]


@pytest.mark.parametrize(("last", "rows"), [(5.945218, 1), (5.945218 - 1e-14, 1), (5.9, 2)])
def test_rounding_is_no_improvement(last, rows):
    """Sums of the same lengths in another order would look as if the search had come far."""
    frames = Frames(points_instance(5), closed=True)
    svg = frames.svg([""], None, None, [0.0, 1.0, 2.0], [5.945218, last, last])
    (curve,) = re.findall(r'd="(M[^"]*)" fill="none" stroke="#0072B2" stroke-width="1.5"', svg)
    assert len({down for _, down in re.findall(r"([\d.]+)[ ,]([\d.]+)", curve)}) == rows


def test_matrix_has_no_map(screen):
    """An instance without coordinates would not be watched at all."""
    ha.watch(directed_instance(20), iterations=2, interval=0)
    assert "best cost" in screen.shown[-1][1]


def test_interval_and_callback(screen):
    """Every iteration would be drawn, or a callback could not stop the search."""
    seen = []

    def stop(progress):
        seen.append(progress.iteration)
        return len(seen) < 4

    result = ha.watch(points_instance(30), iterations=100, interval=3_000, on_progress=stop)
    assert result.stop_reason is ha.StopReason.STOPPED
    assert len(seen) == 4
    assert len(screen.shown) == 2


def test_interrupt_keeps_the_picture(screen):
    """Interrupting the kernel would leave an old picture behind, or lose the tour."""

    def interrupt(progress):
        if progress.iteration == 2:
            raise KeyboardInterrupt

    with pytest.raises(ha.Interrupted) as caught:
        ha.watch(points_instance(30), iterations=100, interval=0, on_progress=interrupt)
    assert caught.value.result.iterations <= 2
    assert screen.shown[-1][2]


def test_text_elsewhere(capsys):
    """A script would get pictures, or a log would get a line for each moment."""
    ha.watch(points_instance(30), iterations=20, interval=0)
    out, err = capsys.readouterr()
    assert out == ""
    assert re.fullmatch(
        r"30 nodes, 20 iterations, stop reason iterations, cost [\d.]+, [\d.]+ s\n", err
    )


@pytest.mark.parametrize("interval", [-1, float("nan"), "often"])
def test_bad_interval(interval):
    """A bad value would fail in the middle of a search."""
    with pytest.raises(ValueError, match="interval is"):
        ha.watch(points_instance(10), interval=interval)


def test_large_pictures_stay_small(screen):
    """A notebook with a large instance would grow by many megabytes."""
    ha.watch(points_instance(20_000), "rank", "greedy", interval=0)
    assert len(screen.shown[-1][1]) < 600_000
