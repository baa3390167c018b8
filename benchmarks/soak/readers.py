"""Damaged files of every format, so many of each: `.venv/bin/python benchmarks/soak/readers.py`.

Unlike the soak test this runs on the usual build, in one process, and without searches. A file
that takes more than ten seconds counts as a hang.
"""

import argparse
import signal
import tempfile
import time
from collections import defaultdict
from pathlib import Path
from types import FrameType
from typing import NoReturn

import numpy as np
from mutations import random_file
from samples import valid_files

_LIMIT_SECONDS = 10


def main() -> None:
    """Read the files of one format after the other, and print a row for each."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=10_000, help="files of each format")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="", metavar="TEXT", help="formats that begin so")
    options = parser.parse_args()
    signal.signal(signal.SIGALRM, _hang)
    formats: dict[str, dict[str, bytes]] = defaultdict(dict)
    for name, content in valid_files().items():
        suffix = "".join(Path(name).suffixes)
        if suffix.startswith(options.only):
            formats[suffix][name] = content
    print("| format | files | read | faults | seconds |\n|---|---|---|---|---|")
    for suffix, samples in sorted(formats.items()):
        _read_many(suffix, samples, options.count, options.seed)


def _read_many(suffix: str, samples: dict[str, bytes], count: int, seed: int) -> None:
    rng, read, faults, begin = np.random.default_rng(seed), 0, list[str](), time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        for case in range(count):
            damaged = random_file(rng, samples)
            signal.alarm(_LIMIT_SECONDS)
            try:
                read += damaged.run(Path(folder))
            except Exception as error:  # whatever comes out but a value or a FileError
                faults.append(f"{suffix} {case}: {damaged.content!r}: {type(error)}: {error}")
            signal.alarm(0)
    print(f"| `{suffix}` | {count:,} | {read:,} | {len(faults)} | {time.monotonic() - begin:.0f} |")
    print(*faults[:3], sep="\n", end="\n" if faults else "", flush=True)


def _hang(number: int, frame: FrameType | None) -> NoReturn:
    raise RuntimeError("hangs")


if __name__ == "__main__":
    main()
