"""Files of weights: forms, manifests, and what is refused."""

import numpy as np
import pytest
from tests.predictors.networks import MANIFEST, weights
from tests.support import directed_instance, points_instance

import heataco as ha
from heataco.files import FileError
from heataco.predictors import Network
from heataco.predictors.network.weights_files import convert_weights, read_weights


def save(path, arrays, metadata=None):
    """Write weights by suffix."""
    if path.suffix == ".npz":
        np.savez(path, **arrays)
    elif path.suffix == ".pt":
        torch = pytest.importorskip("torch")
        torch.save({name: torch.tensor(array) for name, array in arrays.items()}, path)
    else:
        from safetensors.numpy import save_file

        save_file(arrays, path, metadata)
    return path


@pytest.mark.parametrize("suffix", [".npz", ".pt", ".safetensors"])
def test_forms_agree(tmp_path, suffix):
    """The same weights would give other scores in another form."""
    arrays = weights()
    instance = points_instance(60)
    expected = Network(save(tmp_path / "a.npz", arrays)).predict(instance)
    assert Network(save(tmp_path / f"b{suffix}", arrays)).predict(instance) == expected


@pytest.mark.parametrize("suffix", [".npz", ".pt", ".safetensors"])
@pytest.mark.parametrize("head", ["par_net", "par_net_heu"])
def test_converted(tmp_path, suffix, head):
    """A converted network would score otherwise, or not say where it comes from."""
    source, target = save(tmp_path / f"a{suffix}", weights(head=head)), tmp_path / "b.safetensors"
    convert_weights(source, target)
    assert read_weights(target).manifest == read_weights(source).manifest
    instance = points_instance(60)
    assert Network(target).predict(instance) == Network(source).predict(instance)


def test_converting_keeps_the_manifest(tmp_path):
    """Licence and origin would be lost, or replaced by those of another project."""
    said = MANIFEST | {"licence": "CC0", "origin": "here", "note": "kept"}
    source, target = save(tmp_path / "a.safetensors", weights(), said), tmp_path / "b.safetensors"
    convert_weights(source, target)
    from safetensors import safe_open

    with safe_open(target, "np") as file:
        assert file.metadata() == said


def test_changed_file_is_read_again(tmp_path):
    """A network that was trained on would give the scores of yesterday."""
    path = save(tmp_path / "a.safetensors", weights(), MANIFEST)
    first = Network(path).predict(points_instance(40))
    save(path, weights(seed=1, depth=3), MANIFEST)
    assert Network(path).predict(points_instance(40)) != first


def changed(name, value):
    return weights() | {name: np.asarray(value)}


def without(name):
    return {key: array for key, array in weights().items() if key != name}


BAD_ARRAYS = {
    "lacks the parameter emb_net.v_lin0.weight": {"encoder.weight": np.ones((3, 3), np.float32)},
    "lacks the parameter emb_net.v_lins2.1.bias": without("emb_net.v_lins2.1.bias"),
    "lacks the parameter par_net.lins.2.weight": without("par_net.lins.2.weight"),
    r"emb_net.v_lin0.weight has shape \(4, 7\), expected \(4, 2\)": weights(features=(7, 1)),
    r"emb_net.v_lins1.0.weight has shape \(9,\), expected \(4, 4\)": changed(
        "emb_net.v_lins1.0.weight", np.ones(9, np.float32)
    ),
    "par_net.lins.2.bias holds nan; weights must be finite": changed(
        "par_net.lins.2.bias", np.array([np.nan], np.float32)
    ),
    "par_net.lins.2.bias holds inf; weights must be finite": changed("par_net.lins.2.bias", [1e99]),
    "par_net.lins.2.bias has numbers of type int64": changed("par_net.lins.2.bias", [1]),
}


@pytest.mark.parametrize("suffix", [".npz", ".safetensors"])
@pytest.mark.parametrize("problem", BAD_ARRAYS)
def test_other_architectures(tmp_path, problem, suffix):
    """Weights that do not fit would crash in a product, or give scores that mean nothing."""
    path = save(tmp_path / f"a{suffix}", BAD_ARRAYS[problem])
    with pytest.raises(FileError, match=rf"a\{suffix}: .*{problem}.*; these must be weights of"):
        Network(path).predict(points_instance(20))


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"architecture": "transformer"}, "architecture 'transformer' is unknown; known are gated"),
        ({"inputs": "image"}, "inputs 'image' is unknown; known are symmetric"),
        ({"output": "tanh"}, "output 'tanh' is unknown"),
        ({"statistics": "none"}, "statistics 'none' is unknown"),
        ({"neighbours": "many"}, "neighbours is 'many'; give a whole number"),
        ({"neighbours": "n/0"}, "neighbours is 'n/0'; give a whole number"),
        ({"output": None}, "its manifest lacks 'output'"),
    ],
)
def test_bad_manifests(tmp_path, change, problem):
    """A manifest with a misspelt value would be run as something else."""
    metadata = {key: value for key, value in (MANIFEST | change).items() if value is not None}
    path = save(tmp_path / "a.safetensors", weights(), metadata)
    with pytest.raises(FileError, match=problem):
        Network(path).predict(points_instance(20))


@pytest.mark.parametrize("suffix", [".npz", ".pt", ".safetensors"])
@pytest.mark.parametrize("share", [0, 0.01, 0.5, 0.99])
def test_cut_off(tmp_path, suffix, share):
    """A download that broke off would end in a traceback."""
    path = save(tmp_path / f"a{suffix}", weights())
    path.write_bytes(path.read_bytes()[: int(share * path.stat().st_size)])
    with pytest.raises(FileError, match=rf"a\{suffix}: "):
        Network(path).predict(points_instance(20))


@pytest.mark.parametrize("suffix", [".npz", ".pt", ".safetensors"])
def test_trailing_bytes(tmp_path, suffix):
    """Two files that were joined by mistake would be taken for the first of them."""
    path = save(tmp_path / f"a{suffix}", weights())
    Network(path).predict(points_instance(20))
    path.write_bytes(path.read_bytes() + b"more")
    with pytest.raises(FileError, match=rf"a\{suffix}: .*bytes follow"):
        Network(path).predict(points_instance(20))


def test_pickled_objects(tmp_path):
    """A file from elsewhere could run any code."""
    torch = pytest.importorskip("torch")
    ran = tmp_path / "ran"

    class Evil:
        def __reduce__(self):
            return (open, (str(ran), "w"))

    torch.save({"emb_net.v_lin0.weight": Evil()}, tmp_path / "a.pt")
    with pytest.raises(FileError, match="holds more than tensors"):
        Network(tmp_path / "a.pt").predict(points_instance(20))
    assert not ran.exists()


def test_no_dict_of_tensors(tmp_path):
    """A single tensor, or a whole checkpoint, would end in a traceback."""
    torch = pytest.importorskip("torch")
    for saved in (torch.ones(3), {"epoch": 3, "model": {"a": torch.ones(2)}}):
        torch.save(saved, tmp_path / "a.pt")
        with pytest.raises(FileError, match=r"not a dict of tensors; torch\.save the state_dict"):
            Network(tmp_path / "a.pt").predict(points_instance(20))


def test_torch_types(tmp_path):
    """Weights in bfloat16, which NumPy lacks, or of a sparse tensor would end in a traceback."""
    torch = pytest.importorskip("torch")
    path, instance = tmp_path / "a.pt", points_instance(20)
    half = {name: torch.tensor(array).bfloat16() for name, array in weights().items()}
    torch.save(half, path)
    found = Network(path).predict(instance)
    same = {name: tensor.float().numpy() for name, tensor in half.items()}
    assert found == Network(save(tmp_path / "a.npz", same)).predict(instance)
    sparse = half | {"emb_net.v_lin0.weight": half["emb_net.v_lin0.weight"].float().to_sparse()}
    torch.save(sparse, tmp_path / "b.pt")
    with pytest.raises(FileError, match=r"emb_net\.v_lin0\.weight cannot be read as an array"):
        Network(tmp_path / "b.pt").predict(instance)


def test_no_such_file_and_unknown_suffix(tmp_path):
    """A misspelt name would end in a traceback."""
    with pytest.raises(FileError, match=r"a\.npz: no such file"):
        Network(tmp_path / "a.npz").predict(points_instance(20))
    (tmp_path / "a.bin").write_bytes(b"1")
    with pytest.raises(FileError, match=r"suffix '\.bin' is unknown; networks have"):
        Network(tmp_path / "a.bin").predict(points_instance(20))


@pytest.mark.parametrize(
    ("instance", "problem"),
    [
        (directed_instance(20), "instance has a matrix; the network needs nodes with two"),
        (
            ha.Instance.from_coordinates(9 * np.random.default_rng(0).random((20, 3)), "EUC_3D"),
            "instance has points of 3 dimensions",
        ),
    ],
)
def test_instances_without_coordinates(tmp_path, instance, problem):
    """A network that sees coordinates would be given something else."""
    path = save(tmp_path / "a.npz", weights())
    with pytest.raises(FileError, match=rf"a\.npz: cannot be applied: {problem}"):
        Network(path).predict(instance)


def test_symmetric_network_on_asymmetric_instance():
    """Arcs would be scored by a network that takes both directions for one."""
    from heataco.predictors.network.predictor import package_weights

    with pytest.raises(FileError, match="instance is asymmetric; the network is for symmetric"):
        Network(package_weights(True)).predict(directed_instance(20))


@pytest.mark.parametrize("value", [3, 1.5, b"a", ["a"], True])
def test_no_path(value):
    """A value that is no path would fail only when it is opened."""
    with pytest.raises(ValueError, match=r"^weights is .*; give the path of a file"):
        Network(value)
