"""Files of the command line: one instance of many, and a tour."""

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from heataco._arrays import as_tour
from heataco.cli.reading import Reading
from heataco.files import FileError, LabelledInstance, read_tour
from heataco.instances import Instance


def choose_item(path: Path, items: list[LabelledInstance], index: int | None) -> LabelledInstance:
    """Return the item that --index names, or the only one, or raise a FileError."""
    count = len(items)
    if index is None and count > 1:
        raise FileError(path, f"holds {count} instances; choose one with --index 0 to {count - 1}")
    if index is not None and not 0 <= index < count:
        raise FileError(
            path, f"--index is {index}; the file holds {count} instance(s), counted from 0"
        )
    return items[index or 0]


def load_instance(
    path: Path, reading: Reading, index: int | None, best_known: float | None
) -> Instance:
    """Read one instance; a best-known cost that is given takes the place of the file's."""
    instance = choose_item(path, reading.items(path), index).instance
    return instance.relabelled(best_known=best_known)


def load_tour(path: Path, instance: Instance) -> NDArray[np.int32]:
    """Read a tour of an instance, or raise a FileError."""
    tour = read_tour(path)
    try:
        return as_tour(tour, instance.n)
    except ValueError as error:
        raise FileError(path, f"is not a tour of {instance.name}: {error}") from None
