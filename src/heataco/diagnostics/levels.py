"""What a single figure of a heatmap says, and how much that weighs."""

import math
from dataclasses import dataclass
from enum import StrEnum


class Level(StrEnum):
    """How much a finding weighs: a fault makes a heatmap weak, a warning at most usable."""

    NOTE = "note"
    WARNING = "warning"
    FAULT = "fault"


@dataclass(frozen=True)
class Finding:
    """A sentence with its numbers, and how much it weighs."""

    level: Level
    sentence: str


def weigh(value: float, bounds: tuple[float, float]) -> Level:
    """Weigh a figure against two bounds, of which the worse one comes second."""
    warning, fault = bounds
    sign = 1 if fault > warning else -1
    if sign * value > sign * fault:
        return Level.FAULT
    return Level.WARNING if sign * value > sign * warning else Level.NOTE


def percent(share: float) -> str:
    """Return a share of 1 in percent; a dash for none."""
    return "–" if math.isnan(share) else f"{100 * share:.1f} %"
