"""The Monte-Carlo tree search: what sets it apart from the other decoders."""

import signal
import subprocess
import sys

import numpy as np
import pytest

import heataco as ha

N = 60
INSTANCE = ha.Instance.from_coordinates(np.random.default_rng(0).random((N, 2)))
HEATMAP = ha.predictors.SoftDist().predict(INSTANCE)


def solve(decoder, iterations=30, heatmap=HEATMAP, **options):
    options.setdefault("budget", ha.Budget(iterations=iterations))
    return ha.decode(INSTANCE, heatmap, decoder, **options)


def test_defaults_are_the_published_ones():
    """A comparison would be with another search than the one of the literature."""
    decoder = ha.MCTS()
    assert (decoder.exploration, decoder.reinforcement) == (1, 10)
    assert (decoder.tries, decoder.depth, decoder.candidate_limit) == (10, 10, 1_000)
    assert (decoder.heat_threshold, decoder.local_search, decoder.chains) == (1e-4, "2opt", 1)


def test_tuned_is_a_setting_like_any_other():
    """The tuned search could not be changed, or would differ from what the docs set by hand."""
    assert ha.MCTS.tuned() == ha.MCTS(candidate_limit=5, depth=100, tries=2)
    assert ha.MCTS.tuned(depth=50, local_search="3opt").depth == 50
    with pytest.raises(ValueError, match=r"^depth is 0"):
        ha.MCTS.tuned(depth=0)
    assert sorted(solve(ha.MCTS.tuned()).tour.tolist()) == list(range(N))


@pytest.mark.parametrize("threads", [2, 3, 8])
def test_threads_share_the_chains(threads):
    """More threads would give another tour, or disturb the chains of each other."""
    decoder = ha.MCTS(chains=5)
    one, more = solve(decoder, seed=3), solve(decoder, seed=3, threads=threads)
    assert more.tour.tolist() == one.tour.tolist()
    assert more.trace.iteration_best.tolist() == one.trace.iteration_best.tolist()


def test_more_chains_are_never_worse():
    """A chain would get in the way of another, or the best of them be lost."""
    courses = [solve(ha.MCTS(chains=chains), seed=5).trace.best for chains in (1, 2, 6)]
    assert (courses[0] >= courses[1]).all()
    assert (courses[1] >= courses[2]).all()


def test_search_goes_on_from_new_tours():
    """The search would stay in the first local optimum for good."""
    costs = solve(ha.MCTS(tries=1), 200).trace.iteration_best
    assert (np.diff(costs) > 0).any()
    assert costs.min() < costs[0]


def test_warm_start_is_the_first_state():
    """A tour to start from would be thrown away before the first simulation."""
    good = solve(ha.MMAS("3opt"), 100)
    result = solve(ha.MCTS(), 1, initial_tour=good.tour)
    assert result.trace.best[0] <= good.cost * (1 + 1e-12)
    assert result.trace.iteration_best[1] <= good.cost * (1 + 1e-12)


def test_the_heat_guides():
    """The search would go by distances and not by the heatmap."""
    reference = solve(ha.MMAS("3opt"), 200)
    edges = np.stack([reference.tour, np.roll(reference.tour, -1)])
    perfect = ha.Heatmap.from_edges(*edges, np.ones(N), N)
    guided = solve(ha.MCTS("none"), 0, perfect)
    assert guided.cost == pytest.approx(reference.cost, rel=1e-12)


@pytest.mark.parametrize("share", [0.0, 0.02, 1.0])
@pytest.mark.parametrize("limit", [1, 3, 1_000])
def test_rows_of_any_length(share, limit):
    """Nodes without a scored edge, or with scores for all, would crash or block the search."""
    rng = np.random.default_rng(1)
    heatmap = ha.Heatmap.from_dense(rng.random((N, N)) * (rng.random((N, N)) < share))
    result = solve(ha.MCTS(candidate_limit=limit), heatmap=heatmap)
    assert sorted(result.tour.tolist()) == list(range(N))
    assert result.cost == pytest.approx(INSTANCE.cost(result.tour), rel=1e-12)


@pytest.mark.parametrize("scale", [1e-30, 1e-3, 1e30])
def test_scores_of_any_size(scale):
    """Large or tiny scores would overflow, or leave no edge to draw."""
    heatmap = ha.Heatmap.from_csr(HEATMAP.indptr, HEATMAP.indices, scale * HEATMAP.values)
    result = solve(ha.MCTS("none", heat_threshold=0.0), heatmap=heatmap)
    assert result.cost == pytest.approx(INSTANCE.cost(result.tour), rel=1e-12)
    assert len(set(result.trace.best)) > 1


SIGNALLED = """
import numpy as np
import heataco as ha

instance = ha.Instance.from_coordinates(np.random.default_rng(0).random((20_000, 2)))
heatmap = ha.predictors.SoftDist().predict(instance)
print("ready", flush=True)
try:
    ha.decode(instance, heatmap, ha.MCTS(chains=2), threads=2)
except ha.Interrupted as stopped:
    result = stopped.result
    print(result is None or (result.stop_reason, len(result.tour)) == ("interrupted", 20_000))
"""


@pytest.mark.skipif(sys.platform == "win32", reason="needs POSIX signals")
@pytest.mark.parametrize("wait", [0.01, 1.0])
def test_signal_during_the_search(wait):
    """Ctrl-C would wait for the end of an iteration, which takes long at this size."""
    command = [sys.executable, "-c", SIGNALLED]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout.readline() == "ready\n"
            with pytest.raises(subprocess.TimeoutExpired):
                process.wait(wait)
            process.send_signal(signal.SIGINT)
            out, _ = process.communicate(timeout=60)
        finally:
            process.kill()
    assert (process.returncode, out) == (0, "True\n")


@pytest.mark.data
@pytest.mark.parametrize(("file", "best_known"), [("eil51.tsp", 426), ("berlin52.tsp", 7542)])
def test_best_known_is_reached(data_dir, file, best_known):
    """Easy instances of the literature would not be solved."""
    instance = ha.read_tsplib(data_dir / "tsplib" / file)
    heatmap = ha.predictors.SoftDist().predict(instance)
    budget = ha.Budget(target=best_known)
    assert ha.decode(instance, heatmap, ha.MCTS(), budget=budget).stop_reason == "target"
