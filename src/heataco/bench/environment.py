"""On what a result was measured: version, commit and machine; and what it took."""

import os
import platform
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

import heataco
from heataco._timing import Stopwatch

Times = dict[str, float]  # seconds, and cpu_seconds of all threads and ended child processes


@cache
def environment() -> dict[str, Any]:
    """Return version, commit (None outside of a checkout), machine and Python of this process."""
    return {
        "version": heataco.__version__,
        "commit": _commit(),
        "machine": {
            "host": platform.node(),
            "processor": _processor(),
            "cores": os.cpu_count(),
            "system": platform.platform(),
            "python": platform.python_version(),
            "process": os.getpid(),
        },
    }


def peak_megabytes() -> float | None:
    """Return the peak memory of this process in megabytes; None where the system has no count."""
    try:
        import resource
    except ImportError:  # Windows
        return None
    units = 1024**2 if platform.system() == "Darwin" else 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / units


@contextmanager
def timed() -> Iterator[Times]:
    """Measure a block; the times are there when it has ended."""
    times: Times = {}
    stopwatch, before = Stopwatch(), os.times()
    yield times
    seconds, cpu_seconds = stopwatch.elapsed()
    after = os.times()
    times |= {"seconds": seconds, "cpu_seconds": cpu_seconds + sum(after[2:4]) - sum(before[2:4])}


def _commit() -> str | None:
    package = Path(heataco.__file__).parent
    # A package installed below some other checkout is not of that checkout's commit.
    if _git(package, "ls-files", "--error-unmatch", "__init__.py") is None:
        return None
    return _git(package, "describe", "--always", "--dirty", "--abbrev=12")


def _git(folder: Path, *arguments: str) -> str | None:
    try:
        done = subprocess.run(
            ["git", "-C", str(folder), *arguments], capture_output=True, text=True, check=False
        )
    except OSError:
        return None
    return done.stdout.strip() if done.returncode == 0 else None


def _processor() -> str:
    cpuinfo = Path("/proc/cpuinfo")
    if cpuinfo.exists():
        for line in cpuinfo.read_text().splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()
