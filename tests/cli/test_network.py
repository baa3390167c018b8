"""Networks from the command line: predict, decode, convert, info, and refusals."""

import json
from pathlib import Path

import numpy as np
import pytest
from tests.predictors.networks import weights
from tests.support import check_failure

import heataco as ha
from heataco.predictors import Network


@pytest.fixture
def network(files):
    """Write a small network beside the other files."""
    np.savez("net.npz", **weights())
    return "net.npz"


@pytest.mark.usefixtures("network")
def test_predicted_with_weights(heataco):
    """The option would not reach the predictor."""
    assert heataco("predict points.tsp --predictor network --weights net.npz -o out.npz").code == 0
    expected = Network("net.npz").predict(ha.read_tsplib("points.tsp"))
    assert ha.read_heatmap("out.npz") == expected


@pytest.mark.usefixtures("network")
def test_decoded_with_weights(heataco):
    """The way from instance over network to tour would take two commands."""
    line = "decode points.tsp --predictor network --weights net.npz --iterations 2 --json --quiet"
    report = json.loads(heataco(line).out)
    assert report["predictor"] == "network"
    assert report["predictor_parameters"] == {"weights": "net.npz"}


@pytest.mark.usefixtures("network")
def test_inspected_with_weights(heataco):
    """A heatmap of somebody's network would have to be written before it can be judged."""
    line = "inspect points.tsp --predictor network --weights net.npz --no-run --json"
    report = json.loads(heataco(line).out)
    assert report["heatmap"] == "net"
    expected = ha.diagnose(
        ha.read_tsplib("points.tsp"), Network("net.npz").predict(ha.read_tsplib("points.tsp"))
    )
    assert report["density"] == expected.to_dict()["density"]


@pytest.mark.usefixtures("network")
def test_converted(heataco):
    """A published file could not be brought into the form that needs no torch."""
    assert heataco("convert net.npz net.safetensors").code == 0
    report = json.loads(heataco("info net.safetensors --json").out)
    assert report["content"] == "network"
    assert report["network"] == "gated-graph"
    assert report["neighbours"] == "50"
    assert "DIMES" in report["origin"]


@pytest.mark.usefixtures("network")
@pytest.mark.parametrize("prefix", ["encoder.0.", ""])
def test_other_networks_are_no_heatmaps(heataco, prefix):
    """Weights of another network would be refused for what heatmaps need."""
    np.savez("other.npz", **{f"{prefix}weight": np.ones((3, 3)), f"{prefix}bias": np.ones(3)})
    for line in ("convert other.npz other.safetensors", "info other.npz"):
        check_failure(heataco(line), "other.npz: it lacks the parameter emb_net.v_lin0.weight")


@pytest.mark.usefixtures("network")
@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("predict points.tsp --predictor network --weights no.npz", "no.npz: no such file"),
        ("predict points.tsp --predictor network --weights batch.npy", "suffix '.npy' is unknown"),
        ("predict matrix.atsp --predictor network --weights net.npz", "needs nodes with two"),
        ("decode matrix.atsp --predictor network --weights net.npz", "needs nodes with two"),
        ("convert net.npz net.npy", "net.npz: cannot be converted to net.npy"),
        ("predict points.tsp --predictor network --weights net.npz -o net.npz", "net.npz"),
    ],
)
def test_refused(heataco, line, words):
    """A bad file would end in a traceback, or in a tour without the network."""
    answer = heataco(line)
    assert answer.code == 3
    assert words in answer.err
    assert "Traceback" not in answer.err


@pytest.mark.usefixtures("network")
@pytest.mark.parametrize("command", ["predict", "decode --quiet", "inspect --quiet"])
@pytest.mark.parametrize(
    ("name", "value", "words"),
    [
        ("emb_net.v_lin0.weight", np.ones((4, 3), np.float32), "emb_net.v_lin0.weight has"),
        ("par_net.lins.0.bias", np.full(4, np.nan, np.float32), "par_net.lins.0.bias holds nan"),
        ("par_net.lins.0.bias", np.array([{}], object), "is not a readable .npz file"),
    ],
)
def test_bad_weights_are_refused(heataco, command, name, value, words):
    """Weights that do not fit, are no numbers or hold objects would end in a traceback."""
    np.savez("bad.npz", **(weights() | {name: value}))
    line = f"{command} points.tsp --predictor network --weights bad.npz"
    check_failure(heataco(line), f"bad.npz: {words}")


@pytest.mark.usefixtures("network")
def test_cut_off_weights_are_refused(heataco):
    """A download that broke off would end in a traceback."""
    Path("bad.npz").write_bytes(Path("net.npz").read_bytes()[:2_000])
    check_failure(heataco("predict points.tsp --predictor network --weights bad.npz"), "bad.npz: ")


@pytest.mark.usefixtures("network")
def test_weights_of_other_predictors(heataco):
    """Weights would be ignored where the predictor has none."""
    answer = heataco("predict points.tsp --predictor alpha --weights net.npz")
    assert answer.code == 2
    assert "--weights net.npz needs --predictor network" in answer.err
    assert "needs --predictor network" in heataco("decode points.tsp --weights net.npz").err
    answer = heataco("inspect points.tsp --predictor alpha --weights net.npz")
    assert answer.code == 2
    assert "--weights net.npz needs --predictor network" in answer.err
