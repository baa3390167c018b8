"""What tasks are named by: their content in canonical JSON."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict
from datetime import date, time
from typing import Any

import numpy as np


def content_id(content: Mapping[str, Any]) -> str:
    """Return the SHA-256, in hexadecimal, of the canonical JSON of a content."""
    text = json.dumps(content, sort_keys=True, separators=(",", ":"), allow_nan=False)
    return hashlib.sha256(text.encode()).hexdigest()


def without_none(content: Mapping[str, Any]) -> dict[str, Any]:
    """Leave out what is None, at every level: a new parameter then changes no id."""
    return {
        key: without_none(value) if isinstance(value, Mapping) else value
        for key, value in content.items()
        if value is not None
    }


def plain_parameters(value: Any) -> dict[str, Any]:
    """Return the parameters of a decoder, peer or predictor as JSON holds them.

    Raises
    ------
    ValueError
        For one that JSON cannot hold, which a class from outside the package may have.
    """
    plain = {}
    for name, parameter in asdict(value).items():
        try:
            plain[name] = json.loads(json.dumps(parameter, allow_nan=False, default=_plain))
        except (TypeError, ValueError):
            raise ValueError(
                f"parameter {name} is {parameter!r}; experiments take finite numbers, texts, "
                "dates, lists, arrays and tables"
            ) from None
    return plain


def _plain(value: Any) -> Any:
    if isinstance(value, np.ndarray | np.generic):
        return value.tolist()
    if isinstance(value, date | time):
        return value.isoformat()
    raise TypeError
