"""A report on one heatmap for people: whether it helps, the verdict, the figures in tables."""

import math
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from heataco.diagnostics import Grade, HeatmapComparison, Level, Report
from heataco.diagnostics.levels import percent

if TYPE_CHECKING:
    from rich.console import Console

_MARKS = {Level.FAULT: "✗", Level.WARNING: "!", Level.NOTE: "·"}


def print_report(
    report: Report, name: str, comparison: HeatmapComparison | None, *, verbose: bool
) -> None:
    """Print a report on the heatmap of a name, with the tables of all figures if verbose."""
    from rich.console import Console

    # Names and bands contain brackets, which must not be read as markup.
    console = Console(markup=False, highlight=False)
    console.print(f"{report.instance} (n = {report.n:,}), heatmap {name}\n")
    if comparison is not None:
        console.print(str(comparison), style="bold", soft_wrap=True)
    if report.trust is not None and report.verdict.grade is not Grade.EMPTY:
        console.print(trust_text(report.trust.value), soft_wrap=True)
    _print_verdict(console, report, comparison)
    if verbose:
        _print_scores(console, report)
        _print_bands(console, report)
        _print_reference(console, report)


def trust_text(trust: float) -> str:
    """Say what a trust means."""
    if trust == 0:
        return "Trust 0: Focused, the default decoder, ignores this heatmap."
    follows = "fully" if trust == 1 else "in part"
    return f"Trust {trust:.2g}: Focused, the default decoder, follows this heatmap {follows}."


def number(value: float, digits: int = 2) -> str:
    """Return a number as text; a dash for none."""
    return "–" if math.isnan(value) else f"{value:.{digits}f}"


def _print_verdict(
    console: "Console", report: Report, comparison: HeatmapComparison | None
) -> None:
    from rich.table import Table

    verdict = report.verdict
    console.print(f"\n{verdict.grade.upper()}: {verdict.meaning}", style="bold")
    findings = Table.grid(padding=(0, 1))
    for finding in verdict.findings:
        if comparison is None or finding.sentence != str(comparison):  # printed above
            findings.add_row(f" {_MARKS[finding.level]}", finding.sentence)
    console.print(findings)


def _print_scores(console: "Console", report: Report) -> None:
    density, degrees, separation = report.density, report.degrees, report.separation
    spread, asymmetry, nearness = report.spread, report.asymmetry, report.nearness
    low, middle, high = (separation.log_evidence[level] for level in (0, 2, 4))
    rows = {
        f"Edges/n above {report.heat_threshold:g}": number(density.edges_per_node),
        "arcs per node as given": number(density.given_arcs_per_node),
        "degrees, min / mean / max": (
            f"{degrees.minimum} / {degrees.mean:.2f} / {degrees.maximum}"
        ),
        f"rows with fewer than {degrees.target}": (
            f"{degrees.starved:,} ({percent(degrees.starved_share)})"
        ),
        "supported arcs beyond the candidate lists": percent(separation.dropped_share),
        "rows with evidence e > 1": percent(separation.rows_share),
        "log e, 10 % / median / 90 %": f"{number(low)} / {number(middle)} / {number(high)}",
        "q": number(separation.quantile, 3),
        "κ with local search": f"{separation.kappa_with_local_search:.3g}",
        "κ without": f"{separation.kappa_without_local_search:.3g}",
        "sum of a row": number(spread.row_sum, 3),
        "entropy of a row, nats": number(spread.entropy),
        "effective neighbours": number(spread.effective_neighbours),
        "imbalance of directions": number(asymmetry.imbalance),
        "arcs without reverse": percent(asymmetry.one_way_share),
        "best-scored that are nearest": percent(nearness.nearest_overlap),
        "rank correlation with closeness": number(nearness.rank_correlation),
    }
    _print_table(console, "Scores", ("", "value"), rows.items())


def _print_bands(console: "Console", report: Report) -> None:
    missing = None if report.agreement is None else report.agreement.missing_percent_at
    density, bands = report.density, report.bands
    rows = [
        (f"{threshold:g}", number(edges), "" if missing is None else number(missing[place]))
        for place, (threshold, edges) in enumerate(
            zip(density.thresholds, density.edges_per_node_at, strict=True)
        )
    ]
    _print_table(console, "Thresholds", ("above", "Edges/n", "Miss %"), rows)
    share = bands.tour_share
    band_rows = []
    for band, (low, high) in enumerate(zip(bands.limits, bands.limits[1:], strict=False)):
        if bands.edges[band]:
            band_rows.append(
                (
                    f"{low:g} – {high:g}" if math.isfinite(high) else f"{low:g} –",
                    number(bands.edges_per_node[band]),
                    percent(bands.score_share[band]),
                    "" if share is None else number(share[band]),
                )
            )
    headers = ("scores", "edges per node", "of all score", "P(opt | band)")
    _print_table(console, "Confidence bands", headers, band_rows)


def _print_reference(console: "Console", report: Report) -> None:
    agreement, ranking, calibration = report.agreement, report.ranking, report.calibration
    if agreement is None or ranking is None:
        return
    rows = {
        "Miss %": number(agreement.missing_percent),
        "tour edges among the candidates": percent(agreement.coverage),
        "P(e>1)": number(agreement.evidence_precision, 3),
        "tour edges with evidence": percent(agreement.evidence_recall),
        "tour edges among supported edges": percent(agreement.support_precision),
    }
    if calibration is not None:
        rows["calibration error"] = number(calibration.error, 4)
        rows["Brier score"] = number(calibration.brier, 4)
    _print_table(console, "Beside the reference tour", ("", "value"), rows.items())
    order = [
        ("R-precision", number(ranking.r_precision, 3), number(ranking.nearest_r_precision, 3))
    ]
    for k, heat, distance in zip(
        ranking.recall_at, ranking.recall, ranking.nearest_recall, strict=True
    ):
        order.append((f"recall at {k}", number(heat, 3), number(distance, 3)))
    _print_table(console, "Order of the edges", ("", "by score", "by distance"), order)


def _print_table(
    console: "Console", title: str, headers: Sequence[str], rows: Iterable[Sequence[str]]
) -> None:
    from rich.table import Table

    table = Table(title=title, title_justify="left", title_style="bold")
    for place, header in enumerate(headers):
        table.add_column(header, justify="right" if place else "left")
    for row in rows:
        table.add_row(*row)
    console.print()
    console.print(table)
