"""What the benchmarks share: where the data lies, and the record of how a number came about."""

import os
from pathlib import Path

import heataco as ha
from heataco.bench.environment import environment

DATA = Path(os.environ.get("HEATACO_DATA", Path(__file__).parents[2] / "shared" / "data"))


def instances(name: str, count: int) -> list[ha.Instance]:
    """Read the first instances of a set such as tsp500, with their reference lengths."""
    return [item.instance for item in ha.read_labelled_set(DATA / f"{name}.npz")[:count]]


def heatmaps(name: str, count: int) -> list[ha.Heatmap]:
    """Read the first heatmaps of a batch such as utsp_tsp500."""
    path = DATA / "heatmaps" / f"{name}.npz"
    return [ha.read_heatmap(path, index=index) for index in range(count)]


def record(**settings: object) -> str:
    """Say on what a table was measured: version, commit, machine, load, and the settings."""
    load = ", ".join(f"{value:.1f}" for value in os.getloadavg())
    found = environment()
    machine = found["machine"]
    lines = [
        f"heataco {found['version']}, commit {found['commit']}",
        f"{machine['processor']}, {machine['cores']} cores, Python {machine['python']}",
        f"load average at the start: {load}",
        *(f"{key}: {value}" for key, value in settings.items()),
    ]
    return "\n".join(f"- {line}" for line in lines)
