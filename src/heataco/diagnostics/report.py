"""The report on a heatmap."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from heataco._arguments import to_heatmap, to_instance
from heataco._cards import Card
from heataco._checks import described
from heataco._hints import hinting
from heataco._pictures import draw
from heataco._plain import to_plain
from heataco.decoders.ants import HeatACO
from heataco.diagnostics.comparison import HeatmapComparison
from heataco.diagnostics.measures import Measures, measure
from heataco.diagnostics.verdict import Verdict, judge
from heataco.heatmaps import Heatmap
from heataco.heatmaps.checks import require_heatmap
from heataco.instances import Instance, LabelledInstance
from heataco.predictors import Distance

if TYPE_CHECKING:
    from matplotlib.figure import Figure


@dataclass(frozen=True, eq=False, repr=False)
class Report(Card, Measures):
    """The measures of a heatmap, and what they say about its reliability.

    All other attributes are those of `Measures`.

    Parameters
    ----------
    verdict
        A grade, and the findings that it rests on.
    """

    verdict: Verdict

    def plot(
        self,
        instance: Instance | None = None,
        heatmap: Heatmap | None = None,
        *,
        reference: Any = None,
        figure: "Figure | None" = None,
    ) -> "Figure":
        """Draw the measures, beside the heatmap where it is given; see `plotting.plot_report`."""
        options = {"reference": reference, "figure": figure}
        drawn: Figure = draw("plot_report", instance, heatmap, self, **options)
        return drawn

    def _facts(self) -> Mapping[str, Any]:
        return {
            "instance": self.instance or None,
            "n": self.n,
            "grade": self.verdict.grade,
            "edges_per_node": self.density.edges_per_node,
            "findings": len(self.verdict.findings),
            "by_reference": self.verdict.by_reference,
        }

    def to_dict(self) -> dict[str, Any]:
        """Return the report in plain numbers, lists and texts; NaN and infinity become None."""
        plain: dict[str, Any] = to_plain(self)
        return plain


@hinting
def diagnose(
    instance: Any,
    heatmap: Any,
    reference: Any = None,
    *,
    decoder: HeatACO | None = None,
    comparison: HeatmapComparison | None = None,
) -> Report:
    """Report how far a heatmap can be relied on.

    Parameters
    ----------
    instance, heatmap
        What would be decoded, in any form that `decode` takes.
    reference
        A tour, ideally an optimal one, that the heatmap is compared with; by default that of a
        `LabelledInstance`. Without one only the scores are examined, which cannot show whether the
        edges that they prefer are the right ones.
    decoder
        Its threshold, candidate lists and evidence are those of the report; by default those of
        `HeatACO()`.
    comparison
        Searches with and without the heatmap, from `compare_heatmap`. Its sentence is among the
        findings; if the heatmap hurts, its grade is at most that of plain distance.

    Raises
    ------
    ValueError
        For an argument of another type, a heatmap of another size, or a reference that is not a
        permutation of the nodes.
    """
    decoder = HeatACO() if decoder is None else decoder
    if reference is None and isinstance(instance, LabelledInstance):
        reference = instance.tour
    instance = to_instance(instance)
    heatmap = to_heatmap(heatmap, instance)
    require_heatmap(heatmap, instance)
    if not isinstance(decoder, HeatACO):
        given = described(decoder)
        raise ValueError(f"decoder is {given}; give a HeatACO decoder")
    measures = measure(instance, heatmap, reference, decoder)
    verdict = judge(measures, comparison)
    if verdict.worse_than_distance:
        plain = measure(instance, Distance().predict(instance), reference, decoder)
        verdict = verdict.limited(judge(plain).grade)
    return Report(**vars(measures), verdict=verdict)
