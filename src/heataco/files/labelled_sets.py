"""The field's labelled sets: many instances, each with a reference tour, in one file."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import numpy as np

from heataco._arrays import permutation_fault, to_numpy
from heataco.files.archives import read_archive
from heataco.files.atomic import atomic_write
from heataco.files.errors import FileError, PathLike, readable_suffix, reading
from heataco.files.streams import numbered_lines
from heataco.files.text import number_text, parse_numbers
from heataco.instances import Instance, LabelledInstance, LabelledSet, Metric


def read_labelled_set(path: PathLike) -> LabelledSet:
    """Read a labelled set from .txt, .lines or .npz.

    A line of a text file is `x1 y1 x2 y2 ... output t1 ... tn t1`, exact Euclidean, or the
    n x n distances row by row in place of the points; two nodes are always taken as points.
    Nodes are counted from 1 and the tour may be left open; without `output` the line holds
    points only, at least two. What a line says after `indices` or `value` is its heatmap, which
    is left to `read_heatmap`. An .npz file has `coords` (B, n, 2) and may have `tours` (B, n),
    counted from 0, and `lengths` (B,). The best-known cost is that of the tour; without tour, the
    length.

    Raises
    ------
    FileError
        If the file is missing or not of this form; the message names the line or item.
    """
    return LabelledSet(stream_labelled_set(path))


def stream_labelled_set(path: PathLike) -> Iterator[LabelledInstance]:
    """Yield what `read_labelled_set` returns; a text file is never in memory as a whole.

    Raises
    ------
    FileError
        As `read_labelled_set` does, when the bad line or item is reached.
    """
    return _stream(readable_suffix(path, "labelled sets", _READERS), path)


def read_set_as(suffix: str, path: PathLike) -> list[LabelledInstance]:
    """Read a labelled set in the form of a suffix, whatever that of the file."""
    return list(_stream(suffix, path))


def _stream(suffix: str, path: PathLike) -> Iterator[LabelledInstance]:
    empty = True
    with reading(path):
        for item in _READERS[suffix](path):
            empty = False
            yield item
    if empty:
        raise FileError(path, "holds no instance")


def write_labelled_set(items: Iterable[LabelledInstance], path: PathLike) -> None:
    """Write instances and tours as lines of text; names and best-known costs are not kept.

    Raises
    ------
    FileError
        If the file cannot be written or is not a .txt file.
    ValueError
        If there is no item, or one that the form cannot hold: a rounded metric, a matrix of two
        nodes, a matrix or a single node without tour.
    """
    if Path(path).suffix.lower() != ".txt":
        raise FileError(path, "labelled sets are written as .txt")
    lines = [to_line(index, item) for index, item in enumerate(items)]
    if not lines:
        raise ValueError("items is empty; a labelled set holds at least one instance")
    with atomic_write(path) as file:
        file.writelines(lines)


def to_line(index: int, item: LabelledInstance) -> bytes:
    """Return the line of an item; a ValueError names its index if the form cannot hold it."""
    instance, tour = item.instance, item.tour
    if instance.metric not in (Metric.EUCLIDEAN, Metric.EXPLICIT):
        raise ValueError(f"item {index} has metric {instance.metric}; lines hold exact distances")
    if instance.matrix is not None and (instance.n == 2 or tour is None):
        raise ValueError(f"item {index} is a matrix; it needs a tour and may not have two nodes")
    if instance.n == 1 and tour is None:
        raise ValueError(f"item {index} has one node; it needs a tour, or it looks like a table")
    words = [number_text(number) for number in instance._numbers.ravel().tolist()]
    if tour is not None:
        words += ["output", *map(str, (np.append(tour, tour[0]) + 1).tolist())]
    return (" ".join(words) + "\n").encode()


def _read_lines(path: PathLike) -> Iterator[LabelledInstance]:
    index = 0
    with open(path, "rb") as file:
        for number, line in numbered_lines(file):
            if line.strip():
                with reading(path, number):
                    item = _from_line(line, f"{Path(path).stem}_{index}")
                yield item
                index += 1


def _from_line(line: bytes, name: str) -> LabelledInstance:
    line = line.partition(b"indices")[0].partition(b"value")[0]
    before, output, after = line.partition(b"output")
    numbers = parse_numbers(before)
    if not output:
        if len(numbers) in (2, 3):  # a single node is far rarer than a row of a table
            raise ValueError(
                f"{len(numbers)} coordinates without output; a line holds all points of an "
                "instance; for one point per line write a .csv file with commas"
            )
        if len(numbers) % 2:
            raise ValueError(f"{len(numbers)} coordinates without output; the number must be even")
        return LabelledInstance(Instance.from_coordinates(numbers.reshape(-1, 2), name=name))
    nodes = parse_numbers(after)
    if len(nodes) > 1 and nodes[0] == nodes[-1]:
        nodes = nodes[:-1]
    n = len(nodes)
    if n == 0 or len(numbers) not in (2 * n, n * n):
        raise ValueError(
            f"{len(numbers)} numbers before output and a tour of {n} nodes; for n nodes there "
            "must be 2 n coordinates or n * n distances"
        )
    fault = permutation_fault(nodes, n, first=1)
    if fault is not None:
        raise ValueError(f"the tour is not a permutation: {fault[1]}")
    if len(numbers) == 2 * n:
        instance = Instance.from_coordinates(numbers.reshape(n, 2), name=name)
    else:
        instance = Instance.from_matrix(numbers.reshape(n, n), name=name)
    return _labelled(instance, nodes.astype(np.int32) - np.int32(1))


def _read_archive(path: PathLike) -> Iterator[LabelledInstance]:
    arrays = read_archive(path, ("coords", "tours", "lengths"))
    if "coords" not in arrays or arrays["coords"].ndim != 3:
        raise FileError(path, "needs an array coords of shape (B, n, 2)")
    coordinates, tours, lengths = map(arrays.get, ("coords", "tours", "lengths"))
    assert coordinates is not None
    for key, array in arrays.items():
        if array.ndim == 0 or len(array) != len(coordinates):
            raise FileError(path, f"{key} has shape {array.shape} for {len(coordinates)} instances")
    if lengths is not None and to_numpy(lengths, "lengths").ndim != 1:
        raise FileError(path, f"lengths has shape {lengths.shape}; it must be (B,)")
    for index, points in enumerate(coordinates):
        try:
            instance = Instance.from_coordinates(points, name=f"{Path(path).stem}_{index}")
            if tours is not None:
                yield _labelled(instance, tours[index])
            else:
                best = None if lengths is None else float(lengths[index])
                yield LabelledInstance(instance.relabelled(best_known=best))
        except ValueError as error:
            raise FileError(path, f"item {index}: {error}") from error


def _labelled(instance: Instance, tour: Any) -> LabelledInstance:
    item = LabelledInstance(instance, tour)
    assert item.tour is not None
    best_known = instance._cost(item.tour)
    return LabelledInstance._trusted(
        instance=instance.relabelled(best_known=best_known), tour=item.tour
    )


_READERS = {".txt": _read_lines, ".npz": _read_archive, ".lines": _read_lines}
SET_SUFFIXES = tuple(_READERS)
