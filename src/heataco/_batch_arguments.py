"""Conversion of the arguments of functions that take many instances and heatmaps.

Every function raises a ValueError that names the argument and, for ambiguous input, both readings.
"""

import os
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from numbers import Real
from typing import Any

from heataco._arguments import Scores, is_heatmap_file, to_instance, to_scores
from heataco._arrays import to_numpy
from heataco._checks import described
from heataco.files import read_heatmaps, read_instances
from heataco.heatmaps import as_heatmaps
from heataco.instances import Instance, LabelledInstance
from heataco.instances.frame_labels import require_order
from heataco.instances.intake import from_batch


def to_instances(value: Any) -> list[Instance]:
    """Return instances: one alone, several, a file of them, or arrays (B, n, 2) or (B, n, n)."""
    return [to_instance(item) for item in _instances_of(value)]


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
    scores = each_of(heatmaps)
    count = max(len(items), len(scores)) if items and scores else 0
    if {len(items), len(scores)} - {1, count}:
        raise ValueError(
            f"{len(items)} instances and {len(scores)} heatmaps are given; give equally many, or "
            "one of either"
        )
    problems = [_read_pair(index, item, None)[0] for index, item in enumerate(items)]
    pairs = [
        (problems[index % len(problems)], scores[index % len(scores)]) for index in range(count)
    ]
    given = list(heatmaps) if isinstance(heatmaps, list | tuple) else [heatmaps]
    for index, (problem, _) in enumerate(pairs):
        with naming_pair(index):
            require_order(given[index % len(given)], problem)
    return pairs


@contextmanager
def naming_pair(index: int) -> Iterator[None]:
    """Add the index of the pair to errors."""
    try:
        yield
    except ValueError as error:
        raise ValueError(f"pair {index}: {error}") from None


def _read_pair(index: int, instance: Any, scores: Any) -> tuple[Instance, Scores]:
    with naming_pair(index):
        problem = to_instance(instance)
        return problem, to_scores(scores, problem)


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


def each_of(value: Any) -> list[Scores]:
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
    if isinstance(value, os.PathLike) or is_heatmap_file(value):
        return [*read_heatmaps(value)]
    if isinstance(value, Mapping) or len(_shape(value)) == 3:
        return [*as_heatmaps(value)]
    return [to_scores(value)]


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
