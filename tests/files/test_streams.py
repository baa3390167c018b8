"""What files turn out to be: devices, pipes, binary files, text with a byte-order mark."""

import codecs
import io
import os
import re
import threading

import pytest
from tests.support import refused

from heataco.files import (
    FileError,
    read_heatmaps,
    read_labelled_set,
    read_tour,
    read_tsplib,
    streams,
)

TSP = b"NAME: a\nTYPE: TSP\nDIMENSION: 2\nEDGE_WEIGHT_TYPE: EUC_2D\nNODE_COORD_SECTION\n"
TSP += b"1 0 0\n2 3 4\nEOF\n"
TEXTS = {
    "a.tsp": (read_tsplib, TSP),
    "a.tour": (read_tour, b"TOUR_SECTION\n2\n1\n-1\n"),
    "set.txt": (read_labelled_set, b"0 0 3 4 output 1 2 1\n0 0 1 1\n"),
    "set.lines": (read_labelled_set, b"0 0 3 4 output 1 2 1\n"),
    "heat.txt": (read_heatmaps, b"2\n0 1\n2 0\n"),
    "rows.txt": (read_heatmaps, b"0.0 1\n2 0\n"),
    "one_line.txt": (read_heatmaps, b"0.0 1 2 0\n"),
    "heat.lines": (read_heatmaps, b"nodes 2 indices 2 1 value 1 2\nnodes 1 value 3\n"),
    "words.txt": (read_heatmaps, b"nodes 2 indices 2 1 value 1 2\n"),
}
READERS = {name: read for name, (read, _) in TEXTS.items()}
READERS |= {f"a{s}": read_heatmaps for s in (".npy", ".npz", ".pt", ".safetensors")}
READERS |= {"set.npz": read_labelled_set}


def comparable(value):
    if isinstance(value, list) and value and hasattr(value[0], "instance"):
        return [
            (item.instance, None if item.tour is None else item.tour.tolist()) for item in value
        ]
    return value.tolist() if hasattr(value, "tolist") else value


@pytest.mark.parametrize("name", TEXTS)
def test_byte_order_marks(tmp_path, name):
    """A file saved by an editor that puts a mark in front would be refused."""
    read, content = TEXTS[name]
    (tmp_path / name).write_bytes(content)
    expected = comparable(read(tmp_path / name))
    (tmp_path / name).write_bytes(codecs.BOM_UTF8 + content)
    assert comparable(read(tmp_path / name)) == expected
    (tmp_path / name).write_bytes(codecs.BOM_UTF8 + b"\n" + content)
    assert comparable(read(tmp_path / name)) == expected
    (tmp_path / name).write_bytes(codecs.BOM_UTF8)
    with pytest.raises(FileError, match=r"is empty|holds no instance"):
        read(tmp_path / name)


@pytest.mark.parametrize("name", TEXTS)
def test_binary_content(tmp_path, name):
    """A binary or UTF-16 file would be read as numbers, or to its end though that is far."""
    read, content = TEXTS[name]
    path = tmp_path / name
    for bad in (content.decode().encode("utf-16"), b"\0" + content, content[:9] + b"\0"):
        path.write_bytes(bad)
        with refused(path, ": holds a NUL byte, so it is binary or UTF-16"):
            read(path)
    os.truncate(path, 0)
    os.truncate(path, 1 << 36)  # a hole, which takes no space
    with pytest.raises(FileError, match="holds a NUL byte"):
        read(path)


@pytest.mark.parametrize("device", ["/dev/zero", "/dev/full"])
@pytest.mark.parametrize("name", READERS)
def test_endless_devices(tmp_path, name, device):
    """A device in place of a file would be read for ever."""
    if not os.path.exists(device):
        pytest.skip(f"there is no {device}")
    path = tmp_path / name
    path.symlink_to(device)
    wanted = "is a pipe or device" if name == "set.npz" else "NUL byte"
    with pytest.raises(FileError, match=wanted):
        READERS[name](path)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="named pipes are of Unix")
@pytest.mark.parametrize("name", TEXTS)
def test_pipes(tmp_path, name):
    """What a program writes could not be read as it comes, or a reader would wait for ever."""
    path = tmp_path / name
    os.mkfifo(path)
    read, content = TEXTS[name]
    writer = threading.Thread(target=path.write_bytes, args=(content,))
    writer.start()
    from_pipe = comparable(read(path))
    writer.join()
    path.unlink()
    path.write_bytes(content)
    assert from_pipe == comparable(read(path))


def test_lines_without_end(monkeypatch):
    """A pipe without line breaks would fill the memory."""
    monkeypatch.setattr(streams, "_BLOCK", 8)
    monkeypatch.setattr(streams, "_MAX_LINE", 40)
    text = b"12345678901\n\n" + b"1" * 30 + b"\n1"
    assert b"".join(streams.text_blocks(io.BytesIO(text))) == text
    assert all(block.endswith(b"\n") for block in [*streams.text_blocks(io.BytesIO(text))][:-1])
    with pytest.raises(ValueError, match="has a line of more than 40 bytes"):
        list(streams.text_blocks(io.BytesIO(b"1 " * 50)))


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="named pipes are of Unix")
def test_errors_keep_their_cause(tmp_path):
    """Who debugs a reader could not see what went wrong under the sentence."""
    path = tmp_path / "a.csv"
    path.write_bytes(b"order,node\n0,x\n")
    with refused(path, ":2: 'x' is not a number") as of_file:
        read_tour(path)
    os.mkfifo(tmp_path / "pipe")
    writer = threading.Thread(target=(tmp_path / "pipe").write_bytes, args=(path.read_bytes(),))
    writer.start()
    with pytest.raises(
        FileError, match=f"^{re.escape(str(tmp_path))}.pipe:2: 'x' is not a number"
    ) as of_pipe:
        read_tour(tmp_path / "pipe")
    writer.join()
    for error in (of_file.value, of_pipe.value):
        assert type(error.__cause__) is ValueError
