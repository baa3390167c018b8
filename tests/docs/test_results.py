"""The pages of the laboratory: tables are those of the results that are kept."""

import subprocess
import sys
from pathlib import Path

BENCHMARKS = Path(__file__).parents[2] / "benchmarks"
MAX_BYTES = 20_000_000


def test_tables_are_those_of_the_results():
    """A page would show numbers that no record has."""
    command = [sys.executable, str(BENCHMARKS / "tables.py"), "--check"]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, f"run make tables\n{done.stdout}{done.stderr}"


def test_results_are_small():
    """The repository would grow by traces that no figure shows."""
    files = list((BENCHMARKS / "results").glob("*"))
    assert files
    assert all(file.name.endswith(".jsonl.gz") for file in files)
    assert sum(file.stat().st_size for file in files) < MAX_BYTES
