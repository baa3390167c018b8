"""The results file: nothing that was written is lost."""

import json
import os
import warnings

import pytest

from heataco.bench import lines
from heataco.bench.lines import to_line
from heataco.bench.store import open_store, read_results
from heataco.files import FileError


def record(key="a", status="done", **values):
    return {"format": 1, "id": key, "status": status, "task": {}, **values}


def write(path, *lines):
    path.write_bytes(b"".join(lines))
    return path


def test_append_and_read(tmp_path):
    """A finished task would not be found again."""
    path = tmp_path / "new" / "r.jsonl"
    with open_store(path) as store:
        store.append(record("a", gap=1.5))
        assert read_results([path]).records["a"]["gap"] == 1.5
        store.append(record("b", "failed", error="x"))
    with open_store(path) as store:
        assert set(store.results.records) == {"a", "b"}


def test_results_take_precedence_over_failures(tmp_path):
    """A task that once failed would count as failed for ever, or a result be lost to a failure."""
    path = write(
        tmp_path / "r.jsonl",
        to_line(record("a", "failed")),
        to_line(record("a", gap=1)),
        to_line(record("a", "failed")),
    )
    assert read_results([path]).records["a"]["gap"] == 1


@pytest.mark.parametrize("cut", [1, 5, 20])
def test_unfinished_last_line_is_mended(tmp_path, cut):
    """A killed run could not be taken up again, or the next record would be glued to the rest."""
    whole = to_line(record("a"))
    path = write(tmp_path / "r.jsonl", whole, to_line(record("b"))[: -1 - cut])
    with pytest.warns(UserWarning, match="unfinished last line was ignored"):
        assert set(read_results([path]).records) == {"a"}
    mended = pytest.warns(UserWarning, match="unfinished last line was cut off")
    with mended, open_store(path) as store:
        store.append(record("c"))
    assert path.read_bytes() == whole + to_line(record("c"))


def test_missing_end_of_line(tmp_path):
    """Two records would come to stand on one line."""
    path = write(tmp_path / "r.jsonl", to_line(record("a")).rstrip())
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with open_store(path) as store:
            store.append(record("b"))
    assert set(read_results([path]).records) == {"a", "b"}


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (b'{"format": 1, "id"\n', "r.jsonl:1: is not JSON"),
        (
            to_line({"format": 3, "id": "a"}),
            "r.jsonl:1: .*format 3, this version reads formats 1, 2",
        ),
        (b'{"gap": 3}\n', "r.jsonl:1: is not a result of heataco bench"),
        (b"[1]\n", "r.jsonl:1: is not a result"),
    ],
)
def test_foreign_files_are_refused_and_kept(tmp_path, line, message):
    """Results of another version, or another file altogether, would be misread or destroyed."""
    path = write(tmp_path / "r.jsonl", line, to_line(record("a")))
    before = path.read_bytes()
    for use in (lambda: read_results([path]), lambda: open_store(path).__enter__()):
        with pytest.raises(FileError, match=message):
            use()
    assert path.read_bytes() == before


def test_other_version_as_last_line(tmp_path):
    """The last result of a newer version would be cut off as unfinished."""
    path = write(tmp_path / "r.jsonl", to_line(record("a")), to_line({"format": 3}))
    before = path.read_bytes()
    with pytest.raises(FileError, match="format 3"), open_store(path):
        pass
    assert path.read_bytes() == before


def test_one_writer(tmp_path):
    """Two runs would write into each other's lines."""
    pytest.importorskip("fcntl")
    path = tmp_path / "r.jsonl"
    with open_store(path), pytest.raises(FileError, match="another run"), open_store(path):
        pass


@pytest.mark.skipif(not os.path.exists("/dev/zero"), reason="there is no /dev/zero")
def test_endless_device(tmp_path, monkeypatch):
    """A device in place of results would be read until the memory is full."""
    monkeypatch.setattr(lines, "_MAX_LINE", 1 << 12)
    path = tmp_path / "zero.jsonl"
    path.symlink_to("/dev/zero")
    with pytest.raises(FileError, match=r"zero\.jsonl:1: is not JSON"):
        read_results([path])


def test_files_are_combined(tmp_path):
    """Parts of a run on several machines could not be shown together."""
    one = write(tmp_path / "1.jsonl", to_line(record("a")))
    two = write(tmp_path / "2.jsonl", to_line(record("b")))
    assert set(read_results([one, two]).records) == {"a", "b"}


def test_no_nan(tmp_path):
    """Other programs could not read the file."""
    with pytest.raises(ValueError, match="JSON"):
        to_line(record(gap=float("nan")))
    assert json.loads(to_line(record(gap=None)))["gap"] is None


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ({"format": 2, "id": "a", "status": "done", "task": {}}, "the result lacks version"),
        ({"format": 2, "id": "a", "labels": {"grid": "g"}}, "labels lacks set"),
        ({"format": 2, "id": "a", "labels": []}, r"labels is '\[\]'"),
        (record("a", gap="b"), "gap is 'b'"),
        ({"format": 2, "header": {"cells": [None]}}, "the header is damaged"),
        ({"format": 2, "header": {"grid": "g"}}, "the header is damaged"),
    ],
)
def test_edited_lines_are_named(tmp_path, line, sentence):
    """A table would end in a traceback, long after the line was read."""
    path = write(tmp_path / "r.jsonl", to_line(record()), to_line(line), to_line(record("b")))
    with pytest.raises(FileError, match=f"r.jsonl:2: {sentence}"):
        read_results([path])


class FullDisk:
    """A file that takes a few bytes and then no more."""

    def __init__(self, file):
        self.file = file

    def write(self, data):
        if len(data) <= 20:
            raise OSError(28, "No space left on device")
        return self.file.write(data[:20])

    def __getattr__(self, name):
        return getattr(self.file, name)


def test_a_full_disk_leaves_nothing_half_written(tmp_path):
    """The header of a grid would be there without the labels of its results."""
    path = tmp_path / "r.jsonl"
    with open_store(path) as store:
        store.append(record("a"))
        before = path.read_bytes()
        store._lines._file = FullDisk(store._lines._file)
        with pytest.raises(FileError, match=r"r\.jsonl: cannot be written: No space left"):
            store.append(record("b"), record("c"))
    assert path.read_bytes() == before
    assert set(store.results.records) == {"a"}
