"""Networks in .onnx files: what they get, what becomes of their scores, and what is refused."""

import numpy as np
import pytest
from tests.predictors.onnx_files import DENSE, EDGES, by_length, save
from tests.support import directed_instance, points_instance

import heataco as ha
from heataco.files import FileError
from heataco.predictors import Network
from heataco.predictors.network.onnx_messages import plain_message

pytest.importorskip("onnx")
pytest.importorskip("onnxruntime")


@pytest.fixture
def path(tmp_path):
    """Return the path of a network."""
    return tmp_path / "a.onnx"


def test_edges(path):
    """Scores would belong to other edges, or their two directions would not be averaged."""
    nodes = [("Neg", "edge_lengths", "logits")]
    save(path, EDGES, nodes, metadata={"neighbours": "7", "symmetrise": "none"})
    points = np.random.default_rng(0).random((40, 2))
    instance = ha.Instance.from_coordinates(points)
    heatmap = Network(path).predict(instance)
    nearest, lengths = instance.nearest_neighbours(7)
    expected = ha.Heatmap.from_topk(nearest, -lengths, kind="logit")
    np.testing.assert_allclose(heatmap.to_dense(), expected.to_dense(), rtol=1e-5)
    save(path, EDGES, nodes, metadata={"neighbours": "7"})
    mean = Network(path).predict(instance)
    np.testing.assert_allclose(mean.to_dense(), expected.symmetrised("mean").to_dense(), rtol=1e-5)


def test_edge_index(path):
    """A network would see edges that lead elsewhere than their lengths say."""
    nodes = [
        ("Gather", "coordinates edge_index", "ends", {"axis": 0}),
        ("Split", "ends", "from to", {"axis": 0, "num_outputs": 2}),
        ("Sub", "from to", "steps"),
        ("ReduceSumSquare", "steps axes", "squares", {"keepdims": 0}),
        ("Neg", "squares", "negative"),
    ]
    constants = {"axes": np.array([0, 2])}
    save(path, EDGES, [*nodes, ("Identity", "negative", "logits")], constants=constants)
    instance = points_instance(30)
    nearest, lengths = instance.nearest_neighbours(20)
    expected = ha.Heatmap.from_topk(nearest, -(lengths**2), kind="logit").symmetrised()
    found = Network(path).predict(instance)
    np.testing.assert_allclose(found.to_dense(), expected.to_dense(), rtol=1e-4)


def test_dense(path):
    """All pairs would not be scored, or the diagonal would count."""
    nodes = [("Neg", "distances", "far"), ("Exp", "far", "probabilities")]
    save(path, DENSE, nodes, output=("probabilities", ("n", "n")))
    instance = points_instance(20)
    far = instance.distance(*np.meshgrid(np.arange(20), np.arange(20)))
    expected = np.exp(-far)
    np.fill_diagonal(expected, 0)
    found = Network(path).predict(instance).to_dense()
    np.testing.assert_allclose(found, expected, rtol=1e-5)


def test_lengths_have_no_unit(path):
    """A network without coordinates would depend on kilometres or metres, or refuse a matrix."""
    by_length(path)
    for instance in (points_instance(40), directed_instance(40)):
        heatmap = Network(path).predict(instance)
        assert heatmap.n == 40
        dense = heatmap.to_dense()
        assert (dense == dense.T).all() == instance.symmetric
    small, large = (points_instance(40, scale=scale) for scale in (1.0, 2.0**20))
    assert Network(path).predict(small) == Network(path).predict(large)


def test_forbidden_edges(path):
    """Infinite lengths would make scores that are no numbers."""
    by_length(path)
    matrix = np.random.default_rng(0).random((30, 30)) + 0.1
    matrix[np.random.default_rng(1).random((30, 30)) < 0.5] = np.inf
    assert np.isfinite(Network(path).predict(ha.Instance.from_matrix(matrix)).values).all()


@pytest.mark.parametrize("n", [1, 2, 3, 5])
def test_small_instances(path, n):
    """An instance with fewer nodes than neighbours would crash."""
    assert Network(by_length(path)).predict(points_instance(n)).n == n


BAD_SIGNATURES = {
    "input 'x' is unknown; known are coordinates": ({"x": ("m",)}, "x"),
    "its inputs are edge_lengths": ({"edge_lengths": ("m",)}, "edge_lengths"),
    "its inputs are edge_index, distances": (
        {"edge_index": (2, "m"), "distances": ("n", "n")}, "distances",
    ),
    r"edge_lengths has shape \['m', 3\]; it must be \(m\)": (
        {"edge_index": (2, "m"), "edge_lengths": ("m", 3)}, "edge_lengths",
    ),
    r"coordinates has shape \['n', 3\]; it must be \(n, 2\)": (
        EDGES | {"coordinates": ("n", 3)}, "edge_lengths",
    ),
    "it takes batches of 1 and 2": (
        {"edge_index": (1, 2, "m"), "edge_lengths": (2, "m")}, "edge_lengths",
    ),
}  # fmt: skip


@pytest.mark.parametrize("problem", BAD_SIGNATURES)
def test_wrong_inputs(path, problem):
    """A network that wants something else would be run on what it cannot read."""
    inputs, read = BAD_SIGNATURES[problem]
    axes = len(inputs.get("edge_index", (2, "m"))) - 1
    save(path, inputs, [("Neg", read, "logits")], output=("logits", ("b", "m")[-axes:]))
    with pytest.raises(FileError, match=rf"a\.onnx: {problem}.*expected inputs: edge_index"):
        Network(path).predict(points_instance(20))


@pytest.mark.parametrize(
    ("read", "output", "problem"),
    [
        ("edge_lengths", ("heat", ("m",)), "its outputs are heat; expected inputs"),
        ("coordinates", ("logits", ("n", 2)), r"logits has shape \['n', 2\]; it must be \(m\)"),
    ],
)
def test_wrong_output(path, read, output, problem):
    """Numbers of unknown meaning would be taken for scores."""
    save(path, EDGES, [("Neg", read, output[0])], output=output)
    with pytest.raises(FileError, match=problem):
        Network(path).predict(points_instance(20))


def test_number_of_outputs(path):
    """Scores would be chosen among several, or a network without any end in a traceback."""
    nodes = [("Neg", "edge_lengths", "logits"), ("Sigmoid", "logits", "probabilities")]
    onnx = pytest.importorskip("onnx")
    model = onnx.load(save(path, EDGES, nodes))
    first = model.graph.output[0]
    for names in ((), ("logits", "probabilities"), ("heat", "logits")):
        del model.graph.output[:]
        for name in names:
            other = model.graph.output.add()
            other.CopyFrom(first)
            other.name = name
        model.graph.node[1].output[0] = "heat" if "heat" in names else "probabilities"
        onnx.save(model, path)
        said = ", ".join(names) or "none"
        with pytest.raises(FileError, match=rf"its outputs are {said}; .*output, the first and no"):
            Network(path).predict(points_instance(20))


@pytest.mark.parametrize(
    ("metadata", "problem"),
    [
        ({"neighbours": "many"}, "neighbours is 'many'; give a whole number"),
        ({"symmetrise": "median"}, "symmetrise 'median' is unknown; known are"),
    ],
)
def test_bad_metadata(path, metadata, problem):
    """A misspelt value would silently leave the default."""
    with pytest.raises(FileError, match=rf"a\.onnx: {problem}"):
        Network(by_length(path, metadata=metadata)).predict(points_instance(20))


@pytest.mark.parametrize(
    ("output", "weight", "problem"),
    [
        ("logits", np.nan, "its logits hold nan; they must be finite"),
        ("logits", np.inf, "its logits hold inf; they must be finite"),
        ("probabilities", 1e3, "its probabilities hold .*; they must be from 0 to 1"),
        ("probabilities", -1, "its probabilities hold -.*; they must be from 0 to 1"),
        ("probabilities", np.nan, "its probabilities hold nan"),
    ],
)
def test_no_scores(path, output, weight, problem):
    """Weights that are no numbers would end in a heatmap."""
    nodes = [("Mul", "edge_lengths weight", output)]
    save(path, EDGES, nodes, output=(output, ("m",)), constants={"weight": np.float32(weight)})
    with pytest.raises(FileError, match=rf"a\.onnx: cannot be applied: {problem}"):
        Network(path).predict(points_instance(20))


def test_minus_infinity(path):
    """Edges that a network rules out could not be left without a score."""
    nodes = [("Mul", "edge_lengths weight", "logits")]
    save(path, EDGES, nodes, constants={"weight": np.float32(-np.inf)})
    assert Network(path).predict(points_instance(20)).nnz == 0


def test_other_sizes(path):
    """A network that was exported for one size would crash on another."""
    save(
        path, {"edge_index": (2, 100), "edge_lengths": (100,)},
        [("Neg", "edge_lengths", "logits")], output=("logits", (100,)),
        metadata={"neighbours": "5"},
    )  # fmt: skip
    assert Network(path).predict(points_instance(20)).n == 20
    with pytest.raises(FileError, match=r"it takes edge_index of shape \(2, 100\); the instance"):
        Network(path).predict(points_instance(30))


def test_wrong_number_of_scores(path):
    """Scores would be given to other edges."""
    save(path, EDGES, [("ReduceMean", "edge_lengths", "logits")])
    with pytest.raises(FileError, match=r"its logits have shape \(1,\), expected \(380,\)"):
        Network(path).predict(points_instance(20))


def test_no_coordinates(path):
    """A network that sees coordinates would be given something else."""
    save(path, EDGES, [("Neg", "edge_lengths", "logits")])
    problem = r"a\.onnx: cannot be applied: instance has a matrix; the network needs nodes with two"
    with pytest.raises(FileError, match=problem):
        Network(path).predict(directed_instance(20))


def test_too_many_pairs(path):
    """Memory would run out before anything is said."""
    nodes = [("Neg", "distances", "logits")]
    save(path, DENSE, nodes, output=("logits", ("n", "n")))
    with pytest.raises(
        FileError, match="instance has 10001 nodes; a network that scores all pairs"
    ):
        Network(path).predict(points_instance(10_001))


@pytest.mark.parametrize("content", [b"", b"onnx", b"\x80\x04]q\x00.", b"PK\x03\x04" * 50])
def test_no_onnx(path, content):
    """Any other file would end in a traceback."""
    path.write_bytes(content)
    with pytest.raises(FileError, match=r"a\.onnx: is not a readable \.onnx file: "):
        Network(path).predict(points_instance(20))


def test_cut_off_and_trailing(path):
    """A download that broke off would end in a traceback."""
    whole = by_length(path).read_bytes()
    for content in (whole[: len(whole) // 2], whole[:-1], whole + b"\0"):
        path.write_bytes(content)
        with pytest.raises(FileError, match=r"a\.onnx: "):
            Network(path).predict(points_instance(20))


@pytest.mark.parametrize(
    ("said", "plain"),
    [
        (
            "[ONNXRuntimeError] : 7 : INVALID_PROTOBUF : Load model from a b.onnx failed:Protobuf "
            "parsing failed.",
            "Protobuf parsing failed",
        ),
        (
            "Status Message: /onnxruntime_src/onnxruntime/core/framework/bfc_arena.cc:360 void* "
            "onnxruntime::BFCArena::AllocateRawInternal(size_t, bool, onnxruntime::Stream*) Failed "
            "to allocate memory (4 bytes) at once",
            "Status Message: Failed to allocate memory (4 bytes) at once",
        ),
        ("shapes (3) and (4) differ\nmore", "shapes (3) and (4) differ"),
        (
            "[ONNXRuntimeError] : 1 : FAIL : tensorprotoutils.cc:461 ValidateExternalDataPath "
            'External data path does not exist: "a.data"',
            'External data path does not exist: "a.data"; weights in a file of their own must lie '
            "beside the .onnx file, as they were exported",
        ),
    ],
)
def test_words_of_the_runtime(said, plain):
    """Users would read signatures of functions in C++ in place of what is wrong."""
    assert plain_message(RuntimeError(said)) == plain


def test_weights_elsewhere(path):
    """A network whose weights lie in a file beside it could not be run, or fail without a hint."""
    onnx = pytest.importorskip("onnx")
    nodes = [("Mul", "edge_lengths weight", "logits")]
    save(path, EDGES, nodes, constants={"weight": np.array([-2], np.float32)})
    expected = Network(path).predict(points_instance(20))
    beside = path.with_name("b.onnx")
    onnx.save(
        onnx.load(path), beside, save_as_external_data=True, location="b.data", size_threshold=0,
    )  # fmt: skip
    assert Network(beside).predict(points_instance(20)) == expected
    path.with_name("b.data").rename(path.with_name("c.data"))
    beside.touch()
    with pytest.raises(FileError, match=r"b\.onnx: is not .*b\.data.*; weights in a file of their"):
        Network(beside).predict(points_instance(20))
