"""`heataco inspect`: the report, and the table of a set."""

import csv
import io
import json
import os

import numpy as np
import pytest

import heataco as ha

ONE = "inspect set.txt --index 1 --heatmap batch.npy --no-run"
ALL = "inspect set.txt --all --quiet --no-run --heatmap batch.npy --predictor softdist"


@pytest.mark.usefixtures("files")
def test_report_for_people(heataco):
    """A user would have to look for trust and verdict among the tables, or miss a table."""
    answer = heataco(f"{ONE} --verbose")
    assert answer.code == 0
    assert answer.err == ""
    lines = answer.out.splitlines()
    assert lines[0] == "set_1 (n = 40), heatmap batch"
    assert lines[2].startswith("Trust ")
    grade, _, meaning = lines[4].partition(": ")
    assert grade.lower() in ("misleading", "weak", "usable", "sharp")
    assert meaning.endswith(".") or lines[5].endswith(".")
    tables = ("Edges/n above 0.0001", "Confidence bands", "P(e>1)", "Order of the edges")
    for words in tables:
        assert words in answer.out
    short = heataco(ONE).out
    assert answer.out.startswith(short)
    assert not any(words in short for words in tables)


@pytest.mark.usefixtures("files")
def test_json_is_the_report(heataco):
    """A program would get other numbers than `diagnose` gives."""
    answer = heataco(f"{ONE} --json")
    found = json.loads(answer.out)
    item = ha.read_labelled_set("set.txt")[1]
    heatmap = ha.read_heatmap("batch.npy", index=1)
    assert found.pop("heatmap") == "batch"
    assert found.pop("version") == ha.__version__
    assert found.pop("comparison") is None
    assert found == ha.diagnose(item.instance, heatmap, item.tour).to_dict()
    assert answer.out.count("\n") == 1


@pytest.mark.usefixtures("files")
@pytest.mark.parametrize(
    ("line", "by_reference"),
    [
        (ONE, True),
        (f"{ONE} --no-reference", False),
        ("inspect set.npz --no-run --index 0 --heatmap batch.npy", False),
        ("inspect points.tsp --no-run --predictor softdist", False),
        ("inspect points.tsp --no-run --predictor softdist --reference identity.tour", True),
        ("inspect set.npz --no-run --index 2 --predictor softdist --reference identity.tour", True),
    ],
)
def test_reference(heataco, line, by_reference):
    """The tour of a set would be ignored, or looked at against the user's wish."""
    found = json.loads(heataco(f"{line} --json").out)
    assert found["verdict"]["by_reference"] is by_reference
    assert (found["agreement"] is not None) is by_reference


@pytest.mark.usefixtures("files")
def test_options_reach_the_report(heataco):
    """The report would be on other scores or another threshold than asked for."""
    plain = json.loads(heataco("inspect points.tsp --no-run --heatmap heat.npz --json").out)
    line = "inspect points.tsp --no-run --heatmap batch.npy --heatmap-index 2 --json"
    assert json.loads(heataco(line).out)["density"] != plain["density"]
    line = "inspect points.tsp --no-run --heatmap heat.npz --set heat_threshold=0.25 --json"
    assert json.loads(heataco(line).out)["heat_threshold"] == 0.25
    line = "inspect points.tsp --no-run --heatmap heat.npz --symmetrise max --json"
    assert json.loads(heataco(line).out)["asymmetry"]["imbalance"] == 0.0


@pytest.mark.usefixtures("files")
def test_asymmetric(heataco):
    """An asymmetric instance could not be inspected."""
    found = json.loads(heataco("inspect matrix.atsp --no-run --predictor softdist --json").out)
    assert found["symmetric"] is False
    assert heataco("inspect matrix.atsp --no-run --predictor softdist").code == 0


@pytest.mark.parametrize("n", [1, 2, 3])
def test_smallest(heataco, files, n):
    """An instance of a node or two, or an empty heatmap, would end in a traceback."""
    instance = ha.Instance.from_coordinates(np.random.default_rng(0).random((n, 2)))
    ha.write_tsplib(instance, "small.tsp")
    ha.write_tour(range(n), "small.tour")
    ha.write_heatmap(ha.Heatmap.from_edges([], [], [], n), "nothing.npz")
    for option in ("", "--reference small.tour", "--json", "--plot a.png"):
        answer = heataco(f"inspect small.tsp --no-run --heatmap nothing.npz {option}")
        assert (answer.code, answer.err) == (0, "")
        assert "EMPTY" in answer.out or '"empty"' in answer.out
    assert (files / "a.png").exists()


@pytest.mark.usefixtures("files")
def test_table_for_people(heataco):
    """A set would get no answer, or its table lack a row or a column."""
    answer = heataco(f"{ALL} --verbose")
    assert (answer.code, answer.err) == (0, "")
    short, _, table = answer.out.partition("Means")
    for words in ("set, 3 instance(s)", "batch", "softdist", "Trust ", "Grade: "):
        assert words in short
    for words in ("batch", "softdist", "Edges/n", "Miss %", "P(e>1)"):
        assert words in table
    assert "Edges/n" not in heataco(ALL).out


@pytest.mark.usefixtures("files")
def test_rows_are_means(heataco):
    """A row would be that of other instances, or of one only."""
    rows = json.loads(heataco(f"{ALL} --json").out)["rows"]
    assert [row["heatmap"] for row in rows] == ["batch", "softdist"]
    items = ha.read_labelled_set("set.txt")
    heatmaps = ha.read_heatmaps("batch.npy")
    pairs = zip(items, heatmaps, strict=True)
    reports = [ha.diagnose(item.instance, heat, item.tour) for item, heat in pairs]
    expected = json.loads(json.dumps(ha.diagnostics.summarise(reports).to_dict()))
    assert {key: rows[0][key] for key in expected} == expected
    assert rows[0]["edges_per_node"] == pytest.approx(rows[1]["edges_per_node"])  # both SoftDist
    assert heataco(f"{ALL} --format json").out == heataco(f"{ALL} --json").out


@pytest.mark.usefixtures("files")
def test_limit(heataco):
    """A look at the first instances would take as long as at all, or need a cut file."""
    rows = json.loads(heataco(f"{ALL} --limit 1 --json").out)["rows"]
    assert [row["instances"] for row in rows] == [1, 1]
    line = "inspect set.txt --no-run --all --limit 1 --quiet --json --heatmap heat.npz"
    assert json.loads(heataco(line).out)["rows"][0]["instances"] == 1


@pytest.mark.usefixtures("files")
def test_formats(heataco):
    """The table could not be pasted into a page, a paper or a spreadsheet."""
    line = "inspect set.txt --no-run --all --quiet --heatmap a_b&c=batch.npy --format"
    markdown = heataco(f"{line} markdown").out.splitlines()
    assert markdown[0].startswith("| Heatmap | Set | Edges/n | Miss % | P(e>1) |")
    assert markdown[2].startswith("| a_b&c | set | ")
    assert len({row.count("|") for row in markdown}) == 1
    latex = heataco(f"{line} latex").out
    assert r"a\_b\&c & set & " in latex
    assert latex.startswith(r"\begin{tabular}")
    assert latex.endswith("\\end{tabular}\n")
    rows = list(csv.DictReader(io.StringIO(heataco(f"{line} csv").out)))
    assert rows[0]["heatmap"] == "a_b&c"
    assert float(rows[0]["edges_per_node"]) > 0


@pytest.mark.usefixtures("files")
def test_unknown_figures(heataco):
    """Without tours a table would show nan, or crash."""
    line = "inspect set.npz --no-run --all --quiet --heatmap batch.npy"
    for form in ("", "--format markdown", "--format csv", "--format latex", "--json"):
        answer = heataco(f"{line} {form}")
        assert answer.code == 0
        assert "nan" not in answer.out.lower()
    assert "| – |" in heataco(f"{line} --format markdown").out


@pytest.mark.usefixtures("files")
def test_progress(heataco):
    """A long table would be made in silence."""
    answer = heataco(ALL.replace(" --quiet", ""))
    assert answer.err.splitlines() == [
        "heataco: batch, 3 instances ...",
        "heataco: softdist, 3 instances ...",
    ]


@pytest.mark.parametrize("line", [ONE, ALL], ids=["one", "all"])
def test_plot(heataco, files, line):
    """The picture would be missing, its place not be said, or stdout be no JSON any more."""
    pytest.importorskip("matplotlib")
    answer = heataco(f"{line} --plot picture.png")
    assert (answer.code, answer.err) == (0, "")
    assert answer.out.endswith("Picture: picture.png\n")
    assert (files / "picture.png").read_bytes().startswith(b"\x89PNG")
    json.loads(heataco(f"{line} --json --plot picture.svg").out)
    assert b"<svg" in (files / "picture.svg").read_bytes()


@pytest.mark.usefixtures("files")
def test_path_with_an_equals_sign(heataco):
    """A file whose name holds the sign could not be inspected."""
    os.rename("heat.npz", "a=b.npz")
    found = json.loads(heataco("inspect points.tsp --no-run --heatmap a=b.npz --json").out)
    assert found["heatmap"] == "a=b"
