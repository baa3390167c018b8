"""Inputs and outputs of the shell: tables, standard input, pipes, and tours by suffix."""

import io
import json
import os
import re
import sys
import threading
from pathlib import Path

import numpy as np
import pytest
from tests.support import check_failure, check_usage

import heataco as ha

STOPS = "id,lat,lon\nParis,48.8566,2.3522\nBerlin,52.52,13.405\nRoma,41.9028,12.4964\n"
STOPS += "Madrid,40.4168,-3.7038\nWien,48.2082,16.3738\n"


@pytest.fixture
def stops(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "stops.csv").write_text(STOPS)
    return tmp_path


def type_in(monkeypatch, content):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(content)))


@pytest.mark.usefixtures("stops")
def test_addresses_in_and_out(heataco):
    """An engineer's table of addresses would be refused, or come back as something else."""
    answer = heataco("decode stops.csv --quiet --iterations 20 --output order.csv")
    assert answer.code == 0, answer.err
    (item,) = ha.read_instances("stops.csv")
    lines = Path("order.csv").read_text().splitlines()
    assert lines[0] == "order,node,id,lat,lon"
    assert sorted(line.split(",")[2] for line in lines[1:]) == sorted(item.instance.ids)
    best = min(
        item.instance.cost(order)
        for order in ([0, 1, 4, 2, 3], [0, 3, 2, 4, 1], [0, 4, 1, 2, 3], [0, 1, 2, 4, 3])
    )
    assert item.instance.cost(ha.read_tour("order.csv")) == pytest.approx(best)
    report = json.loads(heataco("decode stops.csv --quiet --iterations 20 --json").out)
    assert report["ids"] == [item.instance.ids[node] for node in report["tour"]]
    assert report["cost"] == pytest.approx(best)


@pytest.mark.usefixtures("stops")
@pytest.mark.parametrize("form", ["csv", "json", "geojson", "txt", "tour"])
def test_output_by_suffix(heataco, form):
    """`--output order.csv` would write a TSPLIB tour."""
    line = "decode stops.csv --quiet --iterations 1"
    assert heataco(f"{line} --output a.{form}").code == 0
    answer = heataco(f"{line} --output - --output-format {form}")
    assert answer.out == Path(f"a.{form}").read_text()
    assert "Length" in answer.out or "written to stdout" in answer.err


@pytest.mark.usefixtures("files")
def test_outputs_are_refused_before_the_search(heataco):
    """A search would be lost to a suffix that cannot be written."""
    check_failure(heataco("decode points.tsp --output a.xyz"), "tours have .tour, .csv, .json")
    check_failure(heataco("decode points.tsp --output a.geojson"), "GeoJSON holds latitudes")
    check_failure(heataco("decode points.tsp --output a"), "suffix '' is unknown")
    check_usage(heataco("decode points.tsp --output - --json"), "both write to stdout")
    check_usage(heataco("decode points.tsp --output-format csv"), "needs --output")


@pytest.mark.skipif(os.name != "posix", reason="needs /dev/null")
@pytest.mark.usefixtures("files")
def test_output_to_stdout_and_devices(heataco):
    """A tour could not be piped on, or a device would be replaced by a file."""
    answer = heataco("decode points.tsp --quiet --iterations 1 --output -")
    assert answer.out.startswith("NAME : points\n")
    assert answer.out.endswith("-1\nEOF\n")
    assert "cost" in answer.err
    assert heataco("decode points.tsp --quiet --iterations 1 --output /dev/null").code == 0
    assert not os.path.isfile("/dev/null")


@pytest.mark.usefixtures("stops")
def test_standard_input(heataco, monkeypatch):
    """`cat stops.csv | heataco decode -` would not work."""
    type_in(monkeypatch, STOPS.encode())
    report = json.loads(heataco("decode - --quiet --iterations 1 --json").out)
    assert (report["instance"], report["n"]) == ("stdin", 5)
    type_in(monkeypatch, STOPS.encode())
    answer = heataco("convert - stops.geojson")
    assert answer == (0, "", "")
    assert ha.read_instances("stops.geojson")[0].instance.ids[0] == "Paris"
    type_in(monkeypatch, STOPS.encode())
    answer = heataco("decode - --quiet --iterations 1 --output - --output-format txt")
    assert sorted(answer.out.split()) == ["Berlin", "Madrid", "Paris", "Roma", "Wien"]
    type_in(monkeypatch, b"1 2 3")
    check_failure(
        heataco("decode - --quiet"), "standard input: is not recognised by its content; g"
    )
    type_in(monkeypatch, b" \n")
    check_failure(heataco("decode - --quiet"), "standard input: is empty")
    type_in(monkeypatch, b"x\n1\n2\n")
    check_failure(heataco("decode - --quiet --format csv"), "standard input:1: has one column")
    type_in(monkeypatch, b"\0" * 100)
    check_failure(heataco("decode - --quiet"), "standard input: holds nothing but NUL bytes")


@pytest.mark.usefixtures("stops")
@pytest.mark.filterwarnings("default")
def test_cut_off_standard_input(heataco, monkeypatch):
    """Half a table, ending within a number, would be decoded without a word."""
    for content, cut in ((STOPS.encode()[:-4], True), (STOPS.encode(), False)):
        type_in(monkeypatch, content)
        answer = heataco("decode - --quiet --iterations 1")
        assert answer.code == 0
        assert ("standard input does not end with a line break; it may" in answer.err) == cut


@pytest.mark.usefixtures("stops")
def test_units(heataco):
    """Kilometres could be taken for metres."""
    answer = heataco("decode stops.csv --quiet --iterations 1 --bound")
    assert re.search(r"cost        [0-9.]+ km\n", answer.out)
    assert re.search(r"lower bound [0-9.]+ km\n", answer.out)
    answer = heataco("decode stops.csv --quiet --iterations 1 --metric latlon_m --best-known 9")
    assert re.search(r"to the best known 9 m\n", answer.out)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
@pytest.mark.usefixtures("files")
@pytest.mark.parametrize("name", ["points.tsp", "set.npz", "points.npy", "line.txt", "stops.csv"])
def test_pipes(heataco, tmp_path, name):
    """Process substitution, whose pipes have no suffix and cannot be rewound, would fail."""
    np.save("points.npy", np.random.default_rng(0).random((9, 2)))
    (tmp_path / "line.txt").write_text("0 0 1 0 1 1 output 1 2 3 1\n")
    (tmp_path / "stops.csv").write_text(STOPS)
    os.mkfifo("pipe")
    index = " --index 0" if name == "set.npz" else ""
    content = (tmp_path / name).read_bytes()
    writer = threading.Thread(target=(tmp_path / "pipe").write_bytes, args=(content,))
    writer.start()
    from_pipe = json.loads(heataco(f"decode pipe --quiet --iterations 1 --json{index}").out)
    writer.join()
    from_file = json.loads(heataco(f"decode {name} --quiet --iterations 1 --json{index}").out)
    assert from_pipe["cost"] == from_file["cost"]


@pytest.mark.usefixtures("stops")
def test_columns_and_metrics(heataco):
    """A table with other names could not be read."""
    Path("other.csv").write_text(STOPS.replace("id,lat,lon", "Ort,Breite,Länge"))
    check_failure(
        heataco("decode other.csv --quiet"),
        "among 'Ort', 'Breite', 'Länge', give columns (--columns ",
    )
    line = "decode other.csv --quiet --iterations 1 --json --columns id=Ort,lat=Breite,lon=3"
    report = json.loads(heataco(line).out)
    assert sorted(report["ids"])[0] == "Berlin"
    metres = json.loads(heataco(f"{line} --metric latlon_m").out)
    assert metres["cost"] == pytest.approx(1000 * report["cost"])
    check_usage(heataco("decode other.csv --columns a=b"), "role 'a' is unknown")
    check_usage(heataco("decode other.csv --columns x"), "give ROLE=NAME")
    check_usage(heataco("decode other.csv --columns x=1,x=2"), "each role once")
    check_usage(heataco("decode other.csv --metric miles"), "miles")
    ha.write_tsplib(ha.Instance.from_coordinates([[1, 2]]), "a.tsp")
    check_failure(heataco("decode a.tsp --quiet --metric EUC_2D"), "omit metric")


@pytest.mark.filterwarnings("default")
@pytest.mark.usefixtures("stops")
def test_convert(heataco):
    """Tables would lose their ids on the way, or tours their stops, without a word."""
    assert heataco("convert stops.csv a.geojson").code == 0
    assert heataco("convert a.geojson b.csv").code == 0
    assert Path("b.csv").read_text() == STOPS
    answer = heataco("convert b.csv c.tsp")
    assert (answer.code, answer.err) == (0, "heataco: warning: c.tsp does not keep the ids\n")
    assert ha.read_tsplib("c.tsp").metric == "latlon_km"
    assert heataco("convert c.tsp d.npy").code == 0
    assert heataco("convert d.npy e.csv --metric latlon_km").code == 0
    ha.write_tour([0, 1, 2, 3, 4], "t.tour")
    assert heataco("convert t.tour t.geojson --instance stops.csv").code == 0
    assert len(json.loads(Path("t.geojson").read_text())["features"]) == 6
    assert heataco("convert t.tour t.json").code == 0
    assert heataco("convert t.json u.csv --instance stops.csv").code == 0
    assert heataco("convert u.csv u.tour").code == 0
    assert ha.read_tour("u.tour").tolist() == [0, 1, 2, 3, 4]
