"""What single figures of a heatmap say, in words; the bounds: docs/reference/definitions.md."""

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum

from heataco.diagnostics.calibration import MAX_PROBABILITY
from heataco.diagnostics.figures import Figures

# Beyond the first bound a warning, beyond the second a fault.
STARVED_ROWS = (0.01, 0.10)
DROPPED_ARCS = (0.10, 0.50)
SEPARATED_ROWS = (0.90, 0.50)
MISSING_PERCENT = (2.0, 7.0)
COVERAGE = (0.98, 0.95)
EVIDENCE_PRECISION = (0.64, 0.50)

FLAT_ROW = 10.0  # effective neighbours: half of the paper's candidate list
THIN_MARGIN = 0.01  # q: about what half precision rounds away
STRETCHED_SCALE = 0.1  # median of log e over q
DISTANCE_COPY = 0.85  # of the overlap and of the rank correlation
PLANAR_OVERLAP, OTHER_OVERLAP = 0.35, 0.10
ANYWHERE_IS_NEAR = 10  # nodes
ONE_WAY = 0.01  # share of the arcs
ROUND_SUM = 0.1  # how far the sum of a row may be from d*, relative to it


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


def find(figures: Figures) -> tuple[Finding, ...]:
    """Return what is worth saying, faults first."""
    checks = _CHECKS if figures.density.edges_per_node else (_nothing,)
    found = [finding for check in checks for finding in check(figures)]
    heaviest_first = (Level.FAULT, Level.WARNING, Level.NOTE)
    return tuple(sorted(found, key=lambda finding: heaviest_first.index(finding.level)))


def _level(value: float, bounds: tuple[float, float]) -> Level:
    """Weigh a figure against two bounds, of which the worse one comes second."""
    warning, fault = bounds
    sign = 1 if fault > warning else -1
    if sign * value > sign * fault:
        return Level.FAULT
    return Level.WARNING if sign * value > sign * warning else Level.NOTE


def _nothing(figures: Figures) -> Iterator[Finding]:
    highest = figures.spread.largest
    yield Finding(
        Level.FAULT,
        f"No score is above {figures.heat_threshold:g}; the highest is {highest:.3g}."
        if highest
        else "No edge has a score.",
    )


def _support(figures: Figures) -> Iterator[Finding]:
    edges = "edges" if figures.symmetric else "arcs"
    yield Finding(
        Level.NOTE,
        f"{figures.density.edges_per_node:.2f} {edges} per node score above "
        f"{figures.heat_threshold:g}; in effect a row chooses among "
        f"{figures.spread.effective_neighbours:.1f} neighbours.",
    )


def _starved(figures: Figures) -> Iterator[Finding]:
    degrees = figures.degrees
    if degrees.starved:
        yield Finding(
            _level(degrees.starved_share, STARVED_ROWS),
            f"{degrees.starved} of {figures.n} rows ({_percent(degrees.starved_share)}) have fewer "
            f"than {degrees.target} supported arcs; there only distance and pheromone guide "
            "the search.",
        )


def _dense(figures: Figures) -> Iterator[Finding]:
    dropped = figures.separation.dropped_share
    level = _level(dropped, DROPPED_ARCS)
    if level is not Level.NOTE:
        yield Finding(
            level,
            f"{_percent(dropped)} of the supported arcs do not fit into candidate lists of "
            f"{figures.candidates}, which keep the nearest: too dense.",
        )


def _flat(figures: Figures) -> Iterator[Finding]:
    neighbours = figures.spread.effective_neighbours
    if neighbours > FLAT_ROW:
        yield Finding(
            Level.WARNING,
            f"Rows are flat: their entropy is that of {neighbours:.1f} equal neighbours, where a "
            f"tour uses {figures.degrees.target}.",
        )


def _unseparated(figures: Figures) -> Iterator[Finding]:
    rows = figures.separation.rows_share
    level = _level(rows, SEPARATED_ROWS)
    if level is not Level.NOTE:
        yield Finding(level, f"Only {_percent(rows)} of the rows hold an arc with evidence e > 1.")


def _scale(figures: Figures) -> Iterator[Finding]:
    separation = figures.separation
    q, kappa = separation.quantile, separation.kappa_with_local_search
    if 0 < q < THIN_MARGIN:
        yield Finding(
            Level.WARNING,
            f"The margins are thin: q = {q:.2g}, so that κ = {kappa:.3g} amplifies differences "
            "that rounding in half precision could make.",
        )
    if q > 0 and separation.median < STRETCHED_SCALE * q:
        yield Finding(
            Level.WARNING,
            f"A few rows set the scale: q = {q:.2f}, but the median of log e is "
            f"{separation.median:.2f}, so that κ = {kappa:.2g} leaves most rows little guidance.",
        )


def _distance(figures: Figures) -> Iterator[Finding]:
    overlap, rho = figures.nearness.nearest_overlap, figures.nearness.rank_correlation
    picks = f"{_percent(overlap)} of the best-scored arcs of the rows lead to their nearest nodes"
    if overlap >= DISTANCE_COPY and rho >= DISTANCE_COPY:
        yield Finding(
            Level.WARNING,
            f"This is hardly more than distance: {picks}, and the order of the candidates is that "
            f"of the distances (ρ = {rho:.2f}).",
        )
    if figures.n >= ANYWHERE_IS_NEAR and overlap < (
        PLANAR_OVERLAP if figures.planar else OTHER_OVERLAP
    ):
        yield Finding(
            Level.FAULT,
            f"Only {picks}: does the heatmap belong to this instance, with its nodes in this "
            "order?",
        )


def _probabilities(figures: Figures) -> Iterator[Finding]:
    total, target = figures.spread.row_sum, figures.degrees.target
    if figures.spread.largest > MAX_PROBABILITY or abs(total - target) > ROUND_SUM * target:
        yield Finding(
            Level.NOTE,
            f"The scores are not probabilities of edges: rows sum to {total:.3g} where a tour has "
            f"{target}, the highest score is {figures.spread.largest:.3g}. HeatACO goes by ratios "
            "within a row, so this does not affect it.",
        )


def _one_way(figures: Figures) -> Iterator[Finding]:
    one_way = figures.asymmetry.one_way_share
    if figures.symmetric and one_way > ONE_WAY:
        yield Finding(
            Level.NOTE,
            f"{_percent(one_way)} of the scored arcs have no reverse (imbalance "
            f"{figures.asymmetry.imbalance:.2f}); averaging halves their scores.",
        )


def _missing(figures: Figures) -> Iterator[Finding]:
    if figures.agreement is not None:
        missing, coverage = figures.agreement.missing_percent, figures.agreement.coverage
        yield Finding(
            _level(missing, MISSING_PERCENT),
            f"{missing:.2f} % of the reference tour's edges have no support.",
        )
        level = _level(coverage, COVERAGE)
        if level is not Level.NOTE:
            yield Finding(
                level,
                f"Only {_percent(coverage)} of the reference tour's edges are candidates.",
            )


def _evidence(figures: Figures) -> Iterator[Finding]:
    agreement = figures.agreement
    if agreement is not None and not math.isnan(agreement.evidence_precision):
        yield Finding(
            _level(agreement.evidence_precision, EVIDENCE_PRECISION),
            f"{_percent(agreement.evidence_precision)} of the arcs with evidence are in the "
            f"reference tour, of all supported edges {_percent(agreement.support_precision)}.",
        )


def _order(figures: Figures) -> Iterator[Finding]:
    ranking, degree = figures.ranking, figures.degrees.target
    if ranking is None:
        return
    heat, distance = ranking.recall_of(degree)
    disputed = ""
    if not math.isnan(ranking.disputed_heat):
        disputed = (
            f"; where they differ, {_percent(ranking.disputed_heat)} of what the scores choose is "
            f"right, and {_percent(ranking.disputed_distance)} of what the distances do"
        )
    yield Finding(
        Level.WARNING if heat < distance else Level.NOTE,
        f"By score the best {degree} of each row hold {_percent(heat)} of the reference tour, by "
        f"distance {_percent(distance)}{disputed}.",
    )


def _percent(share: float) -> str:
    return f"{100 * share:.1f} %"


_CHECKS: tuple[Callable[[Figures], Iterator[Finding]], ...] = (
    _missing,
    _evidence,
    _order,
    _starved,
    _dense,
    _flat,
    _unseparated,
    _scale,
    _distance,
    _support,
    _one_way,
    _probabilities,
)
