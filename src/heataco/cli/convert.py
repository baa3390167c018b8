"""`heataco convert`: from one file format to another."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from heataco.cli.inputs import choose_item
from heataco.cli.names import Name
from heataco.cli.outputs import refuse_overwriting
from heataco.cli.processing import processing_options
from heataco.files import (
    FileError,
    LabelledInstance,
    read_instances,
    read_tour,
    write_heatmaps,
    write_labelled_set,
    write_tour,
    write_tsplib,
)
from heataco.files.archives import member_names
from heataco.files.errors import reading
from heataco.files.heatmap_files import HEATMAP_SUFFIXES, open_heatmaps
from heataco.files.instance_files import INSTANCE_SUFFIXES
from heataco.files.text import first_line_words
from heataco.files.tsplib import TSPLIB_SUFFIXES
from heataco.heatmaps import Processing

_FROM = {
    "instance": INSTANCE_SUFFIXES,
    "heatmap": HEATMAP_SUFFIXES,
    "tour": (".tour",),
}
_TO = {"instance": (*TSPLIB_SUFFIXES, ".txt"), "heatmap": HEATMAP_SUFFIXES, "tour": (".tour",)}
_FILE = click.Path(path_type=Path)


@dataclass(frozen=True)
class Options:
    """The command line of `convert`, as click hands it over."""

    source: Path
    target: Path
    index: int | None
    content: str | None
    instance: Path | None
    processing: Processing


@click.command()
@click.argument("source", type=_FILE)
@click.argument("target", type=_FILE)
@click.option("--index", type=int, metavar="K", help="Index of the item in SOURCE, from 0.")
@click.option(
    "--content",
    type=Name(_FROM),
    help="Default: guessed from SOURCE.",
)
@processing_options
@click.option(
    "--instance",
    type=_FILE,
    metavar="F",
    help="Instance of the heatmaps; some presets need it, and .lines stores its points.",
)
def convert(**given: Any) -> None:
    """Read SOURCE and write TARGET in the format of its suffix.

    \b
    heatmaps   .npy (dense), .npz (sparse), .txt (n and n x n scores), .pt and
               .safetensors (tensors), .lines (one line per heatmap, as in UTSP)
    instances  .tsp or .atsp (TSPLIB), .txt (labelled set); also from .npz sets
    tours      .tour (TSPLIB), rewritten in normal form
    """
    options = Options(**given)
    source, target, index = options.source, options.target, options.index
    content = options.content or content_of(source, target)
    if source.suffix.lower() not in _FROM[content] or target.suffix.lower() not in _TO[content]:
        raise ValueError(f"cannot convert {source} to {target}; {_conversions()}")
    refuse_overwriting([("TARGET", target)], [source, options.instance])
    if content == "heatmap":
        return _convert_heatmaps(options)
    if options.processing != Processing() or options.instance is not None:
        raise click.UsageError(
            "--kind, --symmetrise, --preset and --instance are for heatmaps; to choose what "
            f"SOURCE holds, use --content {', '.join(_FROM)}"
        )
    if content == "instance":
        return _convert_instance(source, target, index)
    if index is not None:
        raise click.UsageError("--index is for files that hold several items; a .tour holds one")
    return write_tour(read_tour(source), target, name=target.stem)


def content_of(source: Path, target: Path) -> str:
    """Tell from suffixes and content what a file holds, or raise a ValueError."""
    suffix, wanted = source.suffix.lower(), target.suffix.lower()
    with reading(source):
        if suffix == ".npz":
            return "instance" if "coords.npy" in member_names(source) else "heatmap"
        if suffix in (".txt", ".lines"):
            # Lines of points alone have no mark of their own, but heatmaps never become .tsp.
            words = first_line_words(source, [b"output", b"value"])
            points = wanted in TSPLIB_SUFFIXES or words == {b"output"}
            return "instance" if points else "heatmap"
    for content, suffixes in _FROM.items():
        if suffix in suffixes:
            return content
    raise ValueError(f"cannot convert {source}; {_conversions()}")


def _convert_heatmaps(options: Options) -> None:
    source, index, processing = options.source, options.index, options.processing
    to_lines = options.target.suffix.lower() == ".lines"
    if processing.needs_instance and options.instance is None:
        raise click.UsageError(f"--preset {processing.preset} needs --instance")
    if options.instance is not None and not (to_lines or processing.needs_instance):
        raise click.UsageError("--instance is for .lines and for presets that need distances")
    file = open_heatmaps(source, processing)
    chosen = range(file.count) if index is None else [index]
    if options.instance is None:
        write_heatmaps((file.read(each) for each in chosen), options.target)
        return
    items = _items_for(options.instance, index, len(chosen))
    pairs = zip(chosen, items, strict=True)
    heatmaps = [file.read(each, item.instance) for each, item in pairs]
    write_heatmaps(heatmaps, options.target, instances=items if to_lines else None)


def _items_for(path: Path, index: int | None, count: int) -> list[LabelledInstance]:
    """Return the instances of as many heatmaps, or the one that --index names or that is alone."""
    items = read_instances(path)
    if index is not None:
        return items if len(items) == 1 else [choose_item(path, items, index)]
    if len(items) != count:
        raise FileError(path, f"holds {len(items)} instances for {count} heatmaps; use --index")
    return items


def _convert_instance(source: Path, target: Path, index: int | None) -> None:
    items = read_instances(source)
    if target.suffix.lower() in TSPLIB_SUFFIXES:
        write_tsplib(choose_item(source, items, index).instance, target)
    else:
        write_labelled_set(items if index is None else [choose_item(source, items, index)], target)


def _conversions() -> str:
    ways = (
        f"{content}: {', '.join(_FROM[content])} to {', '.join(_TO[content])}" for content in _FROM
    )
    return f"known conversions: {'; '.join(ways)}"
