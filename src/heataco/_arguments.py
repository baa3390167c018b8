"""Conversion of the arguments of `solve`, `decode` and `decode_batch`.

Every function raises a ValueError that names the argument and, for ambiguous input, both readings.
"""

import os
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from numbers import Real
from pathlib import Path
from typing import Any

from heataco._arrays import to_numpy
from heataco._checks import described
from heataco._settings import build
from heataco.decoders import DECODERS, Decoder
from heataco.files import read_heatmap, read_heatmaps, read_instances
from heataco.files.heatmap_files import HEATMAP_SUFFIXES
from heataco.heatmaps import Heatmap, as_heatmaps
from heataco.heatmaps.layouts import is_sparse
from heataco.instances import Instance, LabelledInstance, Metric, as_instance
from heataco.instances.intake import from_batch
from heataco.predictors import PREDICTORS, Predictor
from heataco.results import Budget

NO_PREDICTOR = "none"  # as the command line calls it

Scores = Heatmap | Predictor | None

_SCORES = (
    "give a Heatmap, an array or tensor of shape (n, n), a sparse matrix, a file, a predictor or "
    "its name"
)


def to_instance(value: Any, metric: Metric | str | None = None) -> Instance:
    """Return an instance: as given, from a `LabelledInstance`, a file, points or distances."""
    if isinstance(value, str | os.PathLike):
        items = read_instances(value, metric=metric)
        if len(items) != 1:
            raise ValueError(
                f"{os.fspath(value)} holds {len(items)} instances; decode_batch takes all of them, "
                "and read_instances gives them one by one"
            )
        return items[0].referenced
    if metric is not None and isinstance(value, Instance | LabelledInstance):
        raise ValueError(f"metric is {described(metric)}, but the instance already has a metric")
    if isinstance(value, LabelledInstance):
        return value.referenced
    return as_instance(value, metric)


def to_decoder(decoder: Decoder | str) -> Decoder:
    """Return a decoder; for a name, the decoder with its default parameters."""
    if isinstance(decoder, str):
        found: Decoder = build(DECODERS.find("decoder", decoder), f"decoder {decoder}", {})
        return found
    if not is_decoder(decoder):
        raise ValueError(f"decoder is {described(decoder)}; give a decoder, such as MMAS()")
    return decoder


def to_predictor(predictor: Predictor | str | None) -> Predictor | None:
    """Return a predictor; for a name, the predictor with its default parameters; None for none."""
    if isinstance(predictor, str) and predictor.lower() == NO_PREDICTOR:
        return None
    if isinstance(predictor, str):
        kind = PREDICTORS.find("predictor", predictor)
        found: Predictor = build(kind, f"predictor {predictor}", {})
        return found
    if predictor is not None and not _is_predictor(predictor):
        raise ValueError(
            f"predictor is {described(predictor)}; give a predictor, such as Alpha(), or None"
        )
    return predictor


def to_budget(
    budget: Budget | None, seconds: float | None, iterations: int | None, target: float | None
) -> Budget | None:
    """Return the budget, given as such or by its limits."""
    limits: dict[str, Any] = {"seconds": seconds, "iterations": iterations, "target": target}
    given = [name for name, limit in limits.items() if limit is not None]
    if budget is not None and given:
        raise ValueError(f"budget and {' and '.join(given)} are given; give one or the other")
    return Budget(**limits) if given else budget


def to_scores(value: Any) -> Scores:
    """Return a heatmap, as given or made from an array or file, a predictor, or None."""
    if value is None or isinstance(value, Heatmap) or _is_predictor(value):
        scores: Scores = value
        return scores
    if isinstance(value, os.PathLike) or _is_heatmap_file(value):
        return read_heatmap(value)
    if isinstance(value, str):
        return _predictor_in_place_of_scores(value)
    if is_decoder(value):
        raise ValueError(f"heatmap is the decoder {value.name}; give it as decoder=")
    readable = ("__array__", "__dlpack__", "detach")
    if not (
        isinstance(value, list | tuple | Mapping)
        or is_sparse(value)
        or any(hasattr(value, name) for name in readable)
    ) or isinstance(value, type):
        raise ValueError(f"heatmap is {described(value)}; {_SCORES}")
    heatmaps = as_heatmaps(value)
    if len(heatmaps) > 1:
        raise ValueError(f"heatmap is a batch of {len(heatmaps)}; decode_batch takes all of them")
    return heatmaps[0]


def to_pairs(instances: Any, heatmaps: Any) -> list[tuple[Instance, Scores]]:
    """Return the pairs of instance and scores that `decode_batch` decodes.

    Parameters
    ----------
    instances
        One instance or many, or (instance, heatmap) pairs.
    heatmaps
        One for all instances or one for each; None beside pairs.
    """
    items = _instances_of(instances)
    if any(map(_is_pair, items)) or heatmaps is None:
        if heatmaps is not None:
            raise ValueError(
                "heatmaps is given beside (instance, heatmap) pairs; give one of them, and the "
                "name of a decoder as decoder="
            )
        pairs = [item if _is_pair(item) else (item, None) for item in items]
        return [_read_pair(index, *pair) for index, pair in enumerate(pairs)]
    scores = _scores_of(heatmaps)
    count = max(len(items), len(scores)) if items and scores else 0
    if {len(items), len(scores)} - {1, count}:
        raise ValueError(
            f"{len(items)} instances and {len(scores)} heatmaps are given; give equally many, or "
            "one of either"
        )
    problems = [_read_pair(index, item, None)[0] for index, item in enumerate(items)]
    return [
        (problems[index % len(problems)], scores[index % len(scores)]) for index in range(count)
    ]


@contextmanager
def naming_pair(index: int) -> Iterator[None]:
    """Add the index of the pair to errors."""
    try:
        yield
    except ValueError as error:
        raise ValueError(f"pair {index}: {error}") from None


def _read_pair(index: int, instance: Any, scores: Any) -> tuple[Instance, Scores]:
    with naming_pair(index):
        return to_instance(instance), to_scores(scores)


def _instances_of(value: Any) -> list[Any]:
    """Return the items of a batch; one instance is a batch of one."""
    if isinstance(value, Instance | LabelledInstance):
        return [value]
    if isinstance(value, str | os.PathLike):
        return [*read_instances(value)]
    if hasattr(value, "columns") or hasattr(value, "nodes"):  # a data frame, or a graph
        return [value]
    if hasattr(value, "shape"):
        return from_batch(to_numpy(value, "instances")) if len(value.shape) == 3 else [value]
    if not isinstance(value, Iterable) or isinstance(value, Mapping):
        raise ValueError(
            f"instances is {described(value)}; give instances, (instance, heatmap) pairs, or "
            "arrays of shape (B, n, 2) or (B, n, n)"
        )
    items = list(value)
    if items and _is_row(items[0]):  # of points or distances
        return [items]
    if len(items) == 2 and _looks_like_points_and_scores(*map(_shape, items)):
        raise ValueError(
            "instances holds two arrays, which may be an instance and its heatmap or points and "
            "distances of two instances; give [(instance, heatmap)], or make Instances of them"
        )
    return items


def _scores_of(value: Any) -> list[Scores]:
    """Return the items of a batch of heatmaps; one of any form is a batch of one."""
    if isinstance(value, Iterator):
        value = list(value)
    if isinstance(value, list | tuple):
        if not value or not _is_row(value[0]):
            scores = []
            for index, item in enumerate(value):
                with naming_pair(index):
                    scores.append(to_scores(item))
            return scores
        return [*as_heatmaps(value)]
    if isinstance(value, os.PathLike) or _is_heatmap_file(value):
        return [*read_heatmaps(value)]
    if isinstance(value, Mapping) or len(_shape(value)) == 3:
        return [*as_heatmaps(value)]
    return [to_scores(value)]


def _predictor_in_place_of_scores(name: str) -> Predictor:
    if name in DECODERS.names and name not in PREDICTORS.names:
        raise ValueError(f"heatmap is {name!r}, a decoder; give it as decoder={name!r}")
    try:
        found = to_predictor(name)
    except ValueError as error:
        raise ValueError(f"{error} (files of scores: {', '.join(HEATMAP_SUFFIXES)})") from None
    assert found is not None
    return found


def _is_heatmap_file(value: Any) -> bool:
    return isinstance(value, str) and Path(value).suffix.lower() in HEATMAP_SUFFIXES


def is_decoder(value: Any) -> bool:
    """Tell whether a value is a decoder, by its attributes."""
    return hasattr(value, "needs_heatmap") and not isinstance(value, type)


def _is_predictor(value: Any) -> bool:
    return hasattr(value, "predict") and not isinstance(value, type)


def _is_pair(item: Any) -> bool:
    """Tell whether an item is an instance with its scores, and not two rows of numbers."""
    return isinstance(item, tuple | list) and len(item) == 2 and not _is_row(item[0])


def _is_row(item: Any) -> bool:
    """Tell whether an item is a row of numbers."""
    if isinstance(item, list | tuple):
        return bool(item) and isinstance(item[0], Real)
    return len(_shape(item)) == 1


def _shape(value: Any) -> tuple[int, ...]:
    return tuple(getattr(value, "shape", ()))


def _looks_like_points_and_scores(first: tuple[int, ...], second: tuple[int, ...]) -> bool:
    return len(first) == 2 and first[1] == 2 and second == (first[0], first[0])
