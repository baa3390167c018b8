"""Heatmaps, tours and whole sets from pipes and standard input."""

import io
import json
import os
import shlex
import subprocess
import sys
import threading
from pathlib import Path

import numpy as np
import pytest
from tests.cli.test_inputs import type_in
from tests.support import check_failure, check_usage

import heataco as ha
from heataco.files import write_heatmap


@pytest.fixture
def heat(tmp_path, monkeypatch):
    """Points, and one heatmap of them in every form that needs no large package."""
    monkeypatch.chdir(tmp_path)
    points = np.random.default_rng(0).random((12, 2))
    np.save("points.npy", points)
    heatmap = ha.predictors.SoftDist().predict(ha.Instance.from_coordinates(points))
    for suffix in HEAT_FORMS:
        write_heatmap(heatmap, f"heat{suffix}")
    return tmp_path


HEAT_FORMS = (".npy", ".npz", ".txt", ".lines", ".safetensors")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
@pytest.mark.parametrize("suffix", HEAT_FORMS)
def test_heatmaps_from_pipes(heataco, heat, monkeypatch, suffix):
    """`--heatmap <(cat h.npy)` would be refused, though instances may come so."""
    content = (heat / f"heat{suffix}").read_bytes()
    line = "decode points.npy --quiet --iterations 2 --json --heatmap"
    wanted = json.loads(heataco(f"{line} heat{suffix}").out)
    os.mkfifo("pipe")
    writer = threading.Thread(target=(heat / "pipe").write_bytes, args=(content,))
    writer.start()
    found = [json.loads(heataco(f"{line} pipe").out)]
    writer.join()
    type_in(monkeypatch, content)
    found.append(json.loads(heataco(f"{line} -").out))
    for report in found:
        assert (report["tour"], report["trust"]) == (wanted["tour"], wanted["trust"])
    type_in(monkeypatch, content)
    report = json.loads(heataco("info - --json").out)
    assert (report["file"], report["content"], report["n"]) == ("-", "heatmap", 12)
    type_in(monkeypatch, content)
    assert heataco("convert - copy.npz") == (0, "", "")
    assert ha.read_heatmap("copy.npz") == ha.read_heatmap("heat.npz")


@pytest.mark.skipif(os.name != "posix", reason="needs a shell of Unix")
@pytest.mark.usefixtures("heat")
def test_closed_stderr():
    """A search under a service that closes stderr would end before it began, without a word."""
    command = f"{shlex.quote(sys.executable)} -m heataco"
    for line in ("decode points.npy --iterations 2 -o a.tour", "decode none.npy"):
        code = subprocess.run(f"{command} {line} 2>&-", shell=True, check=False).returncode
        assert code == (3 if "none" in line else 0)
    assert len(ha.read_tour("a.tour")) == 12


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is full")
@pytest.mark.usefixtures("heat")
def test_full_stdout():
    """A full disk would be told by the number of its error, without what could not be written."""
    for line in ("decode points.npy --iterations 2 --json --quiet", "info points.npy"):
        command = [sys.executable, "-m", "heataco", *line.split()]
        with open("/dev/full", "w") as full:
            run = subprocess.run(
                command, stdout=full, stderr=subprocess.PIPE, text=True, check=False
            )
        assert run.returncode == 3
        assert "heataco: output cannot be written: No space left on device\n" in run.stderr


@pytest.mark.usefixtures("heat")
def test_closed_stdin(heataco, monkeypatch):
    """Python has no `sys.stdin` then, as after `<&-` in a shell."""
    monkeypatch.setattr("sys.stdin", None)
    for line in ("decode -", "info -", "decode points.npy --heatmap -"):
        check_failure(heataco(line), "standard input: is closed")


@pytest.mark.usefixtures("heat")
def test_bad_heatmaps_from_pipes(heataco, monkeypatch):
    """An error would name a temporary file, or a stream be taken for what it is not."""
    line = "decode points.npy --quiet --iterations 2 --heatmap -"
    unnamed = io.BytesIO()
    np.savez(unnamed, indptr=np.arange(3))
    for content, problem in (
        (b" \n", "is empty"),
        (b"\0\1\2" * 9, "is not recognised as a heatmap; heatmaps are .npy, .npz, .txt"),
        (Path("heat.npy").read_bytes()[:-1], "is not a readable .npy file: it is cut off"),
        (b"PK\3\4" + b"?" * 90, "is not a readable .npz file"),
        (unnamed.getvalue(), "the known arrays are indptr; a heatmap needs"),
        (b"2\n0 1\n1 0\n", "heatmap has 2 nodes, the instance has 12"),
    ):
        type_in(monkeypatch, content)
        check_failure(heataco(line), f"standard input: {problem}")
    check_usage(heataco("decode - --heatmap -"), "- is standard input; only one file")
    check_usage(heataco("inspect - --heatmap x=-"), "- is standard input; only one file")


@pytest.mark.usefixtures("heat")
@pytest.mark.parametrize("name", ["a.tour", "a.csv", "a.json"])
def test_tours_from_pipes(heataco, monkeypatch, name):
    """A tour of another program could not be taken up, or converted, on its way."""
    ha.write_tour(np.random.default_rng(1).permutation(12), name)
    line = "decode points.npy --quiet --iterations 0 --json --decoder mmas --predictor none"
    wanted = json.loads(heataco(f"{line} --initial-tour {name}").out)
    content = Path(name).read_bytes()
    type_in(monkeypatch, content)
    assert json.loads(heataco(f"{line} --initial-tour -").out)["tour"] == wanted["tour"]
    type_in(monkeypatch, content)
    assert heataco("convert - copy.tour") == (0, "", "")
    assert ha.read_tour("copy.tour").tolist() == ha.read_tour(name).tolist()
    type_in(monkeypatch, b"node\n2\n0\n1\n")
    assert heataco("convert - column.tour") == (0, "", "")
    assert ha.read_tour("column.tour").tolist() == [2, 0, 1]


@pytest.mark.usefixtures("heat")
def test_sets_from_pipes(heataco, monkeypatch):
    """`cat set.npz | heataco decode - --all` would be refused."""
    np.savez("set.npz", coords=np.random.default_rng(1).random((3, 9, 2)))
    line = "--all --quiet --iterations 2 --json"
    from_file = heataco(f"decode set.npz {line}").out.splitlines()
    type_in(monkeypatch, Path("set.npz").read_bytes())
    from_stdin = heataco(f"decode - {line}").out.splitlines()
    tours = [[json.loads(row)["tour"] for row in rows] for rows in (from_file, from_stdin)]
    assert len(tours[0]) == 3
    assert tours[0] == tours[1]
    type_in(monkeypatch, Path("set.npz").read_bytes())
    answer = heataco("decode - --all --iterations 2")
    assert "decoding 3 of the 3 instances of standard input with" in answer.err
    assert "set         standard input, 3 instances" in answer.out


@pytest.mark.usefixtures("heat")
def test_no_such_conversion_of_a_stream(heataco, monkeypatch):
    """The error would name a temporary copy, which nobody has typed."""
    type_in(monkeypatch, b"TYPE : TSP\nDIMENSION : 1\nNODE_COORD_SECTION\n1 0 0\nEOF\n")
    answer = heataco("convert - points.pt")
    check_failure(answer, "standard input: cannot be converted to points.pt; known conversions: ")
    assert "heataco-" not in answer.err


@pytest.mark.skipif(not os.path.exists("/dev/stdout"), reason="needs /dev/stdout")
def test_redirected_output_is_not_replaced(tmp_path):
    """`(echo A; heataco decode F -o /dev/stdout) > log` would lose what the log held before."""
    (tmp_path / "stops.csv").write_text("id,x,y\na,0,0\nb,3,4\nc,3,0\n")
    command = [sys.executable, "-m", "heataco", "decode", "stops.csv", "--quiet"]
    with open(tmp_path / "log", "w") as log:
        log.write("before\n")
        log.flush()
        subprocess.run(
            [*command, "-o", "/dev/stdout", "--output-format", "txt"],
            cwd=tmp_path,
            stdout=log,
            check=True,
        )
    lines = (tmp_path / "log").read_text().splitlines()
    assert (lines[0], sorted(lines[1:4])) == ("before", ["a", "b", "c"])
    assert lines[4].startswith("instance")


@pytest.mark.filterwarnings("always")
def test_warnings_name_the_stream(heataco, tmp_path, monkeypatch):
    """A warning would name a temporary file that the user has never seen."""
    monkeypatch.chdir(tmp_path)
    head = "NAME: a\nTYPE: TSP\nDIMENSION: 2\nEDGE_WEIGHT_TYPE: GEO\nNODE_COORD_SECTION\n"
    for line in ("info -", "decode - --quiet", "convert - a.tsp"):
        type_in(monkeypatch, f"{head}1 48.8566 2.3522\n2 52.52 13.40\nEOF\n".encode())
        answer = heataco(line)
        assert answer.code == 0
        assert answer.err.startswith("heataco: warning: standard input: coordinates[0, 0] is 48.8")
    Path("stops.csv").write_text("id,x,y\na,0,0\nb,3,4\nc,3,0\n")
    answer = heataco("convert stops.csv - --output-format tsp")
    assert answer.err == "heataco: warning: standard output does not keep the ids\n"
