"""Decoders of users: their faults become sentences, and nothing wrong is believed."""

from dataclasses import dataclass

import numpy as np
import pytest

import heataco as ha

INSTANCE = ha.Instance.from_coordinates(np.random.default_rng(0).random((9, 2)))
TOUR = np.arange(9)
COST = INSTANCE.cost(TOUR)


def result(tour=TOUR, cost=COST):
    column = np.zeros(1)
    trace = ha.Trace(column.astype(int), column, column + 1, column + 1)
    return ha.Result(tour, cost, 0, 0.0, 0.0, ha.StopReason.COMPLETE, trace)


@dataclass(frozen=True)
class Given(ha.Decoder):
    """Returns what it is told, or raises it."""

    name = "given"
    answer: object = None

    def run(self, problems, **options):
        if isinstance(self.answer, BaseException):
            raise self.answer
        return self.answer


def test_the_cost_is_computed_again():
    """A cost of another type, or off by a digit, would be reported."""
    found = ha.decode(INSTANCE, None, Given([result(cost=np.float32(COST))]))
    assert type(found.cost) is float
    assert found.cost == COST


@pytest.mark.parametrize(
    ("answer", "sentence"),
    [
        (RuntimeError("no"), "decoder given failed: RuntimeError: no"),
        (SystemExit(3), "decoder given failed: SystemExit: 3"),
        (None, "returned a NoneType; it must return a list of 1 Result"),
        ([], "returned a list of 0; it must return"),
        ([None], "returned a NoneType, not a Result"),
        ([result(tour=TOUR[:2])], "returned a wrong tour: "),
        ([result(tour=TOUR * 0)], "returned a wrong tour: "),
        ([result(cost=-5.0)], "returned the cost -5.0 for a tour of cost "),
        ([result(cost=np.nan)], "returned the cost nan for a tour of cost "),
    ],
)
def test_what_is_wrong_is_refused(answer, sentence):
    """A wrong tour would be written, a wrong cost would be the best of a table."""
    with pytest.raises(ValueError, match=sentence):
        ha.decode(INSTANCE, None, Given(answer))


def test_a_tour_longer_than_the_initial_one_is_refused():
    """A warm start could make a tour worse, and only built-in decoders would be held to it."""
    better = ha.improve(INSTANCE, TOUR, "3opt")
    with pytest.raises(ValueError, match=r"initial tour of cost .*; it must never be longer"):
        ha.decode(INSTANCE, None, Given([result()]), initial_tour=better)
    assert ha.decode(INSTANCE, None, Given([result()]), initial_tour=np.roll(TOUR, 4)).cost == COST


def test_ctrl_c_passes():
    """Ctrl-C would be taken for a fault of the decoder."""
    with pytest.raises(KeyboardInterrupt):
        ha.decode(INSTANCE, None, Given(KeyboardInterrupt()))


@pytest.mark.parametrize("constraints", [{}, {"start": 4}, {"closed": False, "end": 2}])
def test_ctrl_c_keeps_what_the_decoder_has_found(constraints):
    """A decoder that calls `decode` itself would lose its best tour on Ctrl-C."""

    class Wrapped(ha.Decoder):
        name = "wrapped"

        def run(self, problems, **options):
            results = ha.decode_batch([problem.instance for problem in problems], iterations=1)
            raise ha.Interrupted([results[0], *[None] * (len(problems) - 1)])

    with pytest.raises(ha.Interrupted) as caught:
        ha.decode_batch([INSTANCE] * 2, None, Wrapped(), **constraints)
    found, missing = caught.value.results
    assert missing is None
    assert found.stop_reason is ha.StopReason.INTERRUPTED
    assert found.instance is INSTANCE
    assert found.cost == INSTANCE.cost(found.tour, closed=constraints.get("closed", True))
    assert (found.start, found.end) == (
        constraints.get("start", found.start),
        constraints.get("end"),
    )


def test_wrong_results_of_an_interrupted_decoder_are_refused():
    """Nobody would look at what comes with an interrupt."""
    with pytest.raises(ValueError, match="returned a wrong tour: "):
        ha.decode(INSTANCE, None, Given(ha.Interrupted([result(tour=TOUR[:2])])))
