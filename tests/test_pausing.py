"""Pauses of a search, which its clock does not count."""

import pickle
import time

import numpy as np
import pytest
from tests.support import points_instance

import heataco as ha

LIMIT = 0.5  # seconds


def _iterations_after_a_pause(instance, decoder, **options):
    """Pause in the first iteration for longer than the time limit; return those that follow."""
    seen = []

    def on_progress(progress):
        seen.append(progress.iteration)
        if len(seen) == 1:
            with progress.pause():
                time.sleep(2 * LIMIT)
        return len(seen) < 5

    result = ha.decode(instance, None, decoder, seconds=LIMIT, on_progress=on_progress, **options)
    assert result.stop_reason == "stopped"
    return seen[1:]


@pytest.mark.parametrize("decoder", [ha.Focused(), ha.MMAS()])
def test_a_search_goes_on_after_a_pause(decoder):
    """A search that is paused for longer than its time limit would end instead of going on."""
    assert _iterations_after_a_pause(points_instance(60), decoder) == [2, 3, 4, 5]


def test_pauses_reach_searches_of_other_problems():
    """Shared points or constraints would make a pause count after all."""
    points = np.repeat(np.random.default_rng(3).random((30, 2)), 2, axis=0)
    shared = ha.Instance.from_coordinates(points)
    assert _iterations_after_a_pause(shared, ha.MMAS()) == [2, 3, 4, 5]
    assert _iterations_after_a_pause(points_instance(60), ha.MMAS(), closed=False) == [2, 3, 4, 5]


def test_what_is_not_a_pause_counts():
    """A slow callback would let a search exceed its time limit without end."""
    seen = []

    def on_progress(progress):
        seen.append(progress.iteration)
        time.sleep(2 * LIMIT)

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
