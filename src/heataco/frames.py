"""Results as a table in memory."""

from collections.abc import Iterable
from typing import Any

from heataco._checks import described
from heataco.results import Result

_NESTED = ("trust", "prediction")  # in columns of their own


def to_frame(results: Result | Iterable[Result]) -> Any:
    """Return results as a pandas DataFrame, one row for each, without tours and traces.

    The columns are the keys of `Result.to_dict`, after the name of the instance and its nodes;
    `trust` is its value, and `predictor` and `predict_seconds` tell of the prediction.

    Parameters
    ----------
    results
        Of `decode_batch`, or any others.

    Raises
    ------
    ImportError
        Where pandas is not installed.
    ValueError
        For something that is not a Result.
    """
    try:
        import pandas
    except ImportError:
        raise ImportError("to_frame needs pandas: pip install 'heataco[frames]'") from None
    return pandas.DataFrame([_row(result) for result in _listed(results)])


def _listed(results: Any) -> list[Result]:
    items = [results] if isinstance(results, Result) else results
    items = list(items) if isinstance(items, Iterable) else [items]
    for item in items:
        if not isinstance(item, Result):
            raise ValueError(f"results holds {described(item)}; give results of decode or solve")
    return items


def _row(result: Result) -> dict[str, Any]:
    plain = result.to_dict(tour=False)
    prediction = plain["prediction"] or {}
    return {
        "instance": None if result.instance is None else result.instance.name,
        "n": len(result.tour),
        **{key: value for key, value in plain.items() if key not in _NESTED},
        "trust": None if result.trust is None else result.trust.value,
        "predictor": prediction.get("predictor"),
        "predict_seconds": prediction.get("seconds"),
    }
