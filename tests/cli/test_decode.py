"""`heataco decode`: what it reads, runs, prints and writes."""

import json
import re
from dataclasses import asdict, fields
from pathlib import Path

import numpy as np
import pytest
from tests.support import check_failure

import heataco as ha
from heataco.decoding import available_threads
from heataco.predictors.stages import PREDICTION_SHARE


def decode_json(heataco, line):
    answer = heataco(f"decode {line} --json --quiet")
    assert answer.code == 0, answer.err
    assert answer.out.count("\n") == 1
    return json.loads(answer.out)


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
@pytest.mark.parametrize("decoder", ["focused", "heataco", "mcts", "greedy"])
@pytest.mark.parametrize("file", ["points.tsp", "matrix.atsp"])
def test_alpha_is_the_default(heataco, file, decoder):
    """The plain command would leave out the best heat there is, or not say that it used it."""
    if (file, decoder) == ("matrix.atsp", "mcts"):
        pytest.skip("takes symmetric instances only")
    line = f"{file} --decoder {decoder} --iterations 3"
    plain, named = (
        decode_json(heataco, f"{line} {source}") for source in ("", "--predictor alpha")
    )
    assert plain["tour"] == named["tour"]
    assert plain["predictor"] == "alpha"
    assert plain["predictor_parameters"] == asdict(ha.predictors.Alpha())
    settings = "--predictor-set iterations=9"
    assert decode_json(heataco, f"{line} {settings}")["predictor_parameters"]["iterations"] == 9


@pytest.mark.usefixtures("files")
@pytest.mark.parametrize("source", ["--predictor none", "--heatmap heat.npz", "--decoder mmas"])
def test_no_prediction(heataco, source):
    """A prediction could not be switched off, or be made for nobody."""
    report = decode_json(heataco, f"points.tsp {source} --iterations 3")
    assert report["predictor"] is report["predict_seconds"] is report["predict_complete"] is None
    answer = heataco(f"decode points.tsp {source} --iterations 3")
    assert "alpha" not in answer.out + answer.err


@pytest.mark.usefixtures("files")
def test_limit_is_too_short_for_a_prediction(heataco, monkeypatch):
    """A search without heat would look like one with it."""

    def predict_within(self, instance, seconds):
        assert seconds == PREDICTION_SHARE * 600
        raise TimeoutError

    monkeypatch.setattr(ha.predictors.Alpha, "predict_within", predict_within)
    line = "points.tsp --time-limit 600 --iterations 5"
    report = decode_json(heataco, line)
    assert (report["predictor"], report["predict_complete"]) == ("alpha", False)
    assert report["trust"] is None
    out = heataco(f"decode {line}").out
    assert "none: the time limit was too short for alpha, which was stopped after" in out
    assert "the search ran without a heatmap\n" in out


@pytest.mark.usefixtures("files")
def test_prediction_is_timed_apart(heataco):
    """The time of the predictor would count as decoding, or be kept back."""
    report = decode_json(heataco, "points.tsp --predictor softdist --iterations 5")
    assert report["predictor"] == "softdist"
    assert report["predict_seconds"] > 0
    assert report["predict_cpu_seconds"] >= 0
    assert report["predict_complete"] is True
    for key in ("seconds", "cpu_seconds"):
        assert report[f"total_{key}"] == pytest.approx(report[f"predict_{key}"] + report[key])
    answer = heataco("decode points.tsp --predictor softdist --iterations 5")
    assert "CPU by softdist, before the search" in answer.out
    assert "\ntotal " in answer.out
    answer = heataco("decode points.tsp --heatmap heat.npz --iterations 5")
    assert "\ntotal " not in answer.out


@pytest.mark.usefixtures("files")
def test_predictor_settings(heataco):
    """A parameter of the predictor could not be set, or would not be told afterwards."""
    line = "points.tsp --iterations 5 --predictor softdist"
    settings = "--predictor-set temperature=0.1 --predictor-set neighbours=7"
    report = decode_json(heataco, f"{line} {settings}")
    assert report["predictor_parameters"] == {"temperature": 0.1, "neighbours": 7}
    instance = ha.read_tsplib("points.tsp")
    heatmap = ha.predictors.SoftDist(0.1, 7).predict(instance)
    result = ha.decode(instance, heatmap, ha.Focused(), budget=ha.Budget(iterations=5))
    assert report["tour"] == result.tour.tolist()
    report = decode_json(heataco, f"{line} --predictor-set temperature=none")
    assert report["predictor_parameters"] == asdict(ha.predictors.SoftDist())


@pytest.mark.usefixtures("files")
def test_predictor_may_be_a_file(heataco):
    """A file in the place of a predictor would be refused, or taken for the wrong instance."""
    lines = [
        f"set.txt --index 2 --iterations 1 {source}"
        for source in ("--heatmap batch.npy", "--predictor batch.npy")
    ]
    one, other = (decode_json(heataco, line) for line in lines)
    assert one["tour"] == other["tour"]
    assert (other["heatmap"], other["predictor"]) == ("batch.npy", None)
    one, other = (decode_json(heataco, f"{line} --heatmap-index 0") for line in lines)
    assert one["tour"] == other["tour"]


def test_predictor_goes_before_a_file_of_its_name(heataco, files):
    """A stray file could take the place of a predictor unnoticed."""
    (files / "softdist").write_text("no heatmap")
    report = decode_json(heataco, "points.tsp --predictor softdist --iterations 1")
    assert report["predictor"] == "softdist"


@pytest.mark.usefixtures("files")
def test_index_chooses_instance_and_heatmap(heataco):
    """An instance would be decoded with the heatmap of another."""
    instance = ha.read_labelled_set("set.txt")[2].instance
    results = [
        ha.decode(instance, heatmap, ha.HeatACO(), budget=ha.Budget(iterations=1)).tour.tolist()
        for heatmap in ha.read_heatmaps("batch.npy")
    ]
    line = "set.txt --index 2 --heatmap batch.npy --decoder heataco --iterations 1"
    report = decode_json(heataco, line)
    assert report["instance"] == "set_2"
    assert report["gap"] == instance.gap(report["cost"])
    assert report["tour"] == results[2]
    assert decode_json(heataco, f"{line} --heatmap-index 0")["tour"] == results[0]
    # A single heatmap goes with any instance.
    single = ha.decode(
        instance, ha.read_heatmap("heat.npz"), ha.HeatACO(), budget=ha.Budget(iterations=1)
    )
    line = "set.txt --index 2 --heatmap heat.npz --decoder heataco --iterations 1"
    assert decode_json(heataco, line)["tour"] == single.tour.tolist()
    assert decode_json(heataco, "set.npz --index 1 --decoder greedy")["instance"] == "set_1"


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
@pytest.mark.parametrize("option", ["--heatmap-trust ", "--set heatmap_trust="])
@pytest.mark.parametrize(("text", "value"), [("0.5", 0.5), ("1", 1.0), ("auto", "auto")])
def test_trust_is_set(heataco, option, text, value):
    """The trust in a heatmap could be given as a number only, or as a word only."""
    line = f"points.tsp --heatmap heat.npz --iterations 2 {option}{text}"
    report = decode_json(heataco, line)
    assert report["parameters"]["heatmap_trust"] == value
    if text != "auto":
        reasons = [field.name for field in fields(ha.Trust)][1:]
        assert report["trust"] == {"value": value} | dict.fromkeys(reasons)
        assert f"\nheatmap     trust {value:.2f}, as given\n" in heataco(f"decode {line}").out


@pytest.mark.usefixtures("files")
def test_trust_is_told(heataco):
    """A user would not learn whether the heatmap was followed, and why."""
    line = "points.tsp --heatmap heat.npz --iterations 2"
    trust = decode_json(heataco, line)["trust"]
    assert 0 <= trust["value"] <= 1
    assert (
        f"\nheatmap     trust {trust['value']:.2f}, measured on a tour found without the heatmap: "
        f"{100 * trust['missing_by_heat']:.1f} % of its edges are not among the candidates by heat "
        f"(by distance: {100 * trust['missing_by_distance']:.1f} %); the others are preceded by "
        f"{trust['ahead_by_heat']:.2f} wrong candidates on average "
        f"(by distance: {trust['ahead_by_distance']:.2f})\n"
    ) in heataco(f"decode {line}").out
    for other in ("points.tsp --predictor none --iterations 2", f"{line} --decoder heataco"):
        assert decode_json(heataco, other)["trust"] is None
        assert "trust" not in heataco(f"decode {other}").out


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


@pytest.mark.usefixtures("files")
@pytest.mark.parametrize("file", ["points.tsp", "matrix.atsp"])
@pytest.mark.parametrize(
    "options",
    ["--start 5", "--open", "--open --start 5", "--open --end 7", "--open --start 5 --end 7"],
)
def test_ends(heataco, file, options):
    """A path would begin or end elsewhere, or be paid for the way back."""
    report = decode_json(heataco, f"{file} --iterations 5 {options}")
    instance, tour = ha.read_tsplib(file), report["tour"]
    assert report["closed"] == ("--open" not in options)
    assert report["cost"] == instance.cost(tour, closed=report["closed"])
    assert "--start" not in options or tour[0] == 5
    assert "--end" not in options or tour[-1] == 7


@pytest.mark.usefixtures("files")
def test_open_path_is_said(heataco):
    """The summary, the file or the gap would be those of a closed tour."""
    line = "decode set.txt --index 1 --open --start 5 --end 7 --iterations 5 --output a.tour"
    answer = heataco(line)
    assert "path        from 5 to 7\n" in answer.out
    assert "gap         unknown" in answer.out
    assert "open path" in Path("a.tour").read_text()
    assert ha.read_tour("a.tour")[[0, -1]].tolist() == [5, 7]
    assert "gap         unknown" not in heataco(f"{line} --best-known 1").out


@pytest.mark.usefixtures("files")
def test_fixed_edges_of_a_file(heataco):
    """A tour would lack an edge that the file fixes."""
    instance = ha.read_tsplib("points.tsp").with_fixed_edges([(0, 20), (20, 39)])
    ha.write_tsplib(instance, "fixed.tsp")
    tour = decode_json(heataco, "fixed.tsp --iterations 5 --start 20")["tour"]
    assert {tour[1], tour[-1]} == {0, 39}


@pytest.mark.usefixtures("files")
def test_forbidden_edges_of_a_file(heataco):
    """A tour over a missing road would be returned, or its absence be a traceback."""
    matrix = ha.read_tsplib("matrix.atsp").matrix.copy()
    matrix[3, np.arange(12) != 7] = np.inf
    ha.write_tsplib(ha.Instance.from_matrix(matrix), "roads.atsp")
    tour = decode_json(heataco, "roads.atsp --iterations 5 --start 3")["tour"]
    assert tour[1] == 7
    matrix[3, 7] = np.inf
    ha.write_tsplib(ha.Instance.from_matrix(matrix), "none.atsp")
    words = "there is no tour without forbidden (infinite) edges: no allowed edge leaves node 3"
    check_failure(heataco("decode none.atsp"), words)


PLACES = "id,lat,lon\nParis,48.85,2.35\nBerlin,52.52,13.4\nRoma,41.9,12.5\nWien,48.2,16.37\n"


def test_ends_by_id(heataco, files):
    """A depot of a table would have to be counted out by hand."""
    (files / "places.csv").write_text(PLACES)
    line = "decode places.csv --iterations 5 --quiet --open --start Roma --end Paris --bound"
    answer = heataco(f"{line} -o a.geojson --best-known 2000")
    assert answer.code == 0
    assert re.search(r"^path +from Roma to Paris$", answer.out, re.MULTILINE)
    assert re.search(r"^gap .* to the best known 2000$", answer.out, re.MULTILINE)
    line_string = json.loads((files / "a.geojson").read_text())["features"][0]["geometry"]
    assert line_string["coordinates"][0] == [12.5, 41.9]
    assert line_string["coordinates"][-1] == [2.35, 48.85]
    report = decode_json(heataco, "places.csv --iterations 5 --start Wien --best-known 2000")
    assert (report["ids"][0], report["closed"], report["start"]) == ("Wien", True, 3)
    words = "--start is 'Rom', which is no id of a node; give one of 'Paris', 'Berlin', "
    check_failure(heataco("decode places.csv --start Rom"), words)


def test_initial_tour_that_breaks_a_constraint(heataco, files):
    """A warm start would be ignored, or the path begin elsewhere."""
    (files / "places.csv").write_text(PLACES)
    (files / "first.json").write_text('{"tour": [0, 1, 2, 3]}')
    answer = heataco("decode places.csv --open --start Berlin --initial-tour first.json")
    check_failure(answer, "first.json begins at 0, and start is 1")
