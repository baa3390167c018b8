"""What `solve` and `decode` take: whatever holds points and scores, and names."""

from typing import get_args

import numpy as np
import pytest
from tests.support import check_tour, make_heat, points_instance

import heataco as ha
from heataco.decoders import DECODERS, LOCAL_SEARCHES, DecoderName
from heataco.decoders.base import LocalSearchName
from heataco.instances import MetricName
from heataco.predictors import PREDICTORS, PredictorName

N = 12
INSTANCE = points_instance(N)
POINTS = INSTANCE.coordinates
SCORES = make_heat(N, 0)
EXPECTED = ha.decode(INSTANCE, ha.Heatmap.from_dense(SCORES), budget=ha.Budget(iterations=3))


class Tensor:
    """As much of a torch tensor, on another device, as is read of it."""

    layout = "torch.strided"
    dtype = "torch.float32"

    def __init__(self, array, here=False):
        self.array, self.here, self.shape = array, here, array.shape

    def detach(self):
        return self

    def cpu(self):
        return Tensor(self.array, here=True)

    def __array__(self, dtype=None, copy=None):
        assert self.here, "the memory of another device was read"
        return self.array


class Frame:
    """As much of a data frame as an array is made of."""

    columns = ("x", "y")

    def __init__(self, array):
        self.array, self.shape = array, array.shape

    def __getitem__(self, name):
        return self.array[:, self.columns.index(name)]

    def __array__(self, dtype=None, copy=None):
        return self.array


def sparse(scores):
    return pytest.importorskip("scipy.sparse").csr_array(scores)


def torch_tensor(scores):
    return pytest.importorskip("torch").tensor(scores, requires_grad=True)


def as_list(scores):
    return scores.tolist()


def with_batch(scores):
    return scores[np.newaxis]


def with_names(scores):
    return {"heatmap": scores}


@pytest.mark.parametrize("form", [Tensor, torch_tensor, sparse, as_list, with_batch, with_names])
@pytest.mark.parametrize("instance", [INSTANCE, POINTS], ids=["instance", "points"])
def test_a_call_as_it_is_typed(instance, form):
    """A researcher's `decode(instance, tensor, iterations=3)` would fail, or search elsewhere."""
    result = ha.decode(instance, form(SCORES), iterations=3)
    check_tour(result, INSTANCE)
    assert result.tour.tolist() == EXPECTED.tour.tolist()


@pytest.mark.parametrize("form", [Tensor, Frame, as_list])
def test_points_as_they_are_held(form):
    """Points in a tensor or a data frame would have to be taken out first."""
    direct = ha.solve(INSTANCE, iterations=2)
    assert ha.solve(form(POINTS), iterations=2).tour.tolist() == direct.tour.tolist()
    assert ha.improve(form(POINTS), range(N)).tolist() == ha.improve(INSTANCE, range(N)).tolist()


@pytest.mark.parametrize("name", DECODERS.built_in)
def test_decoders_by_name(name):
    """A name would give other parameters than the decoder's own defaults."""
    value = ha.decode(INSTANCE, SCORES, ha.DECODERS[name](), iterations=2)
    result = ha.decode(INSTANCE, SCORES, name, iterations=2)
    assert result.tour.tolist() == value.tour.tolist()
    assert ha.solve(INSTANCE, decoder=name, iterations=2).cost > 0


@pytest.mark.parametrize("predictor", ["alpha", "softdist", ha.predictors.Alpha()])
def test_predictors_in_place_of_scores(predictor):
    """`decode(instance, "alpha")` would be refused, or differ from `solve`."""
    result = ha.decode(INSTANCE, predictor, seed=2, iterations=3)
    solved = ha.solve(INSTANCE, predictor=predictor, seed=2, iterations=3)
    assert result.tour.tolist() == solved.tour.tolist()
    assert result.prediction.predictor == getattr(predictor, "name", predictor)
    assert ha.decode(INSTANCE, predictor, "mmas", iterations=1).prediction is None


def test_limits_without_a_budget():
    """The short forms would be other limits than those of a budget."""
    assert ha.decode(POINTS, iterations=0).iterations == 0
    assert ha.decode(POINTS, seconds=0).stop_reason == "time"
    assert ha.decode(POINTS, target=1e9).stop_reason == "target"
    both = ha.decode(POINTS, iterations=2, seconds=60)
    assert (both.iterations, both.stop_reason) == (2, "iterations")


def test_a_budget_and_a_limit_are_refused():
    """One of two limits would silently count for nothing."""
    budget = ha.Budget(iterations=1)
    with pytest.raises(ValueError, match="budget and seconds and target are given; give one"):
        ha.decode(INSTANCE, budget=budget, seconds=1, target=2)
    with pytest.raises(ValueError, match="budget and iterations are given"):
        ha.decode_batch([INSTANCE], budget=budget, iterations=0)


def test_labelled_instances():
    """The reference that came with an instance would be lost."""
    tour = EXPECTED.tour
    item = ha.LabelledInstance(INSTANCE, tour)
    cost = INSTANCE.cost(tour)
    for result in (ha.solve(item, iterations=3), ha.decode(item, SCORES, iterations=3)):
        assert result.gap == pytest.approx(100 * (result.cost / cost - 1))
    known = ha.LabelledInstance(INSTANCE.relabelled(best_known=1.0), tour)
    assert ha.decode(known, iterations=0).instance.best_known == 1.0
    assert ha.decode(ha.LabelledInstance(INSTANCE), iterations=0).gap is None


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ((np.ones((2, 2)),), "may be 2 points .*or the distances of 2 nodes"),
        ((np.ones((3, 3)),), "may be 3 points .*euclidean_3d.* or the distances .*EXPLICIT"),
        ((INSTANCE, "focused"), "heatmap is 'focused', a decoder; give it as decoder='focused'"),
        ((INSTANCE, ha.Greedy()), "heatmap is the decoder greedy; give it as decoder="),
        ((INSTANCE, "heat.npz"), r"heat\.npz: no such file"),
        ((INSTANCE, np.ones((3, N, N))), "heatmap is a batch of 3; decode_batch takes all"),
        ((INSTANCE, np.ones((N, 3))), r"heatmap has shape \(12, 3\)"),
        ((INSTANCE, -SCORES), "kind='log-probability'"),
        ((INSTANCE, ha.Heatmap), "heatmap is <class"),
        ((INSTANCE, object()), "heatmap is <object"),
        ((INSTANCE, None, "focussed"), "did you mean 'focused'"),
    ],
)
def test_what_is_refused(arguments, words):
    """Something would be guessed, or fail far from where it was given."""
    with pytest.raises(ValueError, match=words):
        ha.decode(*arguments)


LARGE = np.arange(1e5)


@pytest.mark.parametrize(
    "call",
    [
        lambda: ha.decode(LARGE),
        lambda: ha.decode(INSTANCE, LARGE),
        lambda: ha.decode(INSTANCE, SCORES, LARGE),
        lambda: ha.decode(INSTANCE, budget=LARGE),
        lambda: ha.decode(INSTANCE, seconds=LARGE),
        lambda: ha.decode(INSTANCE, iterations=LARGE.tolist()),
        lambda: ha.decode(INSTANCE, seed=LARGE),
        lambda: ha.decode(INSTANCE, initial_tour=LARGE.astype(int)),
        lambda: ha.decode(INSTANCE, on_progress=LARGE),
        lambda: ha.decode_batch([(INSTANCE, SCORES, LARGE)]),
        lambda: ha.decode_batch(LARGE.tolist()),
        lambda: ha.solve(INSTANCE, predictor=LARGE),
        lambda: ha.improve(INSTANCE, range(N), LARGE),
        lambda: ha.Focused(heatmap_trust=LARGE),
        lambda: ha.HeatACO(ants=LARGE.tolist()),
        lambda: ha.Instance.from_coordinates(POINTS, LARGE),
        lambda: ha.Instance.from_coordinates(POINTS, best_known=LARGE),
        lambda: ha.Heatmap.from_dense(SCORES, kind=LARGE),
        lambda: ha.diagnose(INSTANCE, ha.Heatmap.from_dense(SCORES), decoder=LARGE),
    ],
)
def test_errors_are_short(call):
    """A slip would fill a screen with the numbers of an array."""
    with pytest.raises(ValueError, match=r"\w") as refused:
        call()
    assert len(str(refused.value)) < 400


def test_names_of_options():
    """A type checker would refuse a name that exists, or let one pass that does not."""
    assert get_args(DecoderName) == DECODERS.built_in
    assert get_args(PredictorName) == PREDICTORS.built_in
    assert get_args(LocalSearchName) == LOCAL_SEARCHES
    assert get_args(MetricName) == tuple(map(str, ha.Metric))


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """Files of an instance, a set and their scores."""
    monkeypatch.chdir(tmp_path)
    np.save("points.npy", POINTS)
    np.save("scores.npy", SCORES)
    np.savez("set.npz", coords=np.stack([POINTS, POINTS]))
    np.save("batch.npy", np.stack([SCORES, SCORES]))
    return tmp_path


def test_files(folder):
    """`ha.solve("stops.csv")` would end in an error about arrays."""
    both = ("points.npy", "scores.npy")
    for path, scores in (both, map(folder.joinpath, both)):
        assert ha.decode(path, scores, iterations=3).tour.tolist() == EXPECTED.tour.tolist()
        assert ha.solve(path, iterations=3).instance.n == N
    for scores in ("batch.npy", folder / "batch.npy", "scores.npy"):
        results = ha.decode_batch("set.npz", scores, iterations=3)
        assert [result.cost for result in results] == [EXPECTED.cost] * 2
    with pytest.raises(ValueError, match=r"set\.npz holds 2 instances; decode_batch takes all of"):
        ha.solve("set.npz")
    with pytest.raises(ha.FileError, match=r"missing\.csv: no such file"):
        ha.solve("missing.csv")
    with pytest.raises(ha.FileError, match=r"batch\.npy: holds 2 heatmaps; choose one"):
        ha.decode("points.npy", "batch.npy")
    with pytest.raises(ValueError, match=r"'points\.npy'; read files with read_instances"):
        ha.as_instance("points.npy")


def test_metric_of_points():
    """Rounded distances of points would need a second call."""
    result = ha.solve(100 * POINTS, metric="euc_2d", iterations=3)
    assert result.instance.metric == "EUC_2D"
    with pytest.raises(
        ValueError, match="metric is 'EUC_2D', but the instance already has a metric"
    ):
        ha.solve(INSTANCE, metric="EUC_2D")
    with pytest.raises(ValueError, match=r"metric 'EUC2D' is unknown; .* mean 'EUC_2D'\?"):
        ha.solve(POINTS, metric="EUC2D")
