"""`heataco decode`: what it reads, runs, prints and writes."""

import json
from dataclasses import asdict, fields

import pytest
from tests.cli.lines import decode_json

import heataco as ha
from heataco.decoding import available_threads


@pytest.mark.usefixtures("files")
def test_json_says_all(heataco):
    """A script could not tell what was run, or could not use the tour."""
    report = decode_json(
        heataco, "points.tsp --heatmap heat.npz --iterations 20 --seed 3 --threads 2"
    )
    instance = ha.read_tsplib("points.tsp")
    assert instance.cost(report["tour"]) == report["cost"]
    assert report["instance"] == "points"
    assert report["n"] == instance.n
    assert report["decoder"] == "focused"
    assert report["local_search"] is None
    assert report["parameters"] == asdict(ha.Focused())
    assert report["trust"].keys() == {field.name for field in fields(ha.Trust)}
    assert report["heatmap"] == "heat.npz"
    for key in ("predictor", "predictor_parameters", "predict_complete"):
        assert report[key] is None
    assert report["predict_seconds"] is report["predict_cpu_seconds"] is None
    assert report["gap"] is None
    assert report["total_seconds"] == report["seconds"]
    assert (report["iterations"], report["stop_reason"]) == (20, "iterations")
    assert (report["seed"], report["threads"]) == (3, 2)
    assert report["version"] == ha.__version__
    assert {"seconds", "cpu_seconds"} <= report.keys()


@pytest.mark.usefixtures("files")
@pytest.mark.parametrize(
    ("options", "iterations"),
    [("", 1_000), ("--iterations 3", 3), ("--time-limit 0.01", None), ("--decoder greedy", None)],
)
def test_json_has_the_limits_that_held(heataco, options, iterations):
    """A script would read that there was no limit where the decoder's default held."""
    report = decode_json(heataco, f"points.tsp --heatmap heat.npz {options}")
    assert report["budget"]["iterations"] == iterations


@pytest.mark.usefixtures("files")
def test_same_as_the_library(heataco):
    """The command would run another search than the Python function of the same name."""
    report = decode_json(heataco, "points.tsp --heatmap heat.npz --iterations 15 --seed 4")
    result = ha.decode(
        ha.read_tsplib("points.tsp"),
        ha.read_heatmap("heat.npz"),
        ha.Focused(),
        budget=ha.Budget(iterations=15),
        seed=4,
    )
    assert report["tour"] == result.tour.tolist()
    assert report["threads"] == available_threads()


@pytest.mark.usefixtures("files")
@pytest.mark.parametrize(
    ("options", "decoder", "local_search"),
    [
        ("", "focused", None),
        ("--heatmap heat.npz", "focused", None),
        ("--predictor softdist --decoder heataco --local-search 3opt", "heataco", "3opt"),
        ("--predictor none", "focused", None),
        ("--predictor heat.npz --decoder heataco", "heataco", "2opt"),
        ("--decoder mmas", "mmas", "2opt"),
        ("--heatmap heat.npz --decoder greedy", "greedy", "none"),
        ("--heatmap heat.npz --decoder mcts --set depth=50 --set tries=2", "mcts", "2opt"),
        ("--decoder heataco", "heataco", "2opt"),
        ("--decoder mcts", "mcts", "2opt"),
        ("--decoder greedy --local-search 2opt", "greedy", "2opt"),
    ],
)
def test_decoder_is_chosen(heataco, options, decoder, local_search):
    """Another decoder than asked for, or another default, would run."""
    report = decode_json(heataco, f"points.tsp --iterations 5 {options}")
    assert (report["decoder"], report["local_search"]) == (decoder, local_search)


@pytest.mark.usefixtures("files")
def test_asymmetric_instance(heataco):
    """An .atsp file could not be decoded from the command line."""
    report = decode_json(heataco, "matrix.atsp --predictor softdist --iterations 5")
    assert ha.read_tsplib("matrix.atsp").cost(report["tour"]) == report["cost"]


@pytest.mark.usefixtures("files")
def test_best_known_and_target(heataco):
    """The gap would be lost, or be a number that JSON does not know."""
    line = "points.tsp --decoder greedy --best-known"
    report = decode_json(heataco, f"{line} 2.5")
    assert report["gap"] == pytest.approx(100 * (report["cost"] / 2.5 - 1))
    assert decode_json(heataco, f"{line} 0")["gap"] is None
    report = decode_json(heataco, "points.tsp --target 1e9")
    assert report["stop_reason"] == "target"
    assert decode_json(heataco, "points.tsp --target inf")["budget"]["target"] is None


@pytest.mark.usefixtures("files")
def test_settings(heataco):
    """A parameter could not be set from the command line, or only with a wrong type."""
    settings = "--set ants=7 --set evaporation=0.3 --set kappa=none --set evidence-cap=None"
    line = "points.tsp --heatmap heat.npz --iterations 2"
    report = decode_json(heataco, f"{line} --decoder heataco {settings}")
    expected = ha.HeatACO(ants=7, evaporation=0.3, kappa=None, evidence_cap=None)
    assert report["parameters"] == asdict(expected)
    report = decode_json(heataco, f"{line} --decoder heataco --set local_search=3opt")
    assert report["local_search"] == "3opt"


@pytest.mark.usefixtures("files")
def test_initial_tour(heataco):
    """A warm start would be ignored."""
    best = decode_json(heataco, "points.tsp --iterations 50 --seed 1")
    ha.write_tour(best["tour"], "best.tour")
    report = decode_json(heataco, "points.tsp --decoder greedy --initial-tour best.tour")
    assert report["cost"] == best["cost"]


@pytest.mark.usefixtures("files")
def test_summary_and_tour_file(heataco):
    """A user would not see the result, or get a file that is another tour."""
    line = "decode set.txt --index 0 --iterations 20"
    answer = heataco(f"{line} --output best.tour")
    instance = ha.read_labelled_set("set.txt")[0].instance
    cost = instance.cost(ha.read_tour("best.tour"))
    assert answer.code == 0
    for words in (f"{cost:.6f}", f"{instance.gap(cost):.4f} %", "20\n", "iteration limit"):
        assert words in answer.out
    assert "written to best.tour" in answer.out
    assert answer.err.startswith("heataco: decoding set_0 (n = 40) with focused, threads")
    assert "--output FILE.tour" in heataco(line).out


@pytest.mark.usefixtures("files")
def test_quiet_says_nothing(heataco):
    """A script's log would fill with progress."""
    assert heataco("decode points.tsp --iterations 2 --quiet").err == ""


def test_plot(heataco, files):
    """The picture would be missing, or its place not be said."""
    pytest.importorskip("matplotlib")
    line = "decode points.tsp --heatmap heat.npz --iterations 2"
    answer = heataco(f"{line} --plot picture.png")
    assert answer.code == 0
    assert "written to picture.png" in answer.out
    assert (files / "picture.png").read_bytes().startswith(b"\x89PNG")
    assert heataco(f"{line} --plot picture.svg --json").out.count("\n") == 1
    assert b"<svg" in (files / "picture.svg").read_bytes()


def test_what_others_print_stays_out_of_the_json(heataco, files, monkeypatch):
    """A line that a decoder or predictor of a user prints would spoil the object on stdout."""
    (files / "loud.py").write_text(LOUD)
    monkeypatch.syspath_prepend(files)
    for line in (
        "decode points.tsp --decoder loud:Loud",
        "predict points.tsp --predictor loud:Hot",
    ):
        answer = heataco(f"{line} --json")
        assert json.loads(answer.out)["n"] == 40
        assert "hello" in answer.err


LOUD = """
from dataclasses import dataclass
import heataco as ha

@dataclass(frozen=True)
class Loud(ha.Decoder):
    name = "loud"

    def run(self, problems, *, budget, **options):
        print("hello")
        return [ha.decode(each.instance, budget=ha.Budget(0)) for each in problems]

@dataclass(frozen=True)
class Hot:
    name = "hot"

    def predict(self, instance):
        print("hello")
        return ha.predictors.Zero().predict(instance)
"""
