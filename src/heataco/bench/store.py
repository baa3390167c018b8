"""The results file: JSON lines, appended by one driver, never rewritten."""

import warnings
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path

from heataco.bench.header import Header, Labels
from heataco.bench.lines import LineFile, from_line, is_packed, open_lines, parse_lines
from heataco.bench.records import FORMAT, READABLE, Record, is_done, require_shape


@dataclass
class Results:
    """What results files hold.

    Parameters
    ----------
    records
        By task id; a result takes precedence over a failure.
    labels
        By grid and task id: the place of a task in a grid.
    headers
        The descriptions of the grids, the last one written last.
    """

    records: dict[str, Record] = field(default_factory=dict)
    labels: dict[tuple[str, str], Labels] = field(default_factory=dict)
    headers: list[Header] = field(default_factory=list)

    def add(self, line: Record) -> None:
        """Take over what a line says."""
        if "header" in line:
            header = Header.from_dict(line["header"])
            self.headers = [*(one for one in self.headers if one != header), header]
            return
        if "labels" in line:
            self.labels[line["labels"]["grid"], line["id"]] = line["labels"]
        if "task" in line:
            before = self.records.get(line["id"])
            if before is None or is_done(line) or not is_done(before):
                self.records[line["id"]] = line

    def header(self, name: str | None, paths: Iterable[Path]) -> Header:
        """Return the last description of an experiment or of a grid by name, or the last of all.

        Raises
        ------
        ValueError
            If there is none; the message says how to get one.
        """
        for header in reversed(self.headers):
            if name is None or name in (header.name, header.grid_name):
                return self._merged(header)
        files = ", ".join(map(str, paths))
        if not self.headers:
            raise ValueError(
                f"{files}: the results have no labels, as before format {FORMAT}; "
                "heataco bench EXPERIMENT --results F adds them, and runs only what is missing"
            )
        known = ", ".join(dict.fromkeys(header.name for header in self.headers))
        raise ValueError(f"{files}: there are no results of {name}, only of {known}")

    def _merged(self, header: Header) -> Header:
        """Take the cells that the machine of another part could run from its description."""
        parts = [one.cells for one in reversed(self.headers) if one.grid == header.grid]
        cells = (max(same, key=lambda one: one.tasks) for same in zip(*parts, strict=True))
        return replace(header, cells=tuple(cells))


class Store:
    """A results file that this process appends to.

    Parameters
    ----------
    lines
        The file.
    results
        What it holds.
    known
        Results of other files, by task id.
    """

    def __init__(self, lines: LineFile, results: Results, known: Mapping[str, Record]) -> None:
        self.path = lines.path
        self.results = results
        self.known = known
        self._lines = lines

    @property
    def done(self) -> set[str]:
        """The ids of tasks that have a result, here or in another file."""
        return _done(self.results).keys() | self.known.keys()

    def append(self, *lines: Record) -> None:
        """Write lines, all or none; once this returns, killing the process does not lose them.

        Raises
        ------
        FileError
            If they cannot be written, such as on a full disk.
        """
        self._lines.append(*lines)
        for line in lines:
            self.results.add(line)

    def describe(self, header: Header, labels: Mapping[str, Labels]) -> None:
        """Write what the results of a grid are to be shown as, unless that was said last.

        Results of other files are taken over, so that the file holds all that its tables need.
        """
        said = self.results.headers[-1:] == [header]
        lines: list[Record] = [] if said else [{"format": FORMAT, "header": header.to_dict()}]
        done = _done(self.results)
        for key, value in labels.items():
            if key in self.known and key not in done:
                lines.append(self.known[key] | {"labels": value})
            elif key in self.results.records and (header.grid, key) not in self.results.labels:
                lines.append({"format": FORMAT, "id": key, "labels": value})
        self.append(*lines)


def _done(results: Results) -> dict[str, Record]:
    return {key: record for key, record in results.records.items() if is_done(record)}


@contextmanager
def open_store(path: Path, known: Iterable[Path] = ()) -> Iterator[Store]:
    """Open a results file for appending, alone; it is made where there is none.

    A line that a killed process left unfinished is cut off, with a warning. What other results
    files hold, packed ones among them, counts as known.

    Raises
    ------
    FileError
        If another process writes to the file, it is of another format, or a line before the last
        is bad; the file stays as it is.
    """
    results, others = Results(), _done(read_results(known))
    with open_lines(path, lambda line, _: results.add(_checked(line))) as lines:
        yield Store(lines, results, others)


def read_results(paths: Iterable[Path]) -> Results:
    """Read results files, which stay as they are; later ones add to earlier ones.

    Raises
    ------
    FileError
        If a file is missing, of another format, or holds a bad line before the last.
    """
    results = Results()
    for path in paths:
        size = parse_lines(path, lambda line, _: results.add(_checked(line)))
        if not is_packed(path) and size < path.stat().st_size:
            warnings.warn(f"{path}: an unfinished last line was ignored", stacklevel=2)
    return results


def _checked(line: bytes) -> Record:
    record: Record = from_line(line)
    if not isinstance(record, dict) or "format" not in record:
        raise ValueError("is not a result of heataco bench; give another results file")
    if record["format"] not in READABLE:
        raise ValueError(
            f"is a result of format {record['format']!r}, this version reads formats "
            f"{', '.join(map(str, READABLE))}; give another results file or the version that "
            "wrote it"
        )
    if not any(keys <= record.keys() for keys in _KINDS):
        raise ValueError("is not a result of heataco bench: id, status or task is missing")
    require_shape(record)
    return record


_KINDS = ({"id", "status", "task"}, {"id", "labels"}, {"header"})
