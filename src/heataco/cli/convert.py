"""`heataco convert`: from one file format to another."""

import zipfile
from pathlib import Path

import click

from heataco.cli.inputs import SET_SUFFIXES, TSPLIB_SUFFIXES, choose_item, read_items
from heataco.files import (
    FileError,
    read_heatmap,
    read_tour,
    write_heatmap,
    write_labelled_set,
    write_tour,
    write_tsplib,
)
from heataco.files.errors import reading

_HEATMAPS = (".npy", ".npz", ".txt")
_FROM = {"instance": TSPLIB_SUFFIXES + SET_SUFFIXES, "heatmap": _HEATMAPS, "tour": (".tour",)}
_TO = {"instance": (*TSPLIB_SUFFIXES, ".txt"), "heatmap": _HEATMAPS, "tour": (".tour",)}


@click.command()
@click.argument("source", type=click.Path(path_type=Path))
@click.argument("target", type=click.Path(path_type=Path))
@click.option("--index", type=int, metavar="K", help="Which item of SOURCE, from 0.")
@click.option("--kind", type=click.Choice(list(_FROM)), help="By default seen from SOURCE.")
def convert(source: Path, target: Path, index: int | None, kind: str | None) -> None:
    """Read SOURCE and write TARGET in the format of its suffix.

    \b
    heatmaps   .npy (dense), .npz (sparse), .txt (n and n x n scores)
    instances  .tsp or .atsp (TSPLIB), .txt (labelled set); from .npz sets, too
    tours      .tour (TSPLIB), rewritten in normal form
    """
    kind = kind or kind_of(source, target)
    if source.suffix.lower() not in _FROM[kind] or target.suffix.lower() not in _TO[kind]:
        raise ValueError(f"cannot convert {source} to {target}; {_conversions()}")
    if kind == "heatmap":
        write_heatmap(read_heatmap(source, index=index), target)
    elif kind == "instance":
        _convert_instance(source, target, index)
    elif index is not None:
        raise click.UsageError("--index is for files that hold several items; a .tour holds one")
    else:
        write_tour(read_tour(source), target, name=target.stem)


def kind_of(source: Path, target: Path) -> str:
    """Tell from suffixes and content what a file holds.

    Raises
    ------
    ValueError
        If the suffix is unknown or the file cannot be read.
    """
    suffix = source.suffix.lower()
    with reading(source):
        if suffix == ".npz":
            return "instance" if _holds_coordinates(source) else "heatmap"
        if suffix == ".txt":
            # Lines of points alone have no mark of their own, but heatmaps never become .tsp.
            points = target.suffix.lower() in TSPLIB_SUFFIXES
            return "instance" if points or _is_labelled(source) else "heatmap"
    for kind, suffixes in _FROM.items():
        if suffix in suffixes:
            return kind
    raise ValueError(f"cannot convert {source}; {_conversions()}")


def _convert_instance(source: Path, target: Path, index: int | None) -> None:
    items = read_items(source)
    if target.suffix.lower() in TSPLIB_SUFFIXES:
        write_tsplib(choose_item(source, items, index).instance, target)
    else:
        write_labelled_set(items if index is None else [choose_item(source, items, index)], target)


def _holds_coordinates(path: Path) -> bool:
    try:
        with zipfile.ZipFile(path) as archive:
            return "coords.npy" in archive.namelist()
    except zipfile.BadZipFile as error:
        raise FileError(path, f"is no readable .npz file: {error}") from error


def _is_labelled(path: Path) -> bool:
    """Tell whether the first line holds the word output, reading no more than that line."""
    word, tail = b"output", b""
    with open(path, "rb") as file:
        while piece := file.readline(1 << 20):
            if word in tail + piece:
                return True
            if piece.endswith(b"\n"):
                break
            tail = piece[-len(word) :]
    return False


def _conversions() -> str:
    ways = (f"{kind}: {', '.join(_FROM[kind])} to {', '.join(_TO[kind])}" for kind in _FROM)
    return f"known are {'; '.join(ways)}"
