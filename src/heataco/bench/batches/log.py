"""What a batch has finished so far: lines on disk, of which memory holds the places only."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from heataco.bench.lines import LineFile, from_line, open_lines, to_line
from heataco.bench.records import Record, is_done
from heataco.files import FileError

FORMAT = 1  # of a line
Row = dict[str, Any]


def to_row(record: Record) -> Row:
    """Return what is kept of a record: the numbers of a result and its tour, or an error."""
    index = record["task"]["instance"]["index"]
    if not is_done(record):
        return {"index": index, "error": record["error"]}
    predict, decode = record["predict"] or {}, record["decode"]
    trust = record["trust"] or {}
    return {
        "index": index,
        **{key: record[key] for key in ("instance", "n", "best_known", "cost", "gap")},
        **{key: record[key] for key in ("iterations", "stop_reason")},
        "trust": trust.get("value"),
        "predict_seconds": predict.get("seconds"),
        "seconds": decode["seconds"],
        "total_seconds": decode["seconds"] + predict.get("seconds", 0.0),
        "total_cpu_seconds": decode["cpu_seconds"] + predict.get("cpu_seconds", 0.0),
        **{key: record[key] for key in ("closed", "start", "end")},
        "process": record["machine"]["process"],
        "tour": record["tour"],
        "error": None,
    }


class BatchLog:
    """Rows by index; a result takes precedence over a failure."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.done: dict[int, int] = {}  # where the rows are, by index
        self.failed: dict[int, int] = {}
        self.content: Mapping[str, Any] | None = None
        self._lines: LineFile | None = None

    def append(self, row: Row) -> None:
        """Keep a row; once this returns, killing the process does not lose it."""
        assert self._lines is not None
        self._place(row, self._lines.append({"format": FORMAT, **row}))

    def rows(self, indices: range | list[int]) -> Iterator[Row]:
        """Read the rows of instances in the order of the indices, without those not yet run."""
        with open(self.path, "rb") as file:
            for index in indices:
                place = self.done.get(index, self.failed.get(index))
                if place is not None:
                    file.seek(place)
                    yield from_line(file.readline())

    def take(self, line: bytes, place: int) -> None:
        """Take over a line of the file; a ValueError if it is none of a batch."""
        row = from_line(line)
        if not isinstance(row, dict) or row.get("format") != FORMAT:
            raise ValueError("is not a line of an unfinished batch; give another --output")
        if "batch" in row:
            self.content = row["batch"]
            self.failed.clear()
        else:
            self._place(row, place)

    def _place(self, row: Row, place: int) -> None:
        if row["error"] is None:
            self.done[row["index"]] = place
        else:
            self.failed[row["index"]] = place


@contextmanager
def open_log(path: Path, content: Mapping[str, Any]) -> Iterator[BatchLog]:
    """Open the log of a batch for appending, alone; it is made where there is none.

    Raises
    ------
    FileError
        If it is the log of another batch, which would be mixed with this one; the message says in
        what they differ. Also as `open_lines` does.
    """
    log = BatchLog(path)
    with open_lines(path, log.take) as lines:
        if not log.done:
            log.failed.clear()
            lines.append({"format": FORMAT, "batch": dict(content)})
        elif log.content != content:
            raise FileError(
                path,
                f"holds {len(log.done)} results of other options: "
                f"{', '.join(_differences('', log.content, content))}; give these again or "
                "another --output, or remove this file to start anew",
            )
        log._lines = lines
        yield log


def _differences(prefix: str, before: Any, now: Any) -> list[str]:
    """Say in what two contents differ, level by level."""
    if not isinstance(before, Mapping) or not isinstance(now, Mapping):
        shown = [_short(value) for value in (before, now)]
        return [f"{prefix} was {shown[0]} and is {shown[1]}"]
    found = []
    for key in dict.fromkeys((*before, *now)):
        one, other = before.get(key), now.get(key)
        if one != other:
            name = _TITLES.get(key, key)
            found += _differences(f"{prefix} {name}".strip(), one, other)
    return found


_TITLES = {"instance": "the set", "method": "decoder", "heat": "heatmap", "file": "file"}


def _short(value: Any) -> str:
    if isinstance(value, Mapping):
        return "given"
    text = "none" if value is None else to_line({"": value}).decode().strip()[4:-1]
    return text if len(text) <= 20 else f"{text[:12]}…"
