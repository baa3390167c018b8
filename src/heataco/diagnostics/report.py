"""The report on a heatmap."""

from dataclasses import dataclass
from typing import Any

from heataco._plain import to_plain
from heataco.decoders.ants import HeatACO
from heataco.diagnostics.comparison import HeatmapComparison
from heataco.diagnostics.figures import Figures, measure
from heataco.diagnostics.verdict import Verdict, judge
from heataco.heatmaps import Heatmap
from heataco.heatmaps.checks import require_heatmap
from heataco.instances import Instance, require_instance
from heataco.predictors import Distance


@dataclass(frozen=True, eq=False)
class Report(Figures):
    """The figures of a heatmap, and what they say about its reliability.

    Parameters
    ----------
    verdict
        A grade, and the findings that it rests on.
    **figures
        As for `Figures`.
    """

    verdict: Verdict

    def to_dict(self) -> dict[str, Any]:
        """Return the report in plain numbers, lists and texts; NaN and infinity become None."""
        plain: dict[str, Any] = to_plain(self)
        return plain


def diagnose(
    instance: Instance,
    heatmap: Heatmap,
    reference: Any = None,
    *,
    decoder: HeatACO | None = None,
    comparison: HeatmapComparison | None = None,
) -> Report:
    """Report how far a heatmap can be relied on.

    Parameters
    ----------
    instance, heatmap
        What would be decoded.
    reference
        A tour, best an optimal one, that the heatmap is compared with; None: the scores alone
        are looked at, which cannot tell whether the edges that they single out are the right
        ones.
    decoder
        Its threshold, candidate lists and evidence are those of the report; by default those of
        `HeatACO()`.
    comparison
        What searches with and without the heatmap found, from `compare_heatmap`. Its sentence is
        among the findings; where the heatmap hurts, its grade is at most that of plain distance.

    Raises
    ------
    ValueError
        For an argument of another type, a heatmap of another size, or a reference that is no
        permutation of the nodes.
    """
    decoder = HeatACO() if decoder is None else decoder
    require_instance(instance)
    require_heatmap(heatmap, instance)
    if not isinstance(decoder, HeatACO):
        raise ValueError(f"decoder is {decoder!r}; give a HeatACO, whose evidence is measured")
    figures = measure(instance, heatmap, reference, decoder)
    verdict = judge(figures, comparison)
    if verdict.worse_than_distance:
        plain = measure(instance, Distance().predict(instance), reference, decoder)
        verdict = verdict.limited(judge(plain).grade)
    return Report(**vars(figures), verdict=verdict)
