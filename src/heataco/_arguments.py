"""Conversion of the arguments of public functions.

Every function raises a ValueError that names the argument and, for ambiguous input, both readings.
"""

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from heataco._checks import described
from heataco._settings import build
from heataco.decoders import DECODERS, Decoder
from heataco.files import read_heatmap, read_instances
from heataco.files.heatmap_files import HEATMAP_SUFFIXES
from heataco.heatmaps import Heatmap, as_heatmaps
from heataco.heatmaps.layouts import is_sparse
from heataco.instances import Instance, LabelledInstance, Metric, as_instance
from heataco.instances.frame_labels import require_order
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


def to_scores(value: Any, instance: Instance | None = None) -> Scores:
    """Return a heatmap, as given or made from an array or file, a predictor, or None.

    With the instance, a data frame with its nodes in another order is refused.
    """
    if value is None or isinstance(value, Heatmap) or _is_predictor(value):
        scores: Scores = value
        return scores
    if isinstance(value, os.PathLike) or is_heatmap_file(value):
        return read_heatmap(value)
    if isinstance(value, str):
        return _predictor_in_place_of_scores(value)
    if is_decoder(value):
        raise ValueError(f"heatmap is the decoder {value.name}; give it as decoder=")
    readable = ("__array__", "__dlpack__", "cpu")
    if not (
        isinstance(value, list | tuple | Mapping)
        or is_sparse(value)
        or any(hasattr(value, name) for name in readable)
    ) or isinstance(value, type):
        raise ValueError(f"heatmap is {described(value)}; {_SCORES}")
    if instance is not None:
        require_order(value, instance)
    heatmaps = as_heatmaps(value)
    if len(heatmaps) > 1:
        raise ValueError(f"heatmap is a batch of {len(heatmaps)}; decode_batch takes all of them")
    return heatmaps[0]


def to_heatmap(value: Any, instance: Instance) -> Heatmap:
    """Return a heatmap: as given, made from an array or file, or of a predictor."""
    scores = to_scores(value, instance)
    if scores is None:
        raise ValueError(f"heatmap is None; {_SCORES}")
    return scores if isinstance(scores, Heatmap) else scores.predict(instance)


def _predictor_in_place_of_scores(name: str) -> Predictor:
    if name in DECODERS.names and name not in PREDICTORS.names:
        raise ValueError(f"heatmap is {name!r}, a decoder; give it as decoder={name!r}")
    try:
        found = to_predictor(name)
    except ValueError as error:
        raise ValueError(f"{error} (files of scores: {', '.join(HEATMAP_SUFFIXES)})") from None
    assert found is not None
    return found


def is_heatmap_file(value: Any) -> bool:
    return isinstance(value, str) and Path(value).suffix.lower() in HEATMAP_SUFFIXES


def is_decoder(value: Any) -> bool:
    """Tell whether a value is a decoder, by its attributes."""
    return hasattr(value, "needs_heatmap") and not isinstance(value, type)


def _is_predictor(value: Any) -> bool:
    return hasattr(value, "predict") and not isinstance(value, type)
