"""What the benchmarks share: where the data lies, and the record of how a figure came about."""

import os
import platform
import subprocess
from pathlib import Path

import numpy as np

import heataco as ha

DATA = Path(os.environ.get("HEATACO_DATA", Path(__file__).parents[2] / "shared" / "data"))

Pair = tuple[ha.Instance, ha.Heatmap | None]


def instances(name: str, count: int) -> list[ha.Instance]:
    """Read the first instances of a set such as tsp500, with their reference lengths."""
    with np.load(DATA / f"{name}.npz") as arrays:
        coordinates, lengths = arrays["coords"][:count], arrays["lengths"][:count]
    return [
        ha.Instance.from_coordinates(points, name=f"{name}_{index}", best_known=length)
        for index, (points, length) in enumerate(zip(coordinates, lengths, strict=True))
    ]


def heatmaps(name: str, count: int) -> list[ha.Heatmap]:
    """Read the first heatmaps of a batch such as utsp_tsp500."""
    path = DATA / "heatmaps" / f"{name}.npz"
    return [ha.read_heatmap(path, index=index) for index in range(count)]


def record(**settings: object) -> str:
    """Say on what a table was measured: version, commit, machine, load, and the settings."""
    load = ", ".join(f"{value:.1f}" for value in os.getloadavg())
    lines = [
        f"heataco {ha.__version__}, commit {commit()}",
        f"{_processor()}, {os.cpu_count()} cores, Python {platform.python_version()}",
        f"load average at the start: {load}",
        *(f"{key}: {value}" for key, value in settings.items()),
    ]
    return "\n".join(f"- {line}" for line in lines)


def commit() -> str:
    """Name the state of the sources."""
    return _output("git", "describe", "--always", "--dirty")


def _output(*command: str) -> str:
    found = subprocess.run(
        command, cwd=Path(__file__).parent, capture_output=True, text=True, check=False
    )
    return found.stdout.strip() or "unknown"


def _processor() -> str:
    cpuinfo = Path("/proc/cpuinfo")
    if cpuinfo.exists():
        for line in cpuinfo.read_text().splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()
