"""What the page says about a node, and about a heatmap as a whole."""

from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from heataco._checks import require_count
from heataco._plain import to_plain
from heataco.decoders.ants import Guidance, HeatACO
from heataco.diagnostics import diagnose
from heataco.heatmaps import Heatmap
from heataco.instances import Instance

_SHOWN = 12  # candidates of a node


class Knowledge:
    """An instance and its heatmap, with what has been worked out about them.

    Parameters
    ----------
    instance, heatmap
        What is looked at; without a heatmap, distances alone.
    """

    def __init__(self, instance: Instance, heatmap: Heatmap | None) -> None:
        self.instance = instance
        self.heatmap = heatmap

    @cached_property
    def _guidance(self) -> Guidance:
        assert self.heatmap is not None
        return HeatACO().guidance(self.instance, self.heatmap)

    @cached_property
    def _nearest(self) -> NDArray[np.int32]:
        return self.instance.nearest_neighbours(min(_SHOWN, max(self.instance.n - 1, 1)))[0]

    def node(self, node: Any, tour: NDArray[np.int32] | None) -> dict[str, Any]:
        """Return a node's candidates: score, rank by score, evidence, distance, in the tour or not.

        Raises ValueError for a node that there is not.
        """
        instance = self.instance
        require_count("node", node, 0, instance.n - 1)
        beside = set() if tour is None else _beside(tour, node)
        others, scores, evidence = self._candidates(node)
        distances = instance.distance(np.full(len(others), node), others)
        order = np.lexsort((distances, -scores))[:_SHOWN]
        places = None if instance.coordinates is None else instance.coordinates[node]
        return {
            "node": int(node),
            "id": None if instance.ids is None else instance.ids[node],
            "coordinates": places,
            "beside": sorted(beside),
            "rows": [
                {
                    "rank": rank,
                    "node": int(others[at]),
                    "score": float(scores[at]),
                    "evidence": float(evidence[at]),
                    "distance": float(distances[at]),
                    "in_tour": int(others[at]) in beside,
                }
                for rank, at in enumerate(order, 1)
            ],
        }

    def _candidates(self, node: int) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any]]:
        """Return candidates with their scores and evidence, both 0 without a heatmap."""
        if self.heatmap is None:
            others = self._nearest[node]
            return others, np.zeros(len(others)), np.ones(len(others))
        guidance = self._guidance
        others = guidance.candidates[node]
        return others, guidance.confidence[node], np.exp(guidance.log_evidence[node])

    def report(self, tour: NDArray[np.int32] | None) -> dict[str, Any]:
        """Return verdict, findings, bands and calibration, beside the tour where there is one.

        Raises ValueError without a heatmap.
        """
        if self.heatmap is None:
            raise ValueError("there is no heatmap to look at; start a search with one")
        report = diagnose(self.instance, self.heatmap, tour)
        bands, calibration = report.bands, report.calibration
        plain: dict[str, Any] = to_plain(
            {
                "grade": report.verdict.grade,
                "meaning": report.verdict.meaning,
                "findings": [finding.sentence for finding in report.verdict.findings],
                "limits": bands.limits,
                "edges_per_node": bands.edges_per_node,
                "tour_share": bands.tour_share,
                "predicted": None if calibration is None else calibration.predicted,
                "observed": None if calibration is None else calibration.observed,
                "edges": None if calibration is None else calibration.edges,
                "by_reference": report.verdict.by_reference,
            }
        )
        return plain


def _beside(tour: NDArray[np.int32], node: int) -> set[int]:
    """Return the nodes before and after a node of a tour."""
    at = int(np.flatnonzero(tour == node)[0])
    return {int(tour[at - 1]), int(tour[(at + 1) % len(tour)])} - {int(node)}
