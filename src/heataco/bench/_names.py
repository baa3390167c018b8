"""Names and keys of an experiment."""

from heataco._checks import require_known, require_unique
from heataco._settings import build

__all__ = ["build", "require_known", "require_unique"]
