"""`heataco convert`: every way there is, and what is said where there is none."""

import json
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from tests.support import need_packages

import heataco as ha
from heataco.cli.contents import content_of

FORMS = [".npz", ".txt", ".npy", ".lines", ".pt", ".safetensors", ".pth", ".npz"]


@pytest.mark.usefixtures("files")
@pytest.mark.parametrize(("first", "second"), list(pairwise(FORMS)))
def test_heatmaps(heataco, first, second):
    """Scores would change on their way from one format to another."""
    need_packages(first, second)
    heatmap = ha.read_heatmap("heat.npz")
    assert heataco(f"convert heat.npz a{first}") == (0, "", "")
    assert heataco(f"convert a{first} b{second}") == (0, "", "")
    assert ha.read_heatmap(f"b{second}") == heatmap


@pytest.mark.usefixtures("files")
@pytest.mark.parametrize("suffix", [".npy", ".npz", ".lines", ".pt", ".safetensors"])
def test_batches(heataco, suffix):
    """Heatmaps of a batch would be lost, mixed up, or taken without asking."""
    need_packages(suffix)
    heatmaps = ha.read_heatmaps("batch.npy")
    assert heataco(f"convert batch.npy all{suffix}") == (0, "", "")
    assert ha.read_heatmaps(f"all{suffix}") == heatmaps
    assert heataco(f"convert all{suffix} one.txt --index 2") == (0, "", "")
    assert ha.read_heatmap("one.txt") == heatmaps[2]


@pytest.mark.usefixtures("files")
def test_processing(heataco):
    """Logits would be taken for probabilities, or an edge weigh one direction only."""
    scores = np.random.default_rng(0).normal(size=(5, 5))
    np.save("logits.npy", scores)
    answer = heataco("convert logits.npy a.npz")
    assert answer.code == 3
    assert "--kind logit" in answer.err
    line = "convert logits.npy a.npz --kind logit --symmetrise max --preset utsp-mcts"
    assert heataco(line) == (0, "", "")
    heatmap = ha.Heatmap.from_dense(scores, kind="logit").symmetrised("max")
    assert ha.read_heatmap("a.npz") == ha.apply_preset("utsp-mcts", heatmap)


@pytest.mark.usefixtures("files")
def test_presets_look_at_the_instance(heataco):
    """The distances of another instance would go into the scores."""
    heatmaps = ha.read_heatmaps("batch.npy")
    items = ha.read_labelled_set("set.txt")
    expected = [
        ha.apply_preset("difusco-merge", heatmap, item.instance)
        for heatmap, item in zip(heatmaps, items, strict=True)
    ]
    words = "--preset difusco-merge --instance"
    assert heataco(f"convert batch.npy all.npz {words} set.txt").code == 0
    assert ha.read_heatmaps("all.npz") == expected
    assert heataco(f"convert batch.npy one.npz {words} set.txt --index 1").code == 0
    assert ha.read_heatmap("one.npz") == expected[1]
    assert heataco(f"convert batch.npy first.npz {words} points.tsp --index 0").code == 0
    assert ha.read_heatmap("first.npz") == expected[0]


@pytest.mark.usefixtures("files")
def test_lines_keep_points_and_tours(heataco):
    """What UTSP's search needs would be missing, or its files be no instances for us."""
    assert heataco("convert batch.npy all.lines --instance set.txt").code == 0
    assert ha.read_heatmaps("all.lines") == ha.read_heatmaps("batch.npy")
    for item, original in zip(
        ha.read_labelled_set("all.lines"), ha.read_labelled_set("set.txt"), strict=True
    ):
        assert np.array_equal(item.instance.coordinates, original.instance.coordinates)
        assert np.array_equal(item.tour, original.tour)
    assert heataco("convert all.lines one.tsp --index 1").code == 0
    assert heataco("convert all.lines same.txt --content instance").code == 0
    assert heataco("decode all.lines --index 1 --heatmap all.lines --iterations 2").code == 0


@pytest.mark.usefixtures("files")
def test_set_to_tsplib_and_back(heataco):
    """Coordinates would change, or the wrong instance of a set be taken."""
    expected = ha.read_labelled_set("set.txt")[1].instance
    assert heataco("convert set.txt one.tsp --index 1").code == 0
    assert heataco("convert one.tsp line.txt").code == 0
    assert heataco("convert line.txt two.tsp").code == 0  # points without tour
    for instance in (
        ha.read_tsplib("one.tsp"),
        ha.read_tsplib("two.tsp"),
        ha.read_labelled_set("line.txt")[0].instance,
    ):
        assert np.array_equal(instance.coordinates, expected.coordinates)
    answer = heataco("convert set.txt all.tsp")
    assert answer.code == 3
    assert "--index 0 to 2" in answer.err


@pytest.mark.usefixtures("files")
def test_sets(heataco):
    """A whole set, or its tours, would be lost between .npz and .txt."""
    assert heataco("convert set.npz points.txt").code == 0
    assert heataco("convert set.txt tours.txt").code == 0
    assert heataco("convert set.txt one.txt --index 1").code == 0
    assert len(ha.read_labelled_set("points.txt")) == 3
    for item in [*ha.read_labelled_set("tours.txt"), *ha.read_labelled_set("one.txt")]:
        assert item.tour.tolist() == list(range(40))


@pytest.mark.usefixtures("files")
def test_content_is_told_where_it_cannot_be_seen(heataco):
    """A set without tours would be read as a heatmap for ever."""
    heataco("convert set.npz points.txt")
    assert heataco("convert points.txt copy.txt").code == 3
    assert heataco("convert points.txt copy.txt --content instance").code == 0
    assert len(ha.read_labelled_set("copy.txt")) == 3


def test_long_first_line(heataco, files):
    """A large labelled instance, whose tour comes after megabytes, would be taken for a heatmap."""
    points = np.random.default_rng(0).random((60_000, 2))
    item = ha.LabelledInstance(ha.Instance.from_coordinates(points), np.arange(60_000))
    ha.write_labelled_set([item], "large.txt")
    assert (files / "large.txt").stat().st_size > 2 << 20
    assert heataco("convert large.txt large.tsp").code == 0
    assert heataco("convert large.txt same.txt").code == 0


@pytest.mark.usefixtures("files")
@pytest.mark.parametrize("suffix", [".tour", ".json"])
def test_open_paths_stay_open(heataco, suffix):
    """A map would show a way back that nobody goes, and the length would be that of a tour."""
    places = [[48.9, 2.4], [52.5, 13.4], [41.9, 12.5], [40.4, -3.7]]
    instance = ha.Instance.from_coordinates(places, "latlon_km", ids=["P", "B", "R", "M"])
    ha.write_instance(instance, "places.csv")
    path = ha.solve(instance, closed=False, start="M")
    ha.write_tour(path.tour, f"path{suffix}", cost=path.cost, instance=instance, closed=False)
    assert heataco(f"convert path{suffix} path.geojson --instance places.csv") == (0, "", "")
    line = json.loads(Path("path.geojson").read_text())["features"][0]
    assert len(line["geometry"]["coordinates"]) == 4
    report = heataco(f"convert path{suffix} - --output-format json --instance places.csv").out
    assert json.loads(report)["cost"] == pytest.approx(path.cost)
    assert json.loads(report)["closed"] is False
    assert heataco(f"convert path{suffix} again.tour") == (0, "", "")
    assert "COMMENT : open path" in Path("again.tour").read_text()


def test_tour(heataco, files):
    """A tour in one of TSPLIB's many forms could not be brought into the usual one."""
    (files / "odd.tour").write_text("TYPE: TOUR\nDIMENSION: 4\nTOUR_SECTION\n4 3 2 1 -1\n")
    assert heataco("convert odd.tour normal.tour").code == 0
    assert ha.read_tour("normal.tour").tolist() == [3, 2, 1, 0]
    assert "NAME : normal" in (files / "normal.tour").read_text()


@pytest.mark.usefixtures("files")
@pytest.mark.parametrize(
    ("line", "code", "words"),
    [
        ("heat.npz heat.tsp", 3, "heatmap: .npy, .npz, .txt, .lines, .pt, .pth, .safetensors to"),
        ("points.tsp a.npz", 3, "to .tsp, .atsp, .csv, .geojson, .npy, .txt"),
        ("identity.tour a.xyz", 3, "tour: .tour, .json, .csv to .tour, .csv, .json, .geojson"),
        ("points.tsp -", 3, "instances cannot be written to standard output, as the suffix gives"),
        (". points.tsp", 3, "is a folder; give a file"),
        ("points.csv points.tsp", 3, "points.csv: no such file"),
        ("points.xyz points.tsp", 3, "suffix '.xyz' is unknown; known are .tsp"),
        ("identity.tour a.geojson", 3, "GeoJSON needs the latitudes and longitudes"),
        ("points.tsp a.geojson", 3, "GeoJSON holds latitudes and longitudes; instance 'points'"),
        ("missing.txt points.tsp", 3, "missing.txt: no such file"),
        ("missing.npz heat.npy", 3, "missing.npz: no such file"),
        ("matrix.atsp line.txt", 3, "is a matrix; it needs a tour"),
        ("identity.tour a.tour --index 0", 2, "a .tour file has one"),
        ("points.tsp a.txt --content nonsense", 2, "'instance', 'heatmap', 'tour'"),
        ("points.tsp a.txt --kind logit", 2, "are for heatmaps"),
        ("heat.npz a.npy --kind instance", 2, "'probability', 'logit', 'log-probability'"),
        ("heat.npz a.npy --symmetrise min", 2, "'none', 'mean', 'max', 'sum'"),
        ("heat.npz a.npy --preset best", 2, "'difusco-merge', 'difusco-mcts'"),
        ("heat.npz a.npy --preset difusco-mcts", 2, "--preset difusco-mcts needs --instance"),
        ("heat.npz a.npy --instance set.txt", 2, "--instance is for .lines and for presets"),
        ("heat.npz a.lines --instance set.txt", 3, "set.txt: holds 3 instances for 1 heatmaps"),
        (
            "heat.npz a.lines --instance matrix.atsp",
            3,
            "heatmap has 40 nodes, the instance has 12",
        ),
        ("batch.npy a.txt", 3, "a.txt: holds one heatmap, not 3"),
        ("batch.npy a.npz --index 3", 3, "holds 3 heatmaps, counted from 0; index is 3"),
    ],
)
def test_refusals(heataco, line, code, words):
    """A user would not learn which ways there are."""
    answer = heataco(f"convert {line}")
    assert answer.code == code
    assert words in answer.err
    assert "Traceback" not in answer.err


def test_broken_archive(heataco, files):
    """A broken file would end in a traceback."""
    (files / "broken.npz").write_bytes(b"PK\x03\x04 and nothing more")
    answer = heataco("convert broken.npz a.npy")
    assert answer.code == 3
    assert "broken.npz: is not a readable .npz file" in answer.err


@pytest.mark.parametrize(
    ("text", "content"),
    [
        ("order,node\n0,1\n1,0\n", "tour"),
        ("\ufeffOrder;Node\n0;1\n1;0\n", "tour"),
        ("node\n1\n0\n", "tour"),
        ("node,x,y\na,0,0\nb,1,1\n", "instance"),
        ("order_id,node_name,x,y\n7,a,0,0\n8,b,1,1\n", "instance"),
    ],
)
def test_tables_are_tours_or_instances(tmp_path, text, content):
    """The orders of a shop would be taken for a tour, because of a column called order_id."""
    (tmp_path / "a.csv").write_text(text, encoding="utf-8")
    assert content_of(tmp_path / "a.csv") == content
