"""The native boundary: parameters are read by name, and no others."""

import numpy as np
import pytest

import heataco as ha
from heataco import _native
from heataco.decoders import Problem
from heataco.decoders.base import NativeDecoder
from heataco.predictors import Alpha

INSTANCE = ha.Instance.from_coordinates(np.random.default_rng(0).random((12, 2)))
HEATMAP = ha.Heatmap.from_dense(np.random.default_rng(1).random((12, 12)))


NATIVE = {name: cls for name, cls in ha.DECODERS.items() if issubclass(cls, NativeDecoder)}


@pytest.fixture(params=NATIVE.values(), ids=NATIVE)
def decoder(request):
    return request.param()


def call(decoder, budget=None, **changes):
    """Call a decoder's native function with some of its parameters changed; ... leaves one out."""
    given = decoder.native_parameters | changes
    parameters = {name: value for name, value in given.items() if value is not ...}
    return decoder.search(
        [Problem(INSTANCE, HEATMAP).native],
        parameters=parameters,
        budget=vars(ha.Budget(iterations=1)) if budget is None else budget,
        seed=0,
        threads=1,
        on_progress=None,
    )


def test_missing_parameters_are_refused_by_name(decoder):
    """A parameter that is not passed would be an uninitialised number."""
    for name in decoder.native_parameters:
        with pytest.raises(ValueError, match=f"^{decoder.name} lacks parameter {name}$"):
            call(decoder, **{name: ...})


def test_unknown_parameters_are_refused_by_name(decoder):
    """A parameter that the native search does not read would be ignored."""
    known = ", ".join(sorted(decoder.native_parameters))
    with pytest.raises(
        ValueError, match=f"^{decoder.name} has no parameter depht; known are "
    ) as e:
        call(decoder, depht=1)
    assert ", ".join(sorted(str(e.value).partition("known are ")[2].split(", "))) == known


def test_wrong_types_are_refused_by_name(decoder):
    """A parameter of another type would end in an error that does not name it."""
    for name, value in decoder.native_parameters.items():
        with pytest.raises(ValueError, match=rf"^{decoder.name}: {name} is \[\]; expected a "):
            call(decoder, **{name: []})
        if isinstance(value, int):
            with pytest.raises(ValueError, match=f"{name} is 1.5; expected a whole number"):
                call(decoder, **{name: 1.5})


def test_budget_is_read_by_name(decoder):
    """A limit would be mistaken for another one, or ignored."""
    limits = vars(ha.Budget(iterations=1))
    with pytest.raises(ValueError, match=r"^budget has no parameter minutes; known are iterations"):
        call(decoder, budget=limits | {"minutes": 1})
    with pytest.raises(ValueError, match=r"^budget lacks parameter iterations$"):
        call(decoder, budget={})


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"instance": ...}, r"^problem lacks parameter instance$"),
        ({"heat": None}, r"^problem has no parameter heat; known are instance, heatmap, initial"),
        ({"heatmap": []}, r"^problem: heatmap is \[\]; expected a dict or None$"),
        ({"heatmap": {"indptr": [0]}}, r"^heatmap: indptr is \[0\]; expected an array$"),
        ({"instance": {"metric": 7}}, r"^instance: metric is 7; expected a text$"),
    ],
)
def test_problems_are_read_by_name(changes, message):
    """Rows of a heatmap could be exchanged without a word."""
    given = Problem(INSTANCE, HEATMAP).native | changes
    problem = {name: value for name, value in given.items() if value is not ...}
    with pytest.raises(ValueError, match=message):
        ha.Greedy.search(
            [problem],
            parameters=ha.Greedy().native_parameters,
            budget=vars(ha.Budget()),
            seed=0,
            threads=1,
            on_progress=None,
        )


def test_results_have_the_fields_of_a_result(decoder):
    """A field of a native answer would be lost, or taken for another one."""
    (answer,) = call(decoder)
    added = {"bound", "closed", "ids", "instance", "prediction"}  # in Python
    assert answer.keys() | added == ha.Result.__dataclass_fields__.keys()
    assert answer["trace"].keys() == ha.Trace.__dataclass_fields__.keys()
    if answer["trust"] is not None:
        assert answer["trust"].keys() == ha.Trust.__dataclass_fields__.keys()


def test_parameters_of_alpha_are_read_by_name():
    """A parameter of the predictor would be ignored."""
    parameters = vars(Alpha(iterations=9))
    with pytest.raises(ValueError, match=r"^alpha has no parameter lowest_probability; known are "):
        _native.alpha_nearness([INSTANCE._native_form], parameters=parameters, seconds=1, threads=1)


def test_a_decoder_by_another_name_runs_the_search_of_its_class():
    """A user's variant of a decoder, under a name of its own, could not be run."""

    class Variant(ha.HeatACO):
        name = "variant"

    budget = ha.Budget(iterations=2)
    tours = [ha.decode(INSTANCE, HEATMAP, d, budget=budget).tour for d in (Variant(), ha.HeatACO())]
    assert tours[0].tolist() == tours[1].tolist()
