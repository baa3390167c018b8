"""Parameters of the decoders: what is refused, with which words, and what extremes do."""

import math
import re
from dataclasses import fields

import numpy as np
import pytest

import heataco as ha
from heataco.decoders import LOCAL_SEARCHES
from heataco.decoders.base import LocalSearchParameters

NOT_NUMBERS = [math.nan, math.inf, -math.inf, "1", b"1", True, [], (1,), {}, 1j, np.ones(2)]
# Of the class that declares the field: values outside its range, and values at its ends.
BOUNDS = {
    LocalSearchParameters: {"local_search_neighbours": ([0, -1, 1_001], [1, 1_000])},
    ha.MMAS: {
        "ants": ([0, -1, 100_001], [1, np.int64(500)]),
        "candidates": ([0, -1, 257], [1, np.int32(2), 256]),
        "alpha": ([-1, -1e-9, 101], [0, 100, np.float32(2.5)]),
        "beta": ([-1, -1e-9, 101], [0, 100, np.int32(3)]),
        "evaporation": ([0, -0.5, 1.1], [1e-6, 1]),
        "exploitation": ([-0.1, 1.1], [0, 1]),
        "p_best": ([0, -0.1, 1], [5e-324, 1 - 1e-9]),
        "branching_interval": ([0, -1, 2**63], [1, 2**62]),
        "branching_band": ([-0.1, 1.1], [0, 1]),
        "branching_threshold": ([-1], [0, 1e308]),
        "restart_patience": ([-1, 2**63], [0, 2**62]),
    },
    ha.HeatACO: {
        "heat_threshold": ([-1], [0, 1e308]),
        "confidence_floor": ([0, -1], [1e-300, 1e308]),
        "evidence_quantile": ([-0.1, 1.1], [0, 1]),
        "evidence_cap": ([-0.1], [0, 1e308, None]),
        "kappa": ([-0.1], [0, 1e308, None]),
    },
    ha.MCTS: {
        "candidate_limit": ([0, -1, 2**31], [1, 2, 2**31 - 1]),
        "heat_threshold": ([-1], [0, 1e308]),
        "exploration": ([-0.1, 1e7], [0, 1e6]),
        "reinforcement": ([-0.1, 1e7], [0, 1e6]),
        "tries": ([0, -1, 1_000_001], [1, 1_000_000]),
        "depth": ([0, -1, 10_001], [1, np.int32(2), 10_000]),
        "chains": ([0, -1, 1_025], [1, 7, 1_024]),
    },
    ha.Focused: {
        "candidates": ([1, 0, 33], [2, np.int32(3), 32]),
        "heat_threshold": ([-1], [0, 1e308]),
        "heatmap_trust": ([-0.1, 1.1, 2, "yes", ""], [0, 0.5, 1, np.float32(0.25), "auto"]),
        "neighbours": ([1, -1, 33], [2, np.int64(3), 32]),
        "depth": ([0, -1, 21], [1, np.int32(2), 20]),
        "breadth": ([0, -1, 33], [1, 32]),
        "second_breadth": ([0, -1, 33], [1, 32]),
        "reach": ([0, -1, 10_001], [1, 10_000]),
        "min_doubt": ([0, -0.1, 1.1], [5e-324, 1]),
        "learning": ([-0.1, 1.1], [0, 1]),
        "temperature": ([-0.1, 1e7], [0, 1e6]),
        "region_size": ([0, 999, 2**31], [1_000, 2**31 - 1]),
    },
}
OPTIONAL = {"evaporation", "evidence_cap", "kappa"}

INSTANCES = [
    ha.Instance.from_coordinates(np.random.default_rng(0).random((12, 2))),
    ha.Instance.from_matrix(np.random.default_rng(0).random((12, 12))),
]
HEAT = np.zeros((12, 12))
HEAT[np.arange(12), np.arange(1, 13) % 12] = np.linspace(0.1, 1, 12)  # fewer than d* + 1 in a row
HEATMAPS = [
    ha.Heatmap.from_dense(HEAT),
    ha.Heatmap.from_dense(np.random.default_rng(1).random((12, 12))),
]


WITH_LOCAL_SEARCH = [cls for cls in ha.DECODERS.values() if hasattr(cls, "local_search_neighbours")]


def numbers(cls):
    """All (field, whether it counts, values outside its range, values at its ends).

    A number without bounds in the table is a number at least, of the type of its default.
    """
    tables = [BOUNDS.get(base, {}) for base in cls.__mro__]
    for field in fields(cls):
        listed = next((table[field.name] for table in tables if field.name in table), None)
        if listed or type(field.default) in (int, float):
            yield field.name, type(field.default) is int, *(listed or ([], [field.default]))


def cases(refused):
    """All (decoder, field, value) of values that are refused or accepted."""
    for cls in ha.DECODERS.values():
        for field, counts, outside, ends in numbers(cls):
            values = outside + NOT_NUMBERS + [object()] if refused else ends
            if refused and counts:
                values = [*values, 1.0, 1.5, np.float64(2)]
            if refused and field not in OPTIONAL:
                values = [*values, None]
            for value in values:
                yield pytest.param(cls, field, value, id=f"{cls.name}-{field}-{value!r:.20}")


@pytest.mark.parametrize(("cls", "field", "value"), list(cases(refused=True)))
def test_bad_values_are_refused_by_name(cls, field, value):
    """A wrong parameter would crash later, be taken for a default, or not be named."""
    with pytest.raises(ValueError, match=field) as caught:
        cls(**{field: value})
    message = str(caught.value)
    shown = "a ndarray of shape (2,)" if isinstance(value, np.ndarray) else repr(value)
    assert message.startswith(f"{field} is {shown}; give a ")
    assert type(caught.value) is ValueError


@pytest.mark.parametrize("cls", WITH_LOCAL_SEARCH, ids=lambda cls: cls.name)
@pytest.mark.parametrize(
    "value", ["", "4opt", "2OPT", "2opt ", "None", None, 2, True, [], ("2opt",), np.ones(2)]
)
def test_unknown_local_search(cls, value):
    """A misspelt local search would silently be another one, or not say what there is."""
    known = ", ".join(LOCAL_SEARCHES)
    near = "; did you mean '2opt'?" if str(value).strip().lower() == "2opt" else ""
    pattern = rf"^local_search is .*; known are {known}{re.escape(near)}"
    with pytest.raises(ValueError, match=pattern):
        cls(local_search=value)


@pytest.mark.parametrize("cls", ha.DECODERS.values(), ids=ha.DECODERS)
def test_absurd_integers(cls):
    """A number beyond all types would end in an overflow and not in a message."""
    for field, *_ in numbers(cls):
        for value in (10**400, -(10**400)):
            with pytest.raises(ValueError, match=f"^{field} is "):
                cls(**{field: value})


@pytest.mark.parametrize("cls", ha.DECODERS.values(), ids=ha.DECODERS)
def test_unknown_fields_are_refused(cls):
    """A misspelt parameter would be ignored."""
    with pytest.raises(TypeError, match="evaporatoin"):
        cls(evaporatoin=0.5)


@pytest.mark.parametrize(("cls", "field", "value"), list(cases(refused=False)))
def test_extremes_still_give_tours(cls, field, value):
    """A parameter at the end of its range would crash, hang, or break the tour."""
    searches = LOCAL_SEARCHES if cls in WITH_LOCAL_SEARCH else (None,)
    for local_search in searches:
        given = {} if local_search is None else {"local_search": local_search}
        decoder = cls(**given, **{field: value})
        for instance in [i for i in INSTANCES if i.symmetric or not cls.symmetric_only]:
            for heatmap in HEATMAPS:
                check_short_run(instance, heatmap, decoder)


def check_short_run(instance, heatmap, decoder):
    result = ha.decode(instance, heatmap, decoder, budget=ha.Budget(iterations=3))
    assert sorted(result.tour.tolist()) == list(range(12))
    assert result.cost == pytest.approx(instance.cost(result.tour), rel=1e-12)


def test_more_ants_than_anyone_needs():
    """The largest colony would exhaust memory or hang."""
    decoder = ha.MMAS("none", ants=100_000)
    result = ha.decode(INSTANCES[0], None, decoder, budget=ha.Budget(iterations=1), threads=8)
    assert result.iterations == 1


@pytest.mark.parametrize("local_search", LOCAL_SEARCHES)
def test_long_lists_are_cut_to_the_instance(local_search):
    """Lists longer than the instance would be refused, or differ from full ones."""
    options = {"budget": ha.Budget(iterations=5), "seed": 2}
    for instance in INSTANCES:
        full, longer = (
            ha.decode(
                instance,
                HEATMAPS[0],
                ha.HeatACO(local_search, local_search_neighbours=length, candidates=length),
                **options,
            )
            for length in (11, 200)
        )
        assert longer.tour.tolist() == full.tour.tolist()


def test_smallest_evaporation_still_draws():
    """Trails of 1/(ρ·L) would overflow and leave every step to the nearest node, unseen."""
    try:
        decoder = ha.MMAS("none", ants=1, evaporation=5e-324)
    except ValueError:
        return  # refusing it is as good
    result = ha.decode(INSTANCES[1], None, decoder, budget=ha.Budget(iterations=60))
    assert len(set(result.trace.iteration_best)) > 12  # there are twelve tours by nearest nodes


def test_smallest_floor_still_draws():
    """A ratio c/ε would overflow and take arcs out of the roulette, unseen."""
    try:
        floors = [ha.HeatACO("none", kappa=0.0, confidence_floor=f) for f in (1e-9, 5e-324)]
    except ValueError:
        return  # refusing it is as good
    for instance in INSTANCES:
        courses = [
            ha.decode(instance, HEATMAPS[0], decoder, budget=ha.Budget(iterations=20)).trace
            for decoder in floors
        ]
        assert np.array_equal(courses[0].iteration_best, courses[1].iteration_best)
