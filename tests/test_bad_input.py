"""Wrong arguments of the public functions: refused by name, before anything runs."""

import math
from pathlib import Path

import numpy as np
import pytest

import heataco as ha
from heataco.decoders import LOCAL_SEARCHES

N = 9
INSTANCE = ha.Instance.from_coordinates(np.random.default_rng(0).random((N, 2)))
HEATMAP = ha.predictors.SoftDist().predict(INSTANCE)
SHORT = ha.Budget(iterations=2)


def solve(instance=INSTANCE, heatmap=HEATMAP, decoder=None, **options):
    options.setdefault("budget", SHORT)
    return ha.decode(instance, heatmap, decoder or ha.MMAS(), **options)


@pytest.mark.parametrize("instance", [None, np.zeros((N, 4)), ha.Instance, 3])
def test_instances(instance):
    """An array of another shape, or no array, would crash inside."""
    with pytest.raises(ValueError, match=r"^instance .*give an Instance"):
        solve(instance)
    with pytest.raises(ValueError, match=r"^instance .*give an Instance"):
        ha.improve(instance, range(N))
    with pytest.raises(ValueError, match=r"^pair 1: .*instance "):
        ha.decode_batch([(INSTANCE, None), (instance, None)], ha.MMAS())


def test_open_files(tmp_path):
    """An open text file has a method `detach`, as tensors have, and would crash."""
    (tmp_path / "stops.csv").write_text("x,y\n1,2\n3,4\n")
    with open(tmp_path / "stops.csv") as file:
        with pytest.raises(ValueError, match=r"^instance is .*; give an Instance"):
            ha.solve(file)
        with pytest.raises(ValueError, match=r"^heatmap is .*; give a Heatmap"):
            ha.decode(INSTANCE, file)
        assert not file.closed


@pytest.mark.parametrize("decoder", ha.DECODERS.values(), ids=ha.DECODERS)
@pytest.mark.parametrize("heatmap", ["heat", 1.0, ha.Heatmap, [[0.0]], np.ones((2, N, N))])
def test_heatmaps_of_another_type(heatmap, decoder):
    """Something else would be read as scores."""
    with pytest.raises(ValueError, match=r"^(heatmap|predictor) "):
        solve(heatmap=heatmap, decoder=decoder())


@pytest.mark.parametrize("decoder", ha.DECODERS.values(), ids=ha.DECODERS)
@pytest.mark.parametrize("n", [1, N - 1, N + 1])
def test_heatmaps_of_another_size(decoder, n):
    """The native code would read beyond the end of the heatmap."""
    heatmap = ha.Heatmap.from_dense(np.ones((n, n)))
    with pytest.raises(ValueError, match=f"heatmap has {n} nodes, the instance has {N}"):
        solve(heatmap=heatmap, decoder=decoder())


def test_missing_heatmap():
    """HeatACO without heat would silently be MMAS."""
    with pytest.raises(ValueError, match="heataco needs a heatmap"):
        solve(heatmap=None, decoder=ha.HeatACO())
    with pytest.raises(ValueError, match=r"^pair 1: decoder heataco needs a heatmap"):
        ha.decode_batch([(INSTANCE, HEATMAP), (INSTANCE, None)], ha.HeatACO())
    assert solve(heatmap=None, decoder=ha.Greedy()).cost > 0


@pytest.mark.parametrize("decoder", ["mmass", ha.MMAS, 3, object()])
def test_decoders(decoder):
    """A wrong name or a class in place of a decoder would end in an AttributeError."""
    with pytest.raises(ValueError, match=r"^decoder .*(known are|give a decoder)"):
        solve(decoder=decoder)


@pytest.mark.parametrize("pairs", [None, [3], [(INSTANCE,)], [(INSTANCE, None, 1)]])
def test_pairs(pairs):
    """A batch of the wrong form would end in an unpacking error."""
    with pytest.raises(ValueError, match="pair"):
        ha.decode_batch(pairs, ha.MMAS())


TOURS = [
    [],
    [0] * N,
    range(N - 1),
    range(N + 1),
    range(1, N + 1),
    [-1, *range(1, N)],
    [2**40, *range(1, N)],
    np.arange(N, dtype=float),
    [math.nan] * N,
    [None] * N,
    [*range(N - 1), True],
    np.zeros((N, 1), int),
    np.arange(N)[np.newaxis],
    "tour",
    5,
    {0: 1},
]


@pytest.mark.parametrize("tour", TOURS, ids=range(len(TOURS)))
def test_tours(tour):
    """The native code would visit nodes twice, or read outside the instance."""
    with pytest.raises(ValueError, match=r"^tour "):
        ha.improve(INSTANCE, tour)
    for decoder in (ha.MMAS(), ha.Greedy()):
        with pytest.raises(ValueError, match=r"^tour "):
            solve(decoder=decoder, initial_tour=tour)


@pytest.mark.parametrize("seed", [-1, 2**64, 10**400, 0.0, 1.5, math.nan, "1", None, True, []])
def test_seeds(seed):
    """A seed would be cut to another one without a word."""
    with pytest.raises(ValueError, match=r"^seed is .*give a whole number from 0 to"):
        solve(seed=seed)
    with pytest.raises(ValueError, match=r"^seed is "):
        ha.decode_batch([(INSTANCE, None)], ha.MMAS(), seed=seed)


def test_largest_seeds():
    """Seeds of other generators, and numpy integers, would be refused."""
    for seed in (2**64 - 1, np.uint64(2**64 - 1), np.int8(3)):
        assert solve(seed=seed).iterations == 2


@pytest.mark.parametrize("threads", [0, -1, 1_025, 10**400, 1.0, math.inf, "2", None, True, []])
def test_threads(threads):
    """A machine would be flooded with threads, or none would start."""
    with pytest.raises(ValueError, match=r"^threads is .*give a whole number from 1 to"):
        solve(threads=threads)
    with pytest.raises(ValueError, match=r"^threads is "):
        ha.decode_batch([(INSTANCE, None)], ha.MMAS(), threads=threads)


def test_more_threads_than_work():
    """Many threads on a small instance would crash or wait for each other."""
    assert solve(threads=64).tour.tolist() == solve(threads=1).tour.tolist()


NOT_NUMBERS = ["1", b"1", True, [], (1,), {}, 1j, np.ones(2), math.nan]


@pytest.mark.parametrize(
    "value", [*NOT_NUMBERS, -1, 1.0, 1.5, math.inf, 2**63, 10**400], ids=lambda v: f"{v!r:.20}"
)
def test_budget_iterations(value):
    """A budget would be rounded, wrap around, or be no number."""
    with pytest.raises(ValueError, match=r"^iterations is "):
        ha.Budget(iterations=value)


@pytest.mark.parametrize("value", [*NOT_NUMBERS, -1, -1e-9, -math.inf], ids=repr)
def test_budget_seconds(value):
    """A time limit that is none would crash, or never be reached."""
    with pytest.raises(ValueError, match=r"^seconds is "):
        ha.Budget(seconds=value)


@pytest.mark.parametrize("value", NOT_NUMBERS, ids=repr)
def test_budget_target(value):
    """A target that is no cost would never be reached."""
    with pytest.raises(ValueError, match=r"^target is "):
        ha.Budget(target=value)


@pytest.mark.parametrize("field", ["seconds", "target"])
def test_absurd_budgets(field):
    """A huge limit, or one from an array, would overflow on its way to the native search."""
    for value in (1e308, 2**70, np.float32(3), np.int16(3)):
        assert solve(budget=ha.Budget(iterations=1, **{field: value})).iterations <= 1
    with pytest.raises(ValueError, match=f"^{field} is "):
        ha.Budget(**{field: 10**400})


@pytest.mark.parametrize("budget", [5, 1.5, "5", {"iterations": 5}, ha.Budget])
def test_budgets_of_another_type(budget):
    """A bare number in place of a budget would end in an AttributeError."""
    for decoder in (ha.MMAS(), ha.Greedy()):
        with pytest.raises(ValueError, match=r"^budget is "):
            solve(decoder=decoder, budget=budget)


@pytest.mark.parametrize("neighbours", [0, -1, 1_001, 1.0, "2", None, True])
def test_neighbours_of_improve(neighbours):
    """Local search by itself would read lists of no length."""
    with pytest.raises(ValueError, match="neighbours is "):
        ha.improve(INSTANCE, range(N), neighbours=neighbours)


@pytest.mark.parametrize("local_search", ["", "or-opt", None, 2])
def test_local_search_of_improve(local_search):
    """A misspelt local search would do nothing."""
    with pytest.raises(ValueError, match="known are " + ", ".join(LOCAL_SEARCHES)):
        ha.improve(INSTANCE, range(N), local_search)


@pytest.mark.parametrize(
    ("tour", "message"),
    [
        (None, "tour is None; give the node numbers"),
        ("best.tour", "tour is 'best.tour'; .* as read_tour does"),
        (Path("best.tour"), "tour is 'best.tour'; .* as read_tour does"),
        (solve(), r"tour is a Result; give the node numbers in order, its \.tour"),
    ],
)
def test_what_only_holds_a_tour(tour, message, tmp_path):
    """A whole result, or a file, would be refused for a dtype that nobody gave."""
    for call in (
        lambda: ha.write_tour(tour, tmp_path / "x.tour"),
        lambda: ha.improve(INSTANCE, tour),
        lambda: INSTANCE.cost(tour),
    ):
        with pytest.raises(ValueError, match=message):
            call()
    assert not list(tmp_path.iterdir())


def test_cost_of_a_written_tour(tmp_path):
    """A cost that is no number would be refused without its name."""
    with pytest.raises(ValueError, match=r"^cost is 'long'; give a number"):
        ha.write_tour(range(N), tmp_path / "x.tour", cost="long")


def test_arrays_that_are_written_or_drawn(tmp_path):
    """Whoever writes her array of scores, or draws over her points, would get AttributeErrors."""
    points, scores = INSTANCE.coordinates, HEATMAP.to_dense()
    for suffix in (".npz", ".npy", ".txt", ".lines"):
        with pytest.raises(ValueError, match=r"^heatmap is a ndarray; give a Heatmap, such as"):
            ha.write_heatmap(scores, tmp_path / f"x{suffix}")
    for write, suffix in ((ha.write_tsplib, ".tsp"), (ha.write_instance, ".csv")):
        with pytest.raises(ValueError, match=r"^instance is a ndarray; give an Instance"):
            write(points, tmp_path / f"x{suffix}")
    assert not list(tmp_path.iterdir())


def test_drawing_over_an_array():
    """Points are no instance; it must be said, as an AttributeError does not."""
    pytest.importorskip("matplotlib")
    for draw in (HEATMAP.plot, lambda points: ha.plotting.plot_tour(points, range(N))):
        with pytest.raises(ValueError, match=r"^instance is a ndarray; give an Instance"):
            draw(INSTANCE.coordinates)


def test_index_of_another_type(tmp_path):
    """A word for an index would be refused without the file."""
    ha.write_heatmap(HEATMAP, tmp_path / "x.npz")
    with pytest.raises(ValueError, match=r"x\.npz: holds 1 heatmaps, .*index is one"):
        ha.read_heatmap(tmp_path / "x.npz", index="one")
