"""One damaged file of the soak test, and what may come out of reading it."""

import io
import resource
import warnings
import zipfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.random import Generator

import heataco as ha
from heataco.files import FileError

REPACKED_SHARE = 0.8  # of the archives: damaged inside, with right checksums around
MAX_GROWTH = 2 << 30  # bytes that reading a small file may take
MAX_USED = 100  # nodes up to which what was read is used
TOKENS = (
    b"0 1 2 3 -1 1.5 1e3 1e999 nan inf -0 1_0 x : output 99999999999 1e-400 .5 \xff \0 "
    b"\xef\xbb\xbf "
    b"nodes indices value values , [ ] = EOF -1 NAME TYPE DIMENSION 4294967295 TOUR_SECTION "
    b"EDGE_WEIGHT_SECTION FULL_MATRIX UPPER_COL GEO ATT CEIL_2D "
    b'lat lon id ; \\t " { } [ ] : null true node tour features Point coordinates XRAY1 MAN_3D'
).split(b" ")
NUMBERS = [0, 1, 2, 127, 128, 255, 1 << 16, (1 << 31) - 1, 1 << 31, (1 << 32) - 1, 1 << 62]
READERS: dict[str, Callable[..., Any]] = {
    ".tsp": ha.read_tsplib,
    ".tour": ha.read_tour,
    ".set": ha.read_labelled_set,
    ".stops": ha.read_instances,
    ".round": ha.read_tour,
    ".heat": ha.read_heatmaps,
}


@dataclass(frozen=True)
class Damaged:
    """A damaged file, ready to be read."""

    label: str
    name: str
    content: bytes
    options: dict[str, Any]

    def run(self, folder: Path) -> bool:
        """Read the file, and use what was read; return whether it was read at all.

        Raises
        ------
        Exception
            If something else than a FileError about this file came out.
        """
        suffixes = Path(self.name).suffixes
        path = folder / f"damaged{suffixes[-1]}"
        path.write_bytes(self.content)
        before = _peak_memory()
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                _use(READERS[suffixes[0]](path, **self.options))
            problem = None
        except FileError as error:
            problem = str(error)
        growth = _peak_memory() - before
        assert growth < MAX_GROWTH, f"{len(self.content)} bytes took {growth} bytes of memory"
        assert problem is None or problem.startswith(str(path)), problem
        return problem is None


def random_file(rng: Generator, samples: dict[str, bytes]) -> Damaged:
    """Draw a file and damage it."""
    name = list(samples)[rng.integers(len(samples))]
    content = samples[name]
    inside = zipfile.is_zipfile(io.BytesIO(content)) and rng.random() < REPACKED_SHARE
    other = samples[list(samples)[rng.integers(len(samples))]]
    damaged = _repacked(rng, content) if inside else _damaged(rng, content, other)
    options: dict[str, Any] = {}
    if ".heat" in name and rng.random() < 0.3:
        options["kind"] = str(rng.choice(["probability", "logit", "log-probability"]))
        options["symmetrise"] = str(rng.choice(["none", "mean", "max", "sum"]))
        options["threshold"] = float(rng.choice([0.0, 1e-4, 0.5]))
    return Damaged(
        f"{name}, {'inside' if inside else 'outside'}, {options}", name, damaged, options
    )


def _use(value: Any) -> None:
    if isinstance(value, ha.Instance) and value.n <= MAX_USED:
        assert np.isfinite(value.cost(range(value.n)))
    elif isinstance(value, list):
        for item in value[:3]:
            if isinstance(item, ha.Heatmap) and item.n <= MAX_USED:
                assert np.isfinite(item.to_dense()).all()
                item.symmetrised("max")


def _repacked(rng: Generator, content: bytes) -> bytes:
    """Damage one member of an archive and pack it again, so that checksums do not give it away."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(content)) as old, zipfile.ZipFile(buffer, "w") as new:
        names = old.namelist()
        chosen = names[rng.integers(len(names))]
        for name in names:
            data = old.read(name)
            new.writestr(name, _damaged(rng, data, data) if name == chosen else data)
    return buffer.getvalue()


def _damaged(rng: Generator, content: bytes, other: bytes) -> bytes:
    for _ in range(rng.geometric(0.6)):
        change = CHANGES[rng.integers(len(CHANGES))]
        content = change(rng, content, other)
    return content


def _place(rng: Generator, content: bytes) -> int:
    return int(rng.integers(len(content) + 1))


def _flip(rng: Generator, content: bytes, other: bytes) -> bytes:
    if not content:
        return content
    at = int(rng.integers(len(content)))
    return content[:at] + bytes([content[at] ^ (1 << int(rng.integers(8)))]) + content[at + 1 :]


def _overwrite(rng: Generator, content: bytes, other: bytes) -> bytes:
    at = _place(rng, content)
    size = int(rng.choice([1, 2, 4, 8]))
    number = NUMBERS[rng.integers(len(NUMBERS))] % (1 << 8 * size)
    return content[:at] + number.to_bytes(size, "little") + content[at + size :]


def _truncate(rng: Generator, content: bytes, other: bytes) -> bytes:
    return content[: _place(rng, content)]


def _cut(rng: Generator, content: bytes, other: bytes) -> bytes:
    at = _place(rng, content)
    return content[:at] + content[at + int(rng.integers(1, 9)) :]


def _insert(rng: Generator, content: bytes, other: bytes) -> bytes:
    at = _place(rng, content)
    if rng.random() < 0.5:
        return content[:at] + rng.bytes(int(rng.integers(1, 5))) + content[at:]
    return content[:at] + b" " + TOKENS[rng.integers(len(TOKENS))] + b" " + content[at:]


def _repeat(rng: Generator, content: bytes, other: bytes) -> bytes:
    start, end = sorted((_place(rng, content), _place(rng, content)))
    return content[:end] + content[start:end] * int(rng.integers(1, 4)) + content[end:]


def _splice(rng: Generator, content: bytes, other: bytes) -> bytes:
    return content[: _place(rng, content)] + other[_place(rng, other) :]


def _digit(rng: Generator, content: bytes, other: bytes) -> bytes:
    """Change a decimal digit: shapes and places in headers are text."""
    places = [at for at, byte in enumerate(content) if 48 <= byte <= 57]
    if not places:
        return content
    at = places[rng.integers(len(places))]
    return content[:at] + str(NUMBERS[rng.integers(len(NUMBERS))]).encode() + content[at + 1 :]


CHANGES = (_flip, _flip, _overwrite, _truncate, _cut, _insert, _repeat, _splice, _digit)


def _peak_memory() -> int:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
