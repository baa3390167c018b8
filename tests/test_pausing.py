"""Pauses of a search, which its clock does not count."""

import math
import pickle
import time
from contextlib import ExitStack
from itertools import pairwise

import numpy as np
import pytest
from tests.support import points_instance

import heataco as ha

LIMIT = 1.0  # seconds; one iteration must end in it, on a slow machine too
CLAIMS = [math.nan, math.inf, -math.inf, -1e6, 1e6]  # seconds that were no pause


def _pause_for_longer_than_the_limit(instance, decoder, **options):
    """Pause in the first iteration, and check that the search goes on for the rest of its time.

    It is stopped after the fifth iteration, unless the machine is too slow to get that far.
    """
    seen = []
    paused = []

    def on_progress(progress):
        seen.append(progress.iteration)
        if len(seen) == 1:
            with progress.pause():
                begin = time.perf_counter()
                time.sleep(LIMIT + 0.1)
                paused.append(time.perf_counter() - begin)
        return len(seen) < 5

    begin = time.perf_counter()
    result = ha.decode(instance, None, decoder, seconds=LIMIT, on_progress=on_progress, **options)
    passed = time.perf_counter() - begin
    assert result.seconds <= passed - paused[0]
    if result.stop_reason == "stopped":
        assert seen == [1, 2, 3, 4, 5]
    else:
        assert result.stop_reason == "time"
        assert result.seconds >= LIMIT


@pytest.mark.parametrize("decoder", [ha.Focused(), ha.MMAS()])
def test_a_search_goes_on_after_a_pause(decoder):
    """A search that is paused for longer than its time limit would end instead of going on."""
    _pause_for_longer_than_the_limit(points_instance(60), decoder)


def test_pauses_reach_searches_of_other_problems():
    """Shared points or constraints would make a pause count after all."""
    points = np.repeat(np.random.default_rng(3).random((30, 2)), 2, axis=0)
    _pause_for_longer_than_the_limit(ha.Instance.from_coordinates(points), ha.MMAS())
    _pause_for_longer_than_the_limit(points_instance(60), ha.MMAS(), closed=False)


def _check_clock(on_progress):
    """Check that the clock of a search goes forward, and no faster than time passes."""
    begin = time.perf_counter()
    result = ha.decode(points_instance(20), None, "mmas", iterations=4, on_progress=on_progress)
    passed = time.perf_counter() - begin
    assert result.iterations == 4
    clock = [0.0, *result.trace.seconds, result.seconds, passed]
    assert all(earlier <= later for earlier, later in pairwise(clock)), clock


def test_nested_pauses():
    """Pauses within pauses would turn the clock back, and so extend the time limit."""

    def on_progress(progress):
        with ExitStack() as pauses:
            for _ in range(1000):
                pauses.enter_context(progress.pause())
            time.sleep(0.01)

    _check_clock(on_progress)


@pytest.mark.parametrize("claim", CLAIMS)
def test_pauses_that_were_none(claim):
    """A wrong number would turn the clock back, stop it for ever or make it jump to the end."""
    _check_clock(lambda progress: progress.add_pause(claim))


def test_a_pause_over_several_iterations():
    """The iterations within a pause would be taken off the clock that they ran on."""
    pauses = ExitStack()

    def on_progress(progress):
        if progress.iteration == 1:
            for _ in range(1000):
                pauses.enter_context(progress.pause())
        elif progress.iteration == 3:
            pauses.close()

    _check_clock(on_progress)


def test_what_is_not_a_pause_counts():
    """A slow callback would let a search exceed its time limit without end."""
    seen = []

    def on_progress(progress):
        seen.append(progress.iteration)
        time.sleep(LIMIT)

    result = ha.decode(points_instance(60), None, "mmas", seconds=LIMIT, on_progress=on_progress)
    assert (result.stop_reason, seen) == ("time", [1])


def test_pauses_that_nobody_counts():
    """A callback that pauses would fail with decoders from outside, or after the search."""
    by_hand = ha.Progress(iteration=1, seconds=0.0, iteration_best=2.0, best=2.0)
    kept = []
    result = ha.decode(points_instance(20), iterations=2, on_progress=kept.append)
    assert result.iterations == 2
    for progress in (by_hand, kept[0], pickle.loads(pickle.dumps(kept[0]))):
        with progress.pause():
            pass


def test_an_error_in_a_pause():
    """What a callback raises while it waits would be lost."""

    def on_progress(progress):
        with progress.pause():
            raise RuntimeError("no coffee")

    with pytest.raises(RuntimeError, match="no coffee"):
        ha.decode(points_instance(20), iterations=2, on_progress=on_progress)
