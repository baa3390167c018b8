"""Files of the command line: instances by suffix, one item of many, its heatmap."""

from dataclasses import replace
from functools import partial
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from heataco._arrays import as_tour
from heataco.cli.processing import Processing
from heataco.files import (
    FileError,
    LabelledInstance,
    heatmap_files,
    read_heatmap,
    read_labelled_set,
    read_tour,
    read_tsplib,
)
from heataco.heatmaps import Heatmap
from heataco.instances import Instance

TSPLIB_SUFFIXES = (".tsp", ".atsp")
SET_SUFFIXES = (".txt", ".npz", ".lines")
HEATMAP_SUFFIXES = heatmap_files.HEATMAP_SUFFIXES


def read_items(path: Path) -> list[LabelledInstance]:
    """Read the instances of a file: TSPLIB, or a labelled set.

    Raises
    ------
    FileError
        For an unknown suffix, or as the reader does.
    """
    suffix = path.suffix.lower()
    if suffix in TSPLIB_SUFFIXES:
        return [LabelledInstance(read_tsplib(path))]
    if suffix in SET_SUFFIXES:
        return read_labelled_set(path)
    known = ", ".join(TSPLIB_SUFFIXES + SET_SUFFIXES)
    raise FileError(path, f"suffix {suffix!r} is unknown; instances have {known}")


def choose_item(path: Path, items: list[LabelledInstance], index: int | None) -> LabelledInstance:
    """Return the item that --index names, or the only one.

    Raises
    ------
    FileError
        If there are several and no index, or no item of that index.
    """
    count = len(items)
    if index is None and count > 1:
        raise FileError(path, f"holds {count} instances; choose one with --index 0 to {count - 1}")
    if index is not None and not 0 <= index < count:
        raise FileError(
            path, f"--index is {index}; the file holds {count} instance(s), counted from 0"
        )
    return items[index or 0]


def load_instance(path: Path, index: int | None, best_known: float | None) -> Instance:
    """Read one instance; a best-known cost that is given takes the place of the file's.

    Raises
    ------
    ValueError
        As `choose_item` does, or for a best-known cost that is none.
    """
    instance = choose_item(path, read_items(path), index).instance
    return instance if best_known is None else replace(instance, best_known=best_known)


def load_heatmap(
    path: Path,
    heatmap_index: int | None,
    index: int | None,
    processing: Processing | None = None,
    instance: Instance | None = None,
) -> Heatmap:
    """Read and process a heatmap; the index of the instance serves where the file holds a batch.

    Raises
    ------
    ValueError
        As `read_heatmap` and `apply_preset` do.
    """
    processing = processing or Processing()
    read = partial(read_heatmap, path, **processing.reading)
    if heatmap_index is not None or index is None:
        return processing.finish(read(index=heatmap_index), instance)
    try:
        heatmap = read(index=index)
    except FileError as error:
        # A file with one heatmap goes with any instance; for all others the first error holds.
        try:
            heatmap = read()
        except FileError:
            raise error from None
    return processing.finish(heatmap, instance)


def load_tour(path: Path, instance: Instance) -> NDArray[np.int32]:
    """Read a tour of an instance.

    Raises
    ------
    FileError
        If the file cannot be read, or its tour does not visit every node once.
    """
    tour = read_tour(path)
    try:
        return as_tour(tour, instance.n)
    except ValueError as error:
        raise FileError(path, str(error)) from None
