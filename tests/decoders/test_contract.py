"""What holds for every decoder, with every local search it takes, on every kind of instance."""

import _thread
import pickle
import threading
import time
from dataclasses import FrozenInstanceError, fields, replace

import numpy as np
import pytest
from tests.decoders.contract import (
    N,
    check_result,
    kinds,
    label,
    random_heatmap,
    solve,
)
from tests.support import points_instance

import heataco as ha


def test_result(decoder, instance):
    """A result would hold no tour, another cost than the tour's, or arrays that change."""
    result = solve(instance, decoder)
    check_result(result, instance)
    assert result.seconds >= 0
    assert result.cpu_seconds >= 0
    assert isinstance(result.stop_reason, ha.StopReason)


def test_seed_decides_and_threads_do_not(decoder, instance):
    """A published result could not be reproduced on another machine."""
    one = solve(instance, decoder, seed=3)
    for threads in (1, 2, 3, 8):
        other = solve(instance, decoder, seed=3, threads=threads)
        assert other.tour.tolist() == one.tour.tolist()
        assert other.cost == one.cost
        assert other.trace.iteration_best.tolist() == one.trace.iteration_best.tolist()


@pytest.mark.parametrize("decoder", [ha.MCTS("none"), ha.MMAS("none"), ha.HeatACO("none")])
def test_other_seeds_give_other_searches(decoder, instance):
    """Repeated runs would all be the same one."""
    courses = {
        tuple(solve(instance, decoder, seed=seed).trace.iteration_best)
        for seed in (0, 1, 2**64 - 1)
    }
    assert len(courses) == 3


def test_never_worse_than_the_initial_tour(decoder, instance):
    """A warm start would lose the tour that it was given."""
    good = solve(instance, ha.MMAS(local_search="3opt"), 30)
    for tour in (good.tour, np.random.default_rng(2).permutation(N)):
        for iterations in (0, 2):
            result = solve(instance, decoder, iterations, initial_tour=tour)
            check_result(result, instance)
            assert result.cost <= instance.cost(tour) * (1 + 1e-12)


@pytest.mark.parametrize("form", [list, np.asarray, lambda tour: np.asarray(tour, np.uint16)])
def test_initial_tour_forms(form):
    """A tour would have to come as one certain type."""
    tour = form(range(N))
    result = solve(points_instance(N), ha.Greedy(), initial_tour=tour)
    assert result.cost <= points_instance(N).cost(tour)


def test_decoders_are_values(decoder):
    """A decoder could change under a running experiment, or not be sent to a worker."""
    twin = pickle.loads(pickle.dumps(decoder))
    assert twin == decoder
    assert hash(twin) == hash(decoder)
    assert twin == type(decoder)(**{f.name: getattr(decoder, f.name) for f in fields(decoder)})
    for field in fields(decoder):
        with pytest.raises(FrozenInstanceError):
            setattr(decoder, field.name, getattr(decoder, field.name))
    for count in [f.name for f in fields(decoder) if f.type is int][:1]:
        assert decoder != replace(decoder, **{count: getattr(decoder, count) + 1})


def test_decoders_are_found_by_their_names():
    """A name on the command line would mean another decoder."""
    assert {name: cls.name for name, cls in ha.DECODERS.items()} == {n: n for n in ha.DECODERS}


def test_what_a_decoder_says_of_itself(decoder):
    """Reports would lack a parameter or name another method than the one that ran."""
    assert decoder.parameters == {f.name: getattr(decoder, f.name) for f in fields(decoder)}
    assert decoder.local_search == decoder.parameters.get("local_search")
    extra = "" if decoder.local_search in (None, "none") else f" + {decoder.local_search}"
    assert decoder.label == decoder.name + extra


def test_results_pickle(decoder, instance):
    """Results could not come back from a worker, or would be writable there."""
    result = solve(instance, decoder)
    twin = pickle.loads(pickle.dumps(result))
    check_result(twin, instance)
    assert twin.tour.tolist() == result.tour.tolist()
    assert (twin.stop_reason, twin.iterations) == (result.stop_reason, result.iterations)
    assert twin.trace.iteration_best.tolist() == result.trace.iteration_best.tolist()


def test_inputs_stay(decoder, instance):
    """Decoding would change the data it was given."""
    heatmap, tour = random_heatmap(N), np.arange(N)
    inputs = [instance._numbers, heatmap.indptr, heatmap.indices, heatmap.values, tour]
    copies = [array.copy() for array in inputs]
    ha.decode(instance, heatmap, decoder, budget=ha.Budget(iterations=3), initial_tour=tour)
    assert all(map(np.array_equal, inputs, copies))


def test_batch_equals_one_by_one(decoder):
    """A batch would give other tours than the same decodings alone."""
    pairs = [
        (make_instance(n, seed=n), random_heatmap(n))
        for n in (1, 2, 3, 4, 9, 20)
        for make_instance in kinds(decoder)
    ]
    options = {"budget": ha.Budget(iterations=4), "seed": 9}
    single = [ha.decode(*pair, decoder, **options).tour.tolist() for pair in pairs]
    for threads in (1, 2, 3):
        batch = ha.decode_batch(iter(pairs), decoder, threads=threads, **options)
        assert [result.tour.tolist() for result in batch] == single
    assert ha.decode_batch([], decoder) == []


@pytest.mark.parametrize("decoder", [ha.MMAS("3opt"), ha.Focused()], ids=label)
def test_other_threads_run_meanwhile(decoder):
    """A decoding would hold up every other Python thread: servers, notebooks, progress bars."""
    started = threading.Event()
    counted = []

    def count_and_interrupt():
        started.wait()
        for _ in range(10):
            time.sleep(0.01)  # comes back only where the interpreter is free
            counted.append(0)
        _thread.interrupt_main()

    counter = threading.Thread(target=count_and_interrupt)
    counter.start()
    started.set()
    with pytest.raises(ha.Interrupted):
        solve(points_instance(400), decoder, budget=ha.Budget(seconds=60))
    counter.join()
    assert len(counted) == 10


@pytest.mark.parametrize("decoder", [ha.HeatACO(), ha.Focused()], ids=label)
def test_decoding_from_several_threads(decoder):
    """Two decodings at the same time would disturb each other."""
    instance = points_instance(60)
    alone = [solve(instance, decoder, seed=seed).tour.tolist() for seed in range(4)]
    together = [None] * 4

    def run(seed):
        together[seed] = solve(instance, decoder, seed=seed, threads=2).tour.tolist()

    workers = [threading.Thread(target=run, args=(seed,)) for seed in range(4)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert together == alone


@pytest.mark.data
@pytest.mark.parametrize("file", ["eil51.tsp", "berlin52.tsp", "br17.atsp"])
@pytest.mark.parametrize("decoder", [ha.MMAS("3opt"), ha.HeatACO("3opt"), ha.Focused()], ids=label)
def test_best_known_is_reached(data_dir, decoder, file):
    """Easy instances of the literature would not be solved."""
    best_known = {"eil51.tsp": 426, "berlin52.tsp": 7542, "br17.atsp": 39}[file]
    instance = ha.read_tsplib(data_dir / "tsplib" / file)
    heatmap = ha.predictors.SoftDist().predict(instance)
    budget = ha.Budget(iterations=300, target=best_known)
    result = ha.decode(instance, heatmap, decoder, budget=budget)
    assert result.cost == best_known
    assert result.stop_reason == "target"
