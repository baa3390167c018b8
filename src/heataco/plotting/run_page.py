"""A page about a run that needs nothing else: one HTML file with its pictures in it."""

from collections.abc import Iterable, Mapping
from html import escape
from typing import Any

from heataco._cards import number
from heataco._record import REASONS, trust_text
from heataco.heatmaps import Heatmap
from heataco.plotting.trace_chart import trace_svg
from heataco.plotting.vector import tour_svg
from heataco.results import Result

_STYLE = """
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
svg { width: 100%; height: auto; max-height: 80vh; }
.map { background: #fff; border: 1px solid #8886; border-radius: 8px; padding: .5rem; }
table { border-collapse: collapse; }
th, td { text-align: left; padding: .15rem 1rem .15rem 0; vertical-align: top; }
th { font-weight: 400; opacity: .7; }
td { overflow-wrap: anywhere; font-variant-numeric: tabular-nums; }
"""


def run_page(result: Result, heatmap: Heatmap | None, record: Mapping[str, Any]) -> str:
    """Return a page with the tour over its heatmap, the course of the search and what was run.

    Parameters
    ----------
    result
        With its instance; one without coordinates gets no map.
    heatmap
        What was decoded, or None.
    record
        As `run_record` makes it; without tour and trace it is shown as tables.

    Raises
    ------
    ValueError
        If the result has no instance.
    """
    instance = result.instance
    if instance is None:
        raise ValueError("the result has no instance; give a result of decode")
    name = escape(instance.name or "an instance")
    title = f"{name}: {escape(str(record['decoder']))}, cost {number(result.cost)}"
    if instance.coordinates is None:
        picture = "<p>The instance is a matrix without coordinates to draw.</p>"
    else:
        text = f"Tour of {instance.name or 'the instance'} over its heatmap"
        picture = f'<div class="map">{tour_svg(instance, result.tour, heatmap, title=text)}</div>'
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{title}</title>\n<style>{_STYLE}</style>\n</head>\n<body>\n<h1>{title}</h1>\n"
        f"{_table(_results(result, record))}\n<p>{_verdict(result, heatmap)}</p>\n"
        f"<h2>Tour</h2>\n{picture}\n<h2>Course of the search</h2>\n{trace_svg(result.trace)}\n"
        f"<h2>Method</h2>\n{_table(_method(record))}\n</body>\n</html>\n"
    )


def _results(result: Result, record: Mapping[str, Any]) -> Iterable[tuple[str, str]]:
    yield "nodes", f"{record['n']:,}"
    yield "cost", number(result.cost, ",")
    if result.gap is not None:
        yield "gap", f"{result.gap:z.4f} % to the best known {number(record['best_known'], ',')}"
    if result.proven_gap is not None:
        yield "proven gap", f"at most {result.proven_gap:.4f} %"
    yield "iterations", f"{result.iterations:,}"
    yield "time", f"{result.seconds:.3f} s wall, {result.cpu_seconds:.3f} s CPU"
    yield "stopped by", REASONS[result.stop_reason]


def _verdict(result: Result, heatmap: Heatmap | None) -> str:
    """Return in words what the search made of the heatmap."""
    if heatmap is None:
        return "The search ran without a heatmap."
    if result.trust is None:
        return "This decoder does not measure how far the heatmap can be trusted."
    return escape(f"Heatmap: {trust_text(result.trust)}.")


def _method(record: Mapping[str, Any]) -> Iterable[tuple[str, str]]:
    source = record["heatmap"] or record["predictor"] or "none"
    yield "decoder", str(record["decoder"])
    yield "heatmap", str(source)
    yield "seed", str(record["seed"])
    yield "threads", str(record["threads"])
    for title, values in (
        ("budget", record["budget"]),
        ("decoder", record["parameters"]),
        ("predictor", record["predictor_parameters"]),
        ("heatmap", record["heatmap_processing"]),
    ):
        for key, value in (values or {}).items():
            yield f"{title}: {key}", "none" if value is None else str(value)
    yield "version", f"heataco {record['version']}"


def _table(rows: Iterable[tuple[str, str]]) -> str:
    lines = (
        f'<tr><th scope="row">{escape(name)}</th><td>{escape(text)}</td></tr>'
        for name, text in rows
    )
    return f"<table>\n{chr(10).join(lines)}\n</table>"
