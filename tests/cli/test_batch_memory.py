"""`heataco decode --all` holds one instance and one result at a time."""

import tracemalloc
from pathlib import Path

import numpy as np
import pytest

N = 30


def write_set(path, count):
    points = np.random.default_rng(count).integers(0, 99, (count, N, 2))  # short lines
    order = " ".join(map(str, [*range(1, N + 1), 1]))
    lines = (f"{' '.join(map(str, each.ravel()))} output {order}\n" for each in points)
    path.write_text("".join(lines))


def peak(heataco, count, output):
    """Return the most memory that a run takes, in bytes."""
    write_set(Path("set.txt"), count)
    tracemalloc.start()
    line = f"decode set.txt --all --decoder greedy --predictor none --quiet -o {output}"
    assert heataco(line).code == 0
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return most


@pytest.mark.parametrize("output", ["out.csv", "out.npz", "out"])
def test_memory_stays_flat(heataco, tmp_path, monkeypatch, output):
    """A set of 10,000 instances would be in memory, with all results, before any is written."""
    monkeypatch.chdir(tmp_path)
    peak(heataco, 5, f"first_{output}")  # loads modules
    few, many = (peak(heataco, count, f"{count}_{output}") for count in (100, 600))
    assert many - few < 500 * 700  # an instance and its result as a row take more than 3,000
