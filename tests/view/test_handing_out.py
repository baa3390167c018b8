"""What the server hands out: the page, downloads, and lines that repeat a run."""

import shlex
import subprocess
import sys

import numpy as np
import pytest
from tests.view.conftest import TOKEN, Server
from tests.view.searches import WITHOUT, generate, wait_until

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


def test_a_browser_that_is_waited_for(tmp_path):
    """A browser in the terminal would wait for the page, and the server for the browser."""
    (tmp_path / "browser.py").write_text(
        "import sys, urllib.request\n"
        "page = urllib.request.urlopen(sys.argv[1], timeout=30).read()\n"
        f"open({str(tmp_path / 'page.html')!r}, 'wb').write(page)\n"
    )
    server = Server(BROWSER=f"{sys.executable} {tmp_path / 'browser.py'} %s")
    try:
        wait_until(lambda: (tmp_path / "page.html").exists())
    finally:
        server.close()


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
    assert _repeated(done, language, tmp_path) == page.download("tour.tour").content


@pytest.mark.parametrize("language", ["shell", "python"])
def test_lines_repeat_both_runs(page, tmp_path, language):
    """The lines of two searches, run together, would write the second tour over the first."""
    generate(page)
    page.start(WITHOUT, {"decoder": "greedy", "heat": "none"}, iterations=3)
    done = [page.wait("done"), page.wait("done")]
    assert {one["run"] for one in done} == {0, 1}
    (tmp_path / "uniform-60.tsp").write_bytes(page.download("instance.tsp").content)
    for one in done:
        output = f"tour{one['run'] + 1}.tour"
        again = _repeated(one, language, tmp_path, output)
        assert again == page.download("tour.tour", one["run"]).content


@pytest.mark.parametrize("language", ["shell", "python"])
def test_lines_repeat_a_run_on_files(page, tmp_path, language):
    """Whoever copies the lines would get another instance of the set, or another heatmap."""
    rng = np.random.default_rng(4)
    instances = [ha.as_instance(points) for points in rng.random((3, 40, 2))]
    items = [ha.LabelledInstance(instance, np.arange(40)) for instance in instances]
    ha.write_labelled_set(items, tmp_path / "set.txt")
    np.save(tmp_path / "heat.npy", rng.normal(size=(40, 40)))
    assert page.upload("set.txt", (tmp_path / "set.txt").read_bytes(), "instance").status == 200
    page.wait("instance")
    page.tell("choose", index=2)
    assert page.wait("instance")["index"] == 2
    heat = (tmp_path / "heat.npy").read_bytes()
    assert page.upload("heat.npy", heat, "heatmap", kind="logit").status == 200
    page.start({"decoder": "heataco", "parameters": {}, "heat": "file"}, iterations=3)
    assert _repeated(page.wait("done"), language, tmp_path) == page.download("tour.tour").content


def _repeated(done, language, folder, output="tour.tour"):
    """Return the tour that the lines of a run write."""
    command = [sys.executable, "-c", done["python"]]
    if language == "shell":
        words = shlex.split(done["shell"])
        assert words[0] == "heataco"
        command = [sys.executable, "-m", *words]
    subprocess.run(command, cwd=folder, check=True, capture_output=True)
    return (folder / output).read_bytes()
