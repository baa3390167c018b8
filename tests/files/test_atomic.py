"""Whole-or-nothing writing, and the error about a file."""

import os
import pickle
import re
import stat
import threading
from pathlib import Path

import numpy as np
import pytest

from heataco.files import FileError, write_heatmap, write_labelled_set, write_tour, write_tsplib
from heataco.files.atomic import atomic_write
from heataco.files.labelled_sets import LabelledInstance
from heataco.heatmaps import Heatmap
from heataco.instances import Instance

INSTANCE = Instance.from_coordinates([[0, 0], [1, 0], [0, 1]])
WRITERS = [
    ("a.tsp", lambda path: write_tsplib(INSTANCE, path)),
    ("a.tour", lambda path: write_tour([2, 0, 1], path)),
    ("a.txt", lambda path: write_labelled_set([LabelledInstance(INSTANCE, [0, 1, 2])], path)),
    ("a.npz", lambda path: write_heatmap(Heatmap.from_dense(np.ones((3, 3))), path)),
]


def test_failure_leaves_the_old_file(tmp_path):
    """A crash while writing would destroy what was there, or leave half a file."""
    path = tmp_path / "file"
    path.write_bytes(b"old")

    def fail_halfway():
        with atomic_write(path) as file:
            file.write(b"half")
            raise KeyError

    with pytest.raises(KeyError):
        fail_halfway()
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


def test_success_replaces_the_file(tmp_path):
    """Writing would need a free name, or leave the temporary file behind."""
    path = tmp_path / "file"
    for content in (b"old", b"new"):
        with atomic_write(path) as file:
            file.write(content)
        assert path.read_bytes() == content
    assert list(tmp_path.iterdir()) == [path]


def test_links_are_followed(tmp_path):
    """A link to the result would be replaced by a file, and its target stay old."""
    target, link = tmp_path / "target", tmp_path / "link"
    link.symlink_to(target)
    with atomic_write(link) as file:
        file.write(b"new")
    assert link.is_symlink()
    assert target.read_bytes() == b"new"


@pytest.fixture
def usual_umask():
    before = os.umask(0o022)
    yield
    os.umask(before)


@pytest.mark.skipif(os.name != "posix", reason="modes are of Unix")
@pytest.mark.usefixtures("usual_umask")
@pytest.mark.parametrize("mode", [0o600, 0o640, 0o664, 0o444, 0o755])
@pytest.mark.parametrize(("name", "write"), WRITERS)
def test_modes_are_kept(tmp_path, name, write, mode):
    """What only its owner may read would be open to all after it is written again."""
    path, link = tmp_path / name, tmp_path / f"link{Path(name).suffix}"
    write(path)
    assert stat.S_IMODE(path.stat().st_mode) == 0o644
    path.chmod(mode)
    link.symlink_to(path)
    for place in (path, link):
        write(place)
        assert stat.S_IMODE(path.stat().st_mode) == mode
    assert link.is_symlink()


@pytest.mark.skipif(os.name != "posix", reason="modes are of Unix")
def test_temporary_file_is_closed_to_others(tmp_path):
    """A secret result could be read by others while it is written."""
    path = tmp_path / "file"
    path.touch(0o600)
    with atomic_write(path) as file:
        assert stat.S_IMODE(os.stat(file.fileno()).st_mode) == 0o600


@pytest.mark.skipif(os.name != "posix", reason="modes are of Unix")
def test_other_owners(tmp_path, monkeypatch):
    """The file of someone else would open to our group, or not be written at all."""
    given = []

    def give(file, user, group):
        given.append((user, group))
        raise PermissionError

    path = tmp_path / "file"
    path.touch()
    path.chmod(0o674)
    monkeypatch.setattr(os, "fchown", give)
    with atomic_write(path) as file:
        file.write(b"new")
    old = path.stat()
    assert given == [(old.st_uid, old.st_gid), (-1, old.st_gid)]
    assert stat.S_IMODE(old.st_mode) == 0o644
    assert path.read_bytes() == b"new"


@pytest.mark.parametrize(("name", "write"), WRITERS)
def test_unwritable_places(tmp_path, name, write):
    """A result that cannot be saved would end in a traceback without the file's name."""
    folder = tmp_path / "folder" / name
    folder.mkdir(parents=True)
    file = tmp_path / "file"
    file.touch()
    for path in (tmp_path / "missing" / name, folder, file / name):
        with pytest.raises(FileError, match=f"{re.escape(str(path))}: cannot be written"):
            write(path)
    assert sorted(tmp_path.iterdir()) == [file, tmp_path / "folder"]
    assert list(folder.iterdir()) == []


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no /dev/full")
def test_device_is_not_replaced():
    """Writing to /dev/null as root would replace the device by a file, or be refused."""
    write_tour([0], "/dev/null")
    assert not Path("/dev/null").is_file()
    with pytest.raises(FileError, match=r"/dev/full: cannot be written: No space left"):
        write_tour([0], "/dev/full")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
def test_pipes_are_written_to(tmp_path):
    """A pipe that another program reads would be replaced by a file, and nothing arrive."""
    pipe = tmp_path / "a.tour"
    os.mkfifo(pipe)
    received = []
    reader = threading.Thread(target=lambda: received.append(pipe.read_bytes()))
    reader.start()
    write_tour([1, 0], pipe)
    reader.join()
    assert received[0].startswith(b"NAME")
    assert received[0].endswith(b"2\n1\n-1\nEOF\n")
    assert pipe.is_fifo()


def test_file_error_pickles():
    """An error in a worker process would be lost on its way back."""
    error = pickle.loads(pickle.dumps(FileError("a.tsp", "is empty", 3)))
    assert isinstance(error, FileError)
    assert str(error) == "a.tsp:3: is empty"
