"""Options of readers: how the numbers of a file are interpreted."""

from collections.abc import Mapping
from dataclasses import dataclass

from heataco.instances.metrics import Metric
from heataco.instances.tables import checked_roles


@dataclass(frozen=True)
class ReadOptions:
    """How the numbers of a file are interpreted, if its format leaves that open.

    Parameters
    ----------
    metric
        How distances are computed; None: exactly, as the file's form suggests.
    columns
        Names of columns of a table, or their numbers from 1, by role: id, x, y, z, lat, lon.
    shown
        What warnings call the file, if it is a copy of a stream.

    Raises
    ------
    ValueError
        For an unknown role.
    """

    metric: Metric | None = None
    columns: Mapping[str, str] | None = None
    shown: str | None = None

    def __post_init__(self) -> None:
        checked_roles(self.columns)

    @property
    def given(self) -> list[str]:
        """The names of what is given to interpret numbers by."""
        return [name for name in ("metric", "columns") if getattr(self, name) is not None]
