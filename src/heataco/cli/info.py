"""`heataco info`: what is in a file."""

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import click

from heataco.cli.common_options import FILE, json_option
from heataco.cli.contents import CONTENTS, content_of
from heataco.cli.inputs import regular_input
from heataco.cli.names import Name
from heataco.cli.reading import Reading, reading_options
from heataco.cli.reports import row
from heataco.files import LabelledInstance, read_tour
from heataco.files.heatmap_files import open_heatmaps
from heataco.heatmaps import Processing
from heataco.instances import Instance
from heataco.predictors.network.models import read_model

_SHOWN_IDS = 3


@click.command()
@click.argument("file", type=FILE)
@reading_options()
@click.option(
    "--content",
    type=Name(CONTENTS),
    help="What FILE holds. Default: guessed from suffix and content.",
)
@json_option
def info(file: Path, reading: Reading, content: str | None, as_json: bool) -> None:
    """Say what FILE holds (instances, heatmaps, a tour, a network), how many nodes, and so on."""
    with regular_input(file) as regular:
        kind = content or content_of(regular, form=reading.form)
        if content is None and kind == "heatmap" and regular.suffix.lower() == ".npy":
            note = f"heataco: {file} is read as a heatmap; for distances use --content instance"
            click.echo(note, err=True)
        report = {"file": str(file), "content": kind, **_DESCRIBERS[kind](regular, reading)}
    if as_json:
        click.echo(json.dumps(report, allow_nan=False))
        return
    for key, value in report.items():
        if value is not None:
            click.echo(row(key.replace("_", " "), _text(value)))


def _instances(file: Path, reading: Reading) -> dict[str, Any]:
    items = reading.items(file)
    instances = [item.instance for item in items]
    return {
        "count": len(items),
        "name": instances[0].name if len(items) == 1 else None,
        "n": _range([instance.n for instance in instances]),
        "metric": _common([str(instance.metric) for instance in instances]),
        "symmetric": _common([instance.symmetric for instance in instances]),
        "extent": _extent(instances[0]) if len(items) == 1 else None,
        "ids": _ids(instances[0]) if len(items) == 1 else None,
        "fixed_edges": _fixed_edges(instances[0]) if len(items) == 1 else None,
        "tours": _tours(items),
        "best_known": instances[0].best_known if len(items) == 1 else None,
    }


def _heatmaps(file: Path, reading: Reading) -> dict[str, Any]:
    opened = open_heatmaps(file, Processing())
    first = opened.read(0)
    return {
        "count": opened.count,
        "n": first.n,
        "edges": first.nnz,
        "lowest": float(first.values.min()) if first.nnz else None,
        "highest": float(first.values.max()) if first.nnz else None,
    }


def _tour(file: Path, reading: Reading) -> dict[str, Any]:
    return {"count": 1, "n": len(read_tour(file))}


def _network(file: Path, reading: Reading) -> dict[str, Any]:
    return {"count": 1, **read_model(file).facts()}


_DESCRIBERS: dict[str, Callable[[Path, Reading], dict[str, Any]]] = {
    "instance": _instances,
    "heatmap": _heatmaps,
    "tour": _tour,
    "network": _network,
}


def _range(sizes: Sequence[int]) -> int | list[int]:
    return sizes[0] if min(sizes) == max(sizes) else [min(sizes), max(sizes)]


def _common(values: Sequence[Any]) -> Any:
    """Return the value that all share, or the list of distinct values."""
    distinct = list(dict.fromkeys(values))
    return distinct[0] if len(distinct) == 1 else distinct


def _extent(instance: Instance) -> list[list[float]] | None:
    """Return the lowest and highest of every coordinate."""
    points = instance.coordinates
    if points is None:
        return None
    return [points.min(axis=0).tolist(), points.max(axis=0).tolist()]


def _ids(instance: Instance) -> list[str | int] | None:
    return None if instance.ids is None else list(instance.ids)


def _fixed_edges(instance: Instance) -> int | None:
    return None if instance.fixed_edges is None else len(instance.fixed_edges)


def _tours(items: Sequence[LabelledInstance]) -> int:
    return sum(item.tour is not None for item in items)


def _text(value: Any) -> str:
    """Return a value for people; long lists are cut."""
    if not isinstance(value, list):
        return " ".join(str(value).split())  # an id may have several lines
    shown = [_text(each) for each in value[:_SHOWN_IDS]]
    rest = len(value) - len(shown)
    return ", ".join(shown) if rest == 0 else f"{', '.join(shown)} and {rest:,} more"
