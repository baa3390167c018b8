"""Networks in .onnx files on the command line."""

from pathlib import Path

import pytest
from tests.predictors.onnx_files import by_length, save
from tests.support import check_failure, points_instance

import heataco as ha

pytest.importorskip("onnx")
pytest.importorskip("onnxruntime")


@pytest.mark.usefixtures("files")
def test_predicts_and_is_described(heataco):
    """The shell could not use what Python can."""
    by_length("a.onnx", metadata={"neighbours": "5", "origin": "here", "licence": "CC0"})
    ha.write_tsplib(points_instance(30, scale=1_000), "a.tsp")
    answer = heataco("predict a.tsp --predictor network --weights a.onnx --output a.npz")
    assert answer.code == 0, answer.err
    assert ha.read_heatmap("a.npz").n == 30
    said = heataco("info a.onnx").out
    for word in ("onnx", "edge_index, edge_lengths", "logits", "CC0", "here"):
        assert word in said


@pytest.mark.usefixtures("files")
def test_errors(heataco):
    """The shell would show a traceback."""
    Path("a.onnx").write_bytes(b"nothing")
    ha.write_tsplib(points_instance(30, scale=1_000), "a.tsp")
    for line in (
        "info a.onnx",
        "convert a.onnx b.safetensors",
        "predict a.tsp --predictor network --weights a.onnx",
    ):
        check_failure(heataco(line), "a.onnx: ")
    answer = heataco("convert a.onnx b.safetensors")
    check_failure(answer, "a.onnx: cannot be converted to b.safetensors; known conversions: ")
    assert "network: .safetensors, .npz, .pt, .pth to .safetensors" in answer.err


@pytest.mark.usefixtures("files")
def test_wrong_signature(heataco):
    """A network that scores nothing would end in a traceback, or in a tour without it."""
    save("a.onnx", {"x": ("n", 2)}, [("Neg", "x", "logits")], output=("logits", ("n", 2)))
    ha.write_tsplib(points_instance(30, scale=1_000), "a.tsp")
    for command in ("predict", "decode --quiet"):
        answer = heataco(f"{command} a.tsp --predictor network --weights a.onnx")
        check_failure(answer, "a.onnx: input 'x' is unknown; known are coordinates, edge_index")
