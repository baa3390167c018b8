"""--kind, --symmetrise and --preset of `decode`, and what the record says about them."""

import json
import sys

import numpy as np
import pytest

import heataco as ha

QUICK = "--iterations 3 --seed 1 --json --quiet"


def report(answer):
    assert answer.code == 0, answer.err
    return json.loads(answer.out)


@pytest.mark.usefixtures("files")
def test_record(heataco):
    """Nobody could tell later what was done to the scores of a run."""
    plain = report(heataco(f"decode points.tsp --heatmap heat.npz {QUICK}"))
    assert plain["heatmap_processing"] == {
        "kind": "probability",
        "threshold": 0.0,
        "symmetrise": "none",
        "preset": None,
    }
    words = "--threshold 0.001 --symmetrise sum --preset difusco-mcts"
    other = report(heataco(f"decode points.tsp --heatmap heat.npz {words} {QUICK}"))
    assert other["heatmap_processing"] == {
        "kind": "probability",
        "threshold": 0.001,
        "symmetrise": "sum",
        "preset": "difusco-mcts",
    }
    for source in ("", "--predictor softdist"):
        assert report(heataco(f"decode points.tsp {source} {QUICK}"))["heatmap_processing"] is None


@pytest.mark.usefixtures("files")
def test_scores_are_processed_before_decoding(heataco):
    """An option would be written into the record and not be done."""
    logits = np.random.default_rng(0).normal(scale=4, size=(3, 40, 40))
    np.save("logits.npy", logits)
    instance = ha.read_labelled_set("set.txt")[1].instance
    heatmap = ha.Heatmap.from_dense(logits[1], kind="logit").above(0.4).symmetrised("max")
    heatmap = ha.apply_preset("difusco-merge", heatmap, instance)
    expected = ha.decode(instance, heatmap, ha.Greedy())
    words = "--kind logit --threshold 0.4 --symmetrise max --preset difusco-merge --decoder greedy"
    done = report(heataco(f"decode set.txt --index 1 --heatmap logits.npy {words} {QUICK}"))
    assert done["tour"] == expected.tour.tolist()


@pytest.mark.usefixtures("files")
@pytest.mark.parametrize(
    ("line", "code", "words"),
    [
        ("--kind logit", 2, "need --heatmap"),
        ("--threshold 0.5", 2, "need --heatmap"),
        ("--heatmap heat.npz --threshold -1", 3, "threshold is -1.0; give a number of at least 0"),
        ("--heatmap heat.npz --threshold nan", 3, "threshold is nan; give a number of at least 0"),
        ("--predictor softdist --symmetrise max", 2, "need --heatmap"),
        ("--heatmap heat.npz --kind odds", 2, "'probability', 'logit', 'log-probability'"),
        ("--heatmap heat.npz --symmetrise min", 2, "'none', 'mean', 'max', 'sum'"),
        ("--heatmap heat.npz --preset best", 2, "'difusco-merge', 'difusco-mcts', 'dimes-mcts'"),
        ("--heatmap negative.npy", 3, "--kind logit"),
    ],
)
def test_refusals(heataco, line, code, words):
    """A wrong name, or an option that does nothing, would go unnoticed."""
    np.save("negative.npy", np.random.default_rng(0).normal(size=(40, 40)))
    answer = heataco(f"decode points.tsp {line} --iterations 2")
    assert answer.code == code
    assert words in answer.err
    assert "Traceback" not in answer.err


@pytest.mark.usefixtures("files")
def test_heatmaps_of_another_size(heataco):
    """A preset would read distances of nodes that are not there."""
    answer = heataco("decode matrix.atsp --heatmap heat.npz --preset utsp-mcts --iterations 2")
    assert answer.code == 3
    assert "heatmap has 40 nodes, the instance has 12" in answer.err


@pytest.mark.parametrize(
    ("name", "package"), [("heat.pt", "torch"), ("heat.safetensors", "safetensors")]
)
def test_missing_packages(heataco, files, monkeypatch, name, package):
    """Where a package is missing, a user would see a traceback."""
    (files / name).write_bytes(b"anything")
    monkeypatch.setitem(sys.modules, package, None)
    lines = [f"convert heat.npz b{name}"]
    if package == "torch":  # .safetensors files are read without the package
        lines += [f"decode points.tsp --heatmap {name}", f"convert {name} a.npz"]
    for line in lines:
        answer = heataco(line)
        assert answer.code == 3
        assert answer.err.endswith(f"which is not installed: pip install {package}\n")
    assert not (files / f"b{name}").exists()
