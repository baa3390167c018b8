"""What a finished batch is written as: an .npz file, a table, or a folder of tours."""

import csv
import io
import zipfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np
from numpy.lib import format as npy_format

from heataco.bench.batches.log import BatchLog, Row
from heataco.files import FileError, write_tour
from heataco.files.atomic import atomic_write

Indices = range | list[int]

COLUMNS = (
    "index",
    "instance",
    "n",
    "best_known",
    "cost",
    "gap",
    "iterations",
    "stop_reason",
    "trust",
    "predict_seconds",
    "seconds",
    "total_seconds",
    "total_cpu_seconds",
    "closed",
    "error",
)
# Arrays of an .npz file by the column, and what stands where there is no value.
_ARRAYS: dict[str, tuple[str, Any, Any]] = {
    "index": ("index", np.int64, -1),
    "instance": ("names", np.str_, ""),
    "n": ("n", np.int64, 0),
    "best_known": ("best_known", np.float64, np.nan),
    "cost": ("costs", np.float64, np.nan),
    "gap": ("gaps", np.float64, np.nan),
    "iterations": ("iterations", np.int64, 0),
    "stop_reason": ("stop_reasons", np.str_, ""),
    "total_seconds": ("seconds", np.float64, np.nan),
    "total_cpu_seconds": ("cpu_seconds", np.float64, np.nan),
    "closed": ("closed", np.bool_, True),
    "error": ("errors", np.str_, ""),
}
_FOLDER_TABLE = "results.csv"


def log_path(output: Path) -> Path:
    """Return where the results of an unfinished batch are kept, given where it is to be written."""
    if is_folder(output):
        return output / "unfinished.jsonl"
    return output.with_name(f"{output.name}.unfinished.jsonl")


def is_folder(output: Path) -> bool:
    """Whether an output is, or is to become, a folder: it has no suffix."""
    return output.is_dir() or not output.suffix


def is_written(output: Path) -> bool:
    """Whether an output holds results of a finished run; a folder may hold only an unfinished."""
    return (output / _FOLDER_TABLE if is_folder(output) else output).exists()


def check_output(output: Path) -> None:
    """Raise a FileError for a suffix that no batch is written in."""
    if str(output) == "-":
        raise FileError(output, "results of a set cannot be written to standard output; use --json")
    if not is_folder(output) and output.suffix.lower() not in _WRITERS:
        raise FileError(
            output,
            f"suffix {output.suffix!r} is unknown; results of a set are written to "
            f"{', '.join(_WRITERS)} or a folder",
        )


def write_output(output: Path, log: BatchLog, indices: Indices, stem: str) -> None:
    """Write the rows of the indices, in their order, one row in memory at a time.

    Parameters
    ----------
    output
        A folder, or a file in one of the forms below.
    log, indices
        Where the rows are, and which.
    stem
        The name of the set, for that of the tours of a folder.

    Raises
    ------
    FileError
        If it cannot be written.
    """
    if is_folder(output):
        for row in log.rows(indices):
            path = output / f"{stem}_{row['index']}.tour"
            if row["error"] is None:
                name = " ".join(row["instance"].split())
                tour, closed = np.array(row["tour"]), row.get("closed", True)
                write_tour(tour, path, name=name, cost=row["cost"], closed=closed)
            else:
                with suppress(FileNotFoundError):  # of an earlier batch
                    path.unlink()
        _write_table(output / _FOLDER_TABLE, log, indices, COLUMNS)
    else:
        _WRITERS[output.suffix.lower()](output, log, indices)


def _write_csv(path: Path, log: BatchLog, indices: Indices) -> None:
    _write_table(path, log, indices, (*COLUMNS, "tour"))


def _write_table(path: Path, log: BatchLog, indices: Indices, columns: Iterable[str]) -> None:
    """Write the rows as CSV; nodes of a tour are separated by blanks, and counted from 0."""
    with atomic_write(path) as file:
        text = io.TextIOWrapper(file, encoding="utf-8", newline="", write_through=True)
        writer = csv.writer(text)
        writer.writerow(columns)
        for row in log.rows(indices):
            row["tour"] = " ".join(map(str, row.get("tour", ())))
            writer.writerow([row.get(column) for column in columns])
        text.detach()


def _write_npz(path: Path, log: BatchLog, indices: Indices) -> None:
    """Write columns as arrays; `tours` has −1 behind the end of shorter tours."""
    columns: dict[str, list[Any]] = {column: [] for column in _ARRAYS}
    for row in log.rows(indices):
        for column, values in columns.items():
            value = row.get(column)
            values.append(_ARRAYS[column][2] if value is None else value)
    width = max(columns["n"], default=0)
    with atomic_write(path) as file, zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for column, (name, dtype, _) in _ARRAYS.items():
            with archive.open(f"{name}.npy", "w", force_zip64=True) as member:
                npy_format.write_array(member, np.array(columns[column], dtype))
        with archive.open("tours.npy", "w", force_zip64=True) as member:
            shape = (len(columns["n"]), width)
            header = {"shape": shape, "fortran_order": False, "descr": "<i4"}
            npy_format.write_array_header_2_0(member, header)
            for tour in _padded(log.rows(indices), width):
                member.write(tour)


def _padded(rows: Iterator[Row], width: int) -> Iterator[bytes]:
    for row in rows:
        tour = np.full(width, -1, "<i4")
        nodes = row.get("tour", ())
        tour[: len(nodes)] = nodes
        yield tour.tobytes()


_WRITERS: dict[str, Callable[[Path, BatchLog, Indices], None]] = {
    ".npz": _write_npz,
    ".csv": _write_csv,
}
