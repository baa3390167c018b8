"""What the scores of a heatmap say, in words; the bounds: docs/reference/definitions.md."""

from collections.abc import Callable, Iterator

from heataco.diagnostics import tour_findings
from heataco.diagnostics.calibration import MAX_PROBABILITY
from heataco.diagnostics.comparison import HeatmapComparison
from heataco.diagnostics.levels import Finding, Level, percent, weigh
from heataco.diagnostics.measures import Measures

# Beyond the first bound a warning, beyond the second a fault.
STARVED_ROWS = (0.01, 0.10)
DROPPED_ARCS = (0.10, 0.50)
SEPARATED_ROWS = (0.90, 0.50)

FLAT_ROW = 10.0  # effective neighbours: half of the paper's candidate list
THIN_MARGIN = 0.01  # q: about what half precision rounds away
STRETCHED_SCALE = 0.1  # median of log e over q
DISTANCE_COPY = 0.85  # of the overlap and of the rank correlation
PLANAR_OVERLAP, OTHER_OVERLAP = 0.35, 0.10
ANYWHERE_IS_NEAR = 10  # nodes
ONE_WAY = 0.01  # share of the arcs
ROUND_SUM = 0.1  # how far the sum of a row may be from d*, relative to it


def find(measures: Measures, comparison: HeatmapComparison | None = None) -> tuple[Finding, ...]:
    """Return what is worth saying, faults first."""
    checks = _CHECKS if measures.density.edges_per_node else (_nothing,)
    found = [*tour_findings.searched(comparison)]
    found += [finding for check in checks for finding in check(measures)]
    heaviest_first = (Level.FAULT, Level.WARNING, Level.NOTE)
    return tuple(sorted(found, key=lambda finding: heaviest_first.index(finding.level)))


def _nothing(measures: Measures) -> Iterator[Finding]:
    highest = measures.spread.largest
    yield Finding(
        Level.FAULT,
        f"No score is above {measures.heat_threshold:g}; the highest is {highest:.3g}."
        if highest
        else "No edge has a score.",
    )


def _support(measures: Measures) -> Iterator[Finding]:
    edges = "edges" if measures.symmetric else "arcs"
    yield Finding(
        Level.NOTE,
        f"{measures.density.edges_per_node:.2f} {edges} per node score above "
        f"{measures.heat_threshold:g}; in effect a row chooses among "
        f"{measures.spread.effective_neighbours:.1f} neighbours.",
    )


def _starved(measures: Measures) -> Iterator[Finding]:
    degrees = measures.degrees
    if degrees.starved:
        yield Finding(
            weigh(degrees.starved_share, STARVED_ROWS),
            f"{degrees.starved} of {measures.n} rows ({percent(degrees.starved_share)}) have fewer "
            f"than {degrees.target} supported arcs; there only distance and pheromone guide "
            "the search.",
        )


def _dense(measures: Measures) -> Iterator[Finding]:
    dropped = measures.separation.dropped_share
    level = weigh(dropped, DROPPED_ARCS)
    if level is not Level.NOTE:
        yield Finding(
            level,
            f"{percent(dropped)} of the supported arcs do not fit into candidate lists of "
            f"{measures.candidates}, which keep the nearest: too dense.",
        )


def _flat(measures: Measures) -> Iterator[Finding]:
    neighbours = measures.spread.effective_neighbours
    if neighbours > FLAT_ROW:
        yield Finding(
            Level.WARNING,
            f"Rows are flat: their entropy is that of {neighbours:.1f} equal neighbours, where a "
            f"tour uses {measures.degrees.target}.",
        )


def _unseparated(measures: Measures) -> Iterator[Finding]:
    rows = measures.separation.rows_share
    level = weigh(rows, SEPARATED_ROWS)
    if level is not Level.NOTE:
        yield Finding(level, f"Only {percent(rows)} of the rows hold an arc with evidence e > 1.")


def _scale(measures: Measures) -> Iterator[Finding]:
    separation = measures.separation
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


def _distance(measures: Measures) -> Iterator[Finding]:
    overlap, rho = measures.nearness.nearest_overlap, measures.nearness.rank_correlation
    picks = f"{percent(overlap)} of the best-scored arcs of the rows lead to their nearest nodes"
    if overlap >= DISTANCE_COPY and rho >= DISTANCE_COPY:
        yield Finding(
            Level.WARNING,
            f"This is hardly more than distance: {picks}, and the order of the candidates is that "
            f"of the distances (ρ = {rho:.2f}).",
        )
    if measures.n >= ANYWHERE_IS_NEAR and overlap < (
        PLANAR_OVERLAP if measures.planar else OTHER_OVERLAP
    ):
        yield Finding(
            Level.FAULT,
            f"Only {picks}: does the heatmap belong to this instance, with its nodes in this "
            "order?",
        )


def _probabilities(measures: Measures) -> Iterator[Finding]:
    total, target = measures.spread.row_sum, measures.degrees.target
    if measures.spread.largest > MAX_PROBABILITY or abs(total - target) > ROUND_SUM * target:
        yield Finding(
            Level.NOTE,
            f"The scores are not probabilities of edges: rows sum to {total:.3g} where a tour has "
            f"{target}, the highest score is {measures.spread.largest:.3g}. HeatACO goes by ratios "
            "within a row, so this does not affect it.",
        )


def _one_way(measures: Measures) -> Iterator[Finding]:
    one_way = measures.asymmetry.one_way_share
    if measures.symmetric and one_way > ONE_WAY:
        yield Finding(
            Level.NOTE,
            f"{percent(one_way)} of the scored arcs have no reverse (imbalance "
            f"{measures.asymmetry.imbalance:.2f}); averaging halves their scores.",
        )


_CHECKS: tuple[Callable[[Measures], Iterator[Finding]], ...] = (
    tour_findings.trusted,
    tour_findings.missing,
    tour_findings.evidence,
    tour_findings.order,
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
