"""What the server hands out: the page, downloads, and lines that repeat a run."""

import shlex
import subprocess
import sys

import numpy as np
import pytest
from tests.view.conftest import TOKEN
from tests.view.searches import WITHOUT, generate

import heataco as ha


@pytest.mark.parametrize("name", ["tour.tour", "tour.csv", "tour.svg", "record.json"])
def test_downloads(page, tmp_path, name):
    """A file would hold another tour than the page shows, or another form than its name says."""
    generate(page)
    page.start(WITHOUT, iterations=5)
    done = page.wait("done")
    answer = page.download(name)
    assert answer.status == 200
    assert f'filename="{name}"' in answer.headers["content-disposition"]
    path = tmp_path / name
    path.write_bytes(answer.content)
    if name.endswith(".svg"):
        assert answer.content.startswith(b"<svg")
    else:
        assert np.array_equal(ha.read_tour(path), done["tour"])


def test_address_without_its_last_slash(server):
    """Whoever copies the address without it would get a page without style and script."""
    answer = server.request("GET", f"/{TOKEN}", origin=None)
    assert answer.status == 307
    assert answer.headers["location"] == f"/{TOKEN}/"


def test_geojson_only_of_places(page):
    """A tour of points in the plane would become a line somewhere on the Earth."""
    generate(page)
    page.start(WITHOUT, iterations=1)
    page.wait("done")
    answer = page.download("tour.geojson")
    assert answer.status == 409
    assert b"GeoJSON holds latitudes" in answer.content


@pytest.mark.parametrize("language", ["shell", "python"])
def test_lines_repeat_the_run(page, tmp_path, language):
    """Whoever copies the lines would get another tour."""
    generate(page, 80, "clusters_3_05")
    method = {
        "decoder": "heataco",
        "parameters": {"ants": "4", "evidence_cap": "none", "local_search": "3opt"},
        "heat": "softdist",
    }
    page.start(WITHOUT, iterations=1)
    page.wait("done")
    page.start(method, iterations=4, seed=9, warm=True)
    done = page.wait("done")
    (tmp_path / "clusters_3_05-80.tsp").write_bytes(page.download("instance.tsp").content)
    (tmp_path / "start.tour").write_bytes(page.download("start.tour").content)
    command = [sys.executable, "-c", done["python"]]
    if language == "shell":
        words = shlex.split(done["shell"])
        assert words[0] == "heataco"
        command = [sys.executable, "-m", *words]
    subprocess.run(command, cwd=tmp_path, check=True, capture_output=True)
    assert (tmp_path / "tour.tour").read_bytes() == page.download("tour.tour").content
