"""The gallery of geometries: every family is drawn again, and is what its name says."""

import re
from pathlib import Path

import numpy as np
import pytest

from heataco.bench.gallery import DIRECTED, FAMILIES, MAX_MATRIX_NODES, PLANAR, draw
from heataco.bench.generators import GEOMETRIES
from heataco.bench.peers.base import distance_matrix

pytest.importorskip("scipy")  # draws ways through streets


@pytest.mark.parametrize("family", FAMILIES)
@pytest.mark.parametrize("n", [4, 5, 9, 50])
def test_instances(family, n):
    """A set could not be made again, hold one instance many times, or be of another kind."""
    first, again, other = (draw(family, n, 1, index) for index in (0, 0, 1))
    assert first == again
    assert first != other
    assert first.n == n
    assert (first.coordinates is not None) == (family in PLANAR)
    assert first.symmetric == (family not in DIRECTED)


def test_all_families_are_described():
    """A family would be in the tables, and nowhere would be said what it is."""
    page = (Path(__file__).parents[2] / "docs" / "guide" / "gallery.md").read_text()
    described = [
        name
        for line in page.splitlines()
        if line.startswith("| `")
        for name in re.findall(r"`(\w+)`", line.split(" | ")[0])
    ]
    assert described == list(FAMILIES)


@pytest.mark.parametrize("family", sorted(set(FAMILIES) & set(GEOMETRIES)))
def test_same_name_same_instances(family):
    """A geometry of the experiments would be another one in the gallery."""
    assert draw(family, 20, 3, 1) == draw(family, 20, 3, 1)


def test_unknown_families_and_large_matrices():
    """A misspelt family would end in a KeyError; a large matrix would fill the memory."""
    with pytest.raises(ValueError, match=r"clusters_20_05.*clusters_20_005"):
        draw("clusters_20_05", 50, 1, 0)
    with pytest.raises(ValueError, match="family coins has at most 2000 nodes"):
        draw("coins", MAX_MATRIX_NODES + 1, 1, 0)


@pytest.mark.parametrize("share", [10, 50, 90])
def test_share_of_copies(share):
    """Duplicates would not be as many as the name says."""
    points = draw(f"duplicates_{share}", 200, 1, 0).coordinates
    assert len(np.unique(points, axis=0)) == 2 * (100 - share)


@pytest.mark.parametrize("family", ["grid_roads", "triangle_closed", "coins", "one_way_grid"])
def test_ways_have_no_shortcut(family):
    """Ways through streets would be longer than a way through another corner."""
    matrix = distance_matrix(draw(family, 40, 1, 0))
    assert (matrix <= (matrix[:, :, np.newaxis] + matrix).min(axis=1)).all()
    assert (matrix + np.eye(40) > 0).mean() > 0.99


def test_round_the_block():
    """A telephone behind one's back would be reached by turning round."""
    matrix = distance_matrix(draw("coins", 300, 1, 0))
    loops = np.unique((matrix + matrix.T)[np.triu_indices(300, 1)])
    assert (loops[loops > 0] >= 400).all()  # four blocks


def test_flow_shop_without_waiting():
    """A tour would not take as long as its jobs do, one after the other."""
    rng = np.random.default_rng([1, 8, 0])
    times = rng.integers(1, 100, (8, 5))
    tour = [0, 3, 1, 2, 7, 5, 6, 4]
    start, free = 0, np.zeros(5)
    for job in tour[1:]:
        reached = np.cumsum(times[job]) - times[job]
        start = max(start, (free - reached).max())
        free = start + reached + times[job]
    assert draw("flow_shop", 8, 1, 0).cost(tour) == free[-1]


def test_latitudes_are_degrees_and_minutes():
    """The metric would read minutes beyond sixty, and distances would jump."""
    points = draw("country", 2_000, 1, 0).coordinates
    assert (points % 1 < 0.6).all()
    assert (np.abs(points) < 90).all()
