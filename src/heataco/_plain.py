"""Values as plain numbers, texts, lists and dicts, ready for JSON."""

import math
from dataclasses import fields, is_dataclass
from enum import StrEnum
from typing import Any

import numpy as np


def to_plain(value: Any) -> Any:
    """Return dataclasses as dicts and arrays as lists; NaN and infinity become None."""
    if is_dataclass(value):
        return {field.name: to_plain(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, np.ndarray | np.generic):
        value = value.tolist()
    if isinstance(value, list | tuple):
        return [to_plain(item) for item in value]
    if isinstance(value, dict):
        return {str(key): to_plain(item) for key, item in value.items()}
    if isinstance(value, float) and not math.isfinite(value):
        return None
    return str(value) if isinstance(value, StrEnum) else value
