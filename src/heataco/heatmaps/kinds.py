"""What the numbers of a heatmap mean, and how they become scores."""

from enum import StrEnum
from typing import Any

import numpy as np
from numpy.typing import NDArray

from heataco._checks import require_known


class Kind(StrEnum):
    """What the numbers of a predictor mean.

    `PROBABILITY` are scores of any scale from 0 and stay as they are, `LOGIT` become scores by
    the logistic function, `LOG_PROBABILITY` by the exponential one. In the logarithmic kinds
    minus infinity is an edge without score.
    """

    PROBABILITY = "probability"
    LOGIT = "logit"
    LOG_PROBABILITY = "log-probability"


class Symmetrise(StrEnum):
    """How the scores of the two directions of an edge become one; `NONE` leaves them apart.

    A direction without entry counts as 0.
    """

    NONE = "none"
    MEAN = "mean"
    MAX = "max"
    SUM = "sum"


def checked_kind(kind: str) -> Kind:
    """Return a kind by its name; a ValueError if there is none."""
    require_known("kind", kind, Kind)
    return Kind(kind)


def to_scores(numbers: NDArray[Any], kind: Kind) -> NDArray[Any]:
    """Return the scores that numbers of a kind stand for; what cannot be one comes out as NaN."""
    if kind is Kind.PROBABILITY:
        return numbers
    exponents = numbers.astype(np.float64)
    with np.errstate(over="ignore"):  # an overflow is 0 in one case and reported in the other
        scores = 1 / (1 + np.exp(-exponents)) if kind is Kind.LOGIT else np.exp(exponents)
    scores[exponents == np.inf] = np.nan
    return scores


def wanted(numbers: NDArray[Any], kind: Kind) -> str:
    """Say what numbers of a kind must be, and suggest another kind if they look like one."""
    if kind is not Kind.PROBABILITY:
        return "it must be a number below infinity, and its score finite as float32"
    rule = "it must be at least 0 and finite as float32"
    if not (numbers < 0).any():
        return rule
    likely, other = Kind.LOGIT, Kind.LOG_PROBABILITY
    if not (numbers > 0).any():
        likely, other = other, likely
    return (
        f"{rule}. Numbers below 0 look like kind {likely}: make the heatmap with "
        f"kind={str(likely)!r} (--kind {likely}), or else {str(other)!r}"
    )
