"""How the results of an experiment are drawn."""

from dataclasses import dataclass

from heataco._checks import require_known

# Each is a module of this package with a function `draw`.
FORMS = ("violins", "convergence", "caps", "bands")


@dataclass(frozen=True)
class FigureLayout:
    """A figure.

    Parameters
    ----------
    form
        violins (gaps of the instances), convergence (mean gap by iteration), caps (mean gap by
        evidence cap) or bands (confidence bands of the heatmaps).
    settings
        The settings that are shown; by default all.

    Raises
    ------
    ValueError
        For an unknown form.
    """

    form: str
    settings: tuple[str, ...] | None = None

    def __post_init__(self) -> None:
        require_known("form", self.form, FORMS)
