"""`heataco predict`: what it reads, predicts, prints and writes."""

import json

import pytest

import heataco as ha
from heataco.predictors import PREDICTORS, RankPrior, SoftDist


@pytest.mark.usefixtures("files")
@pytest.mark.parametrize("suffix", [".npz", ".npy", ".txt"])
def test_written_as_predicted(heataco, suffix):
    """The file would hold other scores than the Python function gives."""
    answer = heataco(f"predict points.tsp --predictor softdist --output out{suffix}")
    assert (answer.code, answer.err) == (0, "")
    expected = SoftDist().predict(ha.read_tsplib("points.tsp"))
    assert ha.read_heatmap(f"out{suffix}") == expected
    for words in ("points (n = 40)", "softdist", f"{expected.nnz:,}", "39.00 per node", "s CPU"):
        assert words in answer.out
    assert f"written to out{suffix}" in answer.out


@pytest.mark.usefixtures("files")
@pytest.mark.parametrize("name", PREDICTORS)
@pytest.mark.parametrize("file", ["points.tsp", "matrix.atsp"])
def test_every_predictor(heataco, name, file):
    """A predictor could not be used from the command line."""
    assert heataco(f"predict {file} --predictor {name} --output out.npz").code == 0
    assert ha.read_heatmap("out.npz") == PREDICTORS[name]().predict(ha.read_tsplib(file))


@pytest.mark.usefixtures("files")
def test_json(heataco):
    """A script could not tell what was predicted, how, or how long it took."""
    line = "predict set.txt --index 2 --predictor rank --set neighbours=5 --output out.npz --json"
    answer = heataco(line)
    assert answer.out.count("\n") == 1
    report = json.loads(answer.out)
    assert report.pop("predict_seconds") > 0
    assert report.pop("predict_cpu_seconds") >= 0
    assert report == {
        "instance": "set_2",
        "n": 40,
        "predictor": "rank",
        "parameters": {"neighbours": 5},
        "edges": 200,
        "output": "out.npz",
        "version": ha.__version__,
    }
    instance = ha.read_labelled_set("set.txt")[2].instance
    assert ha.read_heatmap("out.npz") == RankPrior(neighbours=5).predict(instance)


@pytest.mark.usefixtures("files")
def test_predictor_that_times_out_by_itself(heataco, monkeypatch):
    """A time-out without a limit would end in a traceback about a missing heatmap."""

    def predict(self, instance):
        raise TimeoutError("the server does not answer")

    monkeypatch.setattr(SoftDist, "predict", predict)
    answer = heataco("predict points.tsp --predictor softdist")
    assert (answer.code, answer.out) == (3, "")
    assert answer.err == "heataco: the server does not answer\n"


@pytest.mark.usefixtures("files")
def test_every_instance_of_a_set(heataco):
    """A set would need one call an instance, or its heatmaps be mixed up."""
    answer = heataco("predict set.txt --all --predictor rank --output all.npz")
    assert answer.code == 0
    assert "3 instances (n = 40)" in answer.out
    assert "written to all.npz" in answer.out
    expected = [RankPrior().predict(item.instance) for item in ha.read_labelled_set("set.txt")]
    assert ha.read_heatmaps("all.npz") == expected
    answer = heataco("predict set.txt --all --predictor rank --output all.npz --json")
    lines = [json.loads(line) for line in answer.out.splitlines()]
    assert [line["instance"] for line in lines] == ["set_0", "set_1", "set_2"]
    assert {line["output"] for line in lines} == {"all.npz"}


def test_sizes_of_a_set(heataco, files):
    """A set of several sizes would be summed up as one size, or be cut to it in a file."""
    (files / "sizes.txt").write_text("0 0 1 0 1 1\n0 0 1 0 1 1 0 1\n")
    line = "predict sizes.txt --all --predictor distance --output"
    assert "2 instances (n = 3 to 4)" in heataco(f"{line} sizes.lines").out
    assert [heatmap.n for heatmap in ha.read_heatmaps("sizes.lines")] == [3, 4]
    answer = heataco(f"{line} sizes.npz")
    assert (answer.code, answer.out) == (3, "")
    assert not (files / "sizes.npz").exists()


def test_nothing_is_written_unasked(heataco, files):
    """A look at the figures would leave files behind."""
    before = set(files.iterdir())
    assert "--output FILE.npz" in heataco("predict points.tsp --predictor zero").out
    assert set(files.iterdir()) == before


@pytest.mark.usefixtures("files")
def test_two_steps_are_one(heataco):
    """Predicting first and decoding then would give another tour than both at once."""
    heataco("predict set.txt --index 1 --predictor rank --output heat.npz")
    heataco("predict set.txt --all --predictor rank --output all.npz")
    line = "decode set.txt --index 1 --iterations 5 --json"
    tours = [
        json.loads(heataco(f"{line} {source}").out)["tour"]
        for source in ("--predictor rank", "--heatmap heat.npz", "--heatmap all.npz")
    ]
    assert tours[0] == tours[1] == tours[2]


@pytest.mark.usefixtures("files")
@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("missing.tsp --predictor rank", "missing.tsp: no such file"),
        ("set.txt --predictor rank", "choose one with --index 0 to 2, or use --all"),
        ("set.txt --predictor rank --index 3", "--index is 3"),
        ("points.tsp --predictor nonsense", "known are alpha, consensus, "),
        ("points.tsp --predictor none", "known are alpha, consensus, "),
        ("points.tsp --predictor heat.npz", "known are alpha, consensus, "),
        ("points.tsp --predictor rank --set neighbours=0", "neighbours is 0"),
        ("points.tsp --predictor softdist --set temperature=nan", "temperature is nan"),
        ("points.tsp --predictor rank --output -", "heatmaps cannot be written to standard output"),
        ("points.tsp --predictor rank --output heat.csv", "heatmaps have .npy, .npz, "),
        ("points.tsp --predictor rank --output nowhere/heat.npz", "there is no folder"),
        ("set.txt --all --predictor rank --output heat.txt", "holds one heatmap"),
    ],
)
def test_bad_input(heataco, line, words):
    """Bad input would end in a traceback, or with the exit code of a success."""
    answer = heataco(f"predict {line}")
    assert (answer.code, answer.out) == (3, "")
    assert answer.err.startswith("heataco: ")
    assert words in answer.err
    assert answer.err.count("\n") == 1
