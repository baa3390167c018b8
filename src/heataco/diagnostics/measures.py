"""What is measured on a heatmap, by section."""

from dataclasses import dataclass
from typing import Any

from heataco.decoders.ants import HeatACO
from heataco.decoders.focused import Focused
from heataco.decoding import decode
from heataco.diagnostics.agreement import Agreement, measure_agreement
from heataco.diagnostics.calibration import Calibration, measure_calibration
from heataco.diagnostics.nearness import Nearness, measure_nearness
from heataco.diagnostics.ranking import Ranking, measure_ranking
from heataco.diagnostics.reading import read
from heataco.diagnostics.reference import reference_tour
from heataco.diagnostics.separation import Separation, measure_separation
from heataco.diagnostics.spread import Asymmetry, Spread, measure_asymmetry, measure_spread
from heataco.diagnostics.support import (
    Bands,
    Degrees,
    Density,
    measure_bands,
    measure_degrees,
    measure_density,
)
from heataco.heatmaps import Heatmap
from heataco.instances import Instance
from heataco.results import Budget, Trust


@dataclass(frozen=True, eq=False)
class Measures:
    """What was measured, and on what.

    Parameters
    ----------
    instance
        Name of the instance.
    n
        Its nodes.
    symmetric, planar
        Whether its directions are one, and whether its nodes have coordinates.
    heat_threshold
        θ_h of the decoder: edges with a higher score are supported.
    candidates
        k: the length of its candidate lists.
    density, degrees, bands, separation, spread, asymmetry, nearness
        From the scores alone.
    trust
        How far `Focused` would trust the scores, by a quick tour that it finds without them; None
        for instances of a few nodes.
    agreement, ranking
        Beside the reference tour; None without one.
    calibration
        None without reference tour, without support, or where a score is above 1.
    """

    instance: str
    n: int
    symmetric: bool
    planar: bool
    heat_threshold: float
    candidates: int
    density: Density
    degrees: Degrees
    bands: Bands
    separation: Separation
    spread: Spread
    asymmetry: Asymmetry
    nearness: Nearness
    trust: Trust | None
    agreement: Agreement | None
    ranking: Ranking | None
    calibration: Calibration | None


def measure(instance: Instance, heatmap: Heatmap, reference: Any, decoder: HeatACO) -> Measures:
    """Measure a heatmap, beside a reference tour unless that is None."""
    tour = None if reference is None else reference_tour(instance, reference)
    reading = read(instance, heatmap, decoder)
    arcs = reading.arcs
    density = measure_density(reading)
    in_tour, agreement, ranking, calibration = None, None, None, None
    if tour is not None:
        in_tour = tour.holds(arcs.sources, arcs.targets)
        agreement = measure_agreement(reading, tour, density.thresholds, in_tour)
        ranking = measure_ranking(reading, tour, in_tour)
        edges = arcs.once & (arcs.scores > reading.threshold)
        calibration = measure_calibration(arcs.scores[edges], in_tour[edges])
    return Measures(
        instance=instance.name,
        n=instance.n,
        symmetric=instance.symmetric,
        planar=instance.coordinates is not None,
        heat_threshold=reading.threshold,
        candidates=reading.guidance.candidates.shape[1],
        density=density,
        degrees=measure_degrees(reading),
        bands=measure_bands(reading, in_tour),
        separation=measure_separation(reading),
        spread=measure_spread(reading),
        asymmetry=measure_asymmetry(heatmap),
        nearness=measure_nearness(reading),
        trust=_trust(instance, heatmap, reading.threshold),
        agreement=agreement,
        ranking=ranking,
        calibration=calibration,
    )


def _trust(instance: Instance, heatmap: Heatmap, threshold: float) -> Trust | None:
    decoder = Focused(heat_threshold=threshold)
    return decode(instance, heatmap, decoder, budget=Budget(iterations=0)).trust
