"""The results file: JSON lines, appended by one driver, never rewritten."""

import contextlib
import json
import os
import warnings
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

from heataco.bench.records import FORMAT, Record, is_done
from heataco.files import FileError
from heataco.files.errors import reading


class Store:
    """A results file that this process appends to.

    Parameters
    ----------
    records
        What it held at the start, by task id; a result takes precedence over a failure.
    """

    def __init__(self, path: Path, file: IO[bytes], records: dict[str, Record]) -> None:
        self.path = path
        self.records = records
        self._file = file

    def append(self, record: Record) -> None:
        """Write one record; once this returns, killing the process does not lose it."""
        self._file.write(to_line(record))
        self._file.flush()
        keep(self.records, record)


@contextmanager
def open_store(path: Path) -> Iterator[Store]:
    """Open a results file for appending, alone; it is made where there is none.

    A line that a killed process left unfinished is cut off, with a warning.

    Raises
    ------
    FileError
        If another process writes to the file, it is of another format, or a line before the last
        is bad; the file stays as it is.
    """
    with reading(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
    with open(path, "a+b") as file:
        _lock(file, path)
        records, size = _parse(path)
        if size < path.stat().st_size:
            warnings.warn(f"{path}: an unfinished last line was cut off", stacklevel=3)
            file.truncate(size)
        elif size and not _ends_with_newline(path):
            file.write(b"\n")
            file.flush()
        yield Store(path, file, records)


def read_results(paths: Iterable[Path]) -> dict[str, Record]:
    """Read results files, which stay as they are; later ones add to earlier ones.

    Raises
    ------
    FileError
        If a file is missing, of another format, or holds a bad line before the last.
    """
    records: dict[str, Record] = {}
    for path in paths:
        found, size = _parse(path)
        if size < path.stat().st_size:
            warnings.warn(f"{path}: an unfinished last line was left aside", stacklevel=2)
        for record in found.values():
            keep(records, record)
    return records


def to_line(record: Record) -> bytes:
    """Return a record as a line of JSON."""
    return (json.dumps(record, allow_nan=False, separators=(",", ":")) + "\n").encode()


def keep(records: dict[str, Record], record: Record) -> None:
    """Take over a record, unless a result of its task is there and this is none."""
    before = records.get(record["id"])
    if before is None or is_done(record) or not is_done(before):
        records[record["id"]] = record


def _parse(path: Path) -> tuple[dict[str, Record], int]:
    """Return the records of a file, and its size without an unfinished last line."""
    records: dict[str, Record] = {}
    size = 0
    with reading(path), open(path, "rb") as file:
        lines = iter(file)
        for number, line in enumerate(lines, 1):
            try:
                record = _checked(line)
            except ValueError as error:
                if next(lines, None) is None and _unfinished(line):
                    break
                raise FileError(path, str(error), number) from None
            size += len(line)
            keep(records, record)
    return records, size


def _checked(line: bytes) -> Record:
    try:
        record: Any = json.loads(line)
    except ValueError:
        raise ValueError("is no JSON; mend or remove this line") from None
    if not isinstance(record, dict) or "format" not in record:
        raise ValueError("is no result of heataco bench; give another results file")
    if record["format"] != FORMAT:
        raise ValueError(
            f"is a result of format {record['format']!r}, this version reads format {FORMAT}; give "
            "another results file or the version that wrote it"
        )
    if not {"id", "status", "task"} <= record.keys():
        raise ValueError("is no result of heataco bench: id, status or task is missing")
    return record


def _unfinished(line: bytes) -> bool:
    """Whether a bad line is what a killed process, and not another program, leaves."""
    try:
        json.loads(line)
    except ValueError:
        return True
    return False


def _ends_with_newline(path: Path) -> bool:
    with open(path, "rb") as file:
        file.seek(-1, os.SEEK_END)
        return file.read() == b"\n"


def _lock(file: IO[bytes], path: Path) -> None:
    """Keep other drivers out; the system lets go of the lock when the process ends."""
    with contextlib.suppress(ImportError):  # Windows has no fcntl
        import fcntl

        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise FileError(path, "is being written by another run; wait for it") from None
