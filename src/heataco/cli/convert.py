"""`heataco convert`: from one file format to another."""

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import click

from heataco.cli.common_options import FILE
from heataco.cli.contents import CONTENTS, content_of
from heataco.cli.formatted_output import format_option, formatted
from heataco.cli.inputs import choose_item, load_tour, regular_input, require_one_stdin
from heataco.cli.names import Name
from heataco.cli.outputs import check_folder, refuse_overwriting
from heataco.cli.processing import processing_options
from heataco.cli.reading import Reading, reading_options
from heataco.cli.stdout import STDOUT, refuse_stdout
from heataco.files import (
    FileError,
    LabelledInstance,
    read_tour,
    write_heatmaps,
    write_instance,
    write_labelled_set,
    write_tour,
)
from heataco.files.heatmap_files import HEATMAP_SUFFIXES, open_heatmaps
from heataco.files.instance_writers import WRITTEN_INSTANCES
from heataco.files.tour_readers import is_open_path
from heataco.files.tours import TOUR_SUFFIXES
from heataco.heatmaps import Processing
from heataco.predictors.network.weights_files import WEIGHTS_SUFFIXES, convert_weights

_FROM = CONTENTS | {"network": WEIGHTS_SUFFIXES}
_TO: dict[str, tuple[str, ...]] = {
    "instance": tuple(WRITTEN_INSTANCES),
    "heatmap": HEATMAP_SUFFIXES,
    "tour": tuple(TOUR_SUFFIXES),
    "network": (".safetensors",),
}


@dataclass(frozen=True)
class Options:
    """The command line of `convert`, as click hands it over."""

    source: Path
    target: Path
    reading: Reading
    index: int | None
    content: str | None
    instance: Path | None
    processing: Processing
    output_format: str | None


@click.command()
@click.argument("source", type=FILE)
@click.argument("target", type=FILE)
@reading_options()
@click.option("--index", type=int, metavar="K", help="Index of the item in SOURCE, from 0.")
@click.option(
    "--content",
    type=Name(CONTENTS),
    help="What SOURCE holds. Default: guessed from SOURCE and TARGET.",
)
@processing_options
@format_option(
    [*dict.fromkeys(suffix for suffixes in _TO.values() for suffix in suffixes)], "TARGET"
)
@click.option(
    "--instance",
    type=FILE,
    metavar="F",
    help="Instance of the heatmaps or the tour. Some presets and .geojson need it; .lines and "
    ".csv store its points.",
)
def convert(**given: Any) -> None:
    """Read SOURCE and write TARGET in the format of its suffix; - is stdin and stdout.

    \b
    heatmaps   .npy (dense), .npz (sparse), .txt (n and n x n scores), .pt and
               .safetensors (tensors), .lines (one line per heatmap, as in UTSP)
    instances  .tsp or .atsp (TSPLIB), .csv, .geojson, .npy, .txt (labelled set);
               also from .tsv, .npz and standard input (-)
    tours      .tour (TSPLIB), .csv, .json; also to .geojson and .txt
    networks   .pt or .npz to .safetensors with a manifest
    """
    options = Options(**given)
    refuse_overwriting([("TARGET", options.target)], [options.source, options.instance])
    require_one_stdin([options.source, options.instance])
    target, form = options.target, options.output_format
    if target != STDOUT:
        check_folder(target)
    with regular_input(options.source) as source, formatted(target, form, source.stem) as file:
        _convert(replace(options, source=source, target=file))


def _convert(options: Options) -> None:
    source, target = options.source, options.target
    content = options.content or content_of(source, target, options.reading.form)
    refuse_stdout(target, f"{content}s", _TO[content], "--output-format")
    told = options.reading.form is not None
    known = told or source.suffix.lower() in _FROM[content]
    if not known or target.suffix.lower() not in _TO[content]:
        wanted = options.output_format or target
        raise FileError(source, f"cannot be converted to {wanted}; {_conversions()}")
    if content != "heatmap" and options.processing != Processing():
        raise click.UsageError(
            "--kind, --threshold, --symmetrise and --preset are for heatmaps; to choose what "
            f"SOURCE holds, use --content {', '.join(CONTENTS)}"
        )
    _CONVERTERS[content](options)


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
    items = _items_for(options, len(chosen))
    pairs = zip(chosen, items, strict=True)
    heatmaps = [file.read(each, item.instance) for each, item in pairs]
    write_heatmaps(heatmaps, options.target, instances=items if to_lines else None)


def _items_for(options: Options, count: int) -> list[LabelledInstance]:
    """Return the instances of as many heatmaps, or the one that --index names or that is alone."""
    path, index = options.instance, options.index
    assert path is not None
    items = options.reading.items(path)
    if index is not None:
        return items if len(items) == 1 else [choose_item(path, items, index)]
    if len(items) != count:
        raise FileError(path, f"holds {len(items)} instances for {count} heatmaps; use --index")
    return items


def _convert_instance(options: Options) -> None:
    if options.instance is not None:
        raise click.UsageError("--instance is for heatmaps and tours; SOURCE is an instance")
    items = options.reading.items(options.source)
    if options.target.suffix.lower() == ".txt":
        chosen = items
        if options.index is not None:
            chosen = [choose_item(options.source, items, options.index)]
        write_labelled_set(chosen, options.target)
        return
    write_instance(choose_item(options.source, items, options.index).instance, options.target)


def _convert_tour(options: Options) -> None:
    if options.index is not None and options.instance is None:
        raise click.UsageError("--index is for files with several items; a .tour file has one")
    closed = not is_open_path(options.source)
    if options.instance is None:
        tour = read_tour(options.source)
        write_tour(tour, options.target, name=options.target.stem, closed=closed)
        return
    items = options.reading.items(options.instance)
    instance = choose_item(options.instance, items, options.index).instance
    tour = load_tour(options.source, instance)
    cost = instance.cost(tour, closed=closed)
    write_tour(tour, options.target, cost=cost, instance=instance, closed=closed)


def _convert_network(options: Options) -> None:
    if options.index is not None or options.instance is not None:
        raise click.UsageError("--index and --instance cannot be used with a network")
    convert_weights(options.source, options.target)


_CONVERTERS = {
    "heatmap": _convert_heatmaps,
    "instance": _convert_instance,
    "tour": _convert_tour,
    "network": _convert_network,
}


def _conversions() -> str:
    ways = (
        f"{content}: {', '.join(suffixes)} to {', '.join(_TO[content])}"
        for content, suffixes in _FROM.items()
    )
    return f"known conversions: {'; '.join(ways)}"
