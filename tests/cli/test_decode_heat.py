"""Where `heataco decode` has its heatmap from, and how far it trusts it."""

from dataclasses import asdict, fields

import pytest
from tests.cli.lines import decode_json

import heataco as ha
from heataco.predictors.stages import PREDICTION_SHARE


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
