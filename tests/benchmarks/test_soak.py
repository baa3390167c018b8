"""The soak test itself: that it runs, finds faults and survives them."""

import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

SOAK = Path(__file__).parents[2] / "benchmarks" / "soak"


def work(folder, *options):
    """Run a worker, here without sanitizers; return its exit code, last note and faults."""
    state = folder / "state"
    command = [sys.executable, SOAK / "worker.py", "--seed", "1", "--seconds", "300"]
    done = subprocess.run(
        [*command, "--state", state, *options], capture_output=True, text=True, check=False
    )
    faults = [json.loads(line) for line in done.stdout.splitlines()]
    return done.returncode, json.loads(state.read_text()), faults


def test_cases_run(tmp_path):
    """The soak test would have gone stale: nothing drawn would be run at all."""
    code, note, faults = work(tmp_path, "--first", "10", "--last", "29")
    assert (code, note["case"], faults) == (0, 30, [])
    assert note["counts"]["searches"] + note["counts"].get("searches refused", 0) == 10
    assert note["counts"]["files"] == 10


def test_cases_repeat(monkeypatch):
    """A fault could not be repeated by its seed and case."""
    monkeypatch.syspath_prepend(str(SOAK))
    mutations, samples, searches = map(__import__, ("mutations", "samples", "searches"))
    files = samples.valid_files()
    for case in range(20):
        twice = [mutations.random_file(np.random.default_rng([1, case]), files) for _ in range(2)]
        assert twice[0] == twice[1]
        labels = [drawn_label(searches, case) for _ in range(2)]
        assert labels[0] == labels[1]


def drawn_label(searches, case):
    try:
        return searches.random_search(np.random.default_rng([1, case]), print).label
    except searches.Refused as error:
        return str(error)


def test_faults_are_found(monkeypatch, tmp_path):
    """A wrong result, or another error than that about a file, would count as good."""
    monkeypatch.syspath_prepend(str(SOAK))
    mutations, searches = map(__import__, ("mutations", "searches"))
    drawn = (drawn_search(searches, case) for case in range(100))
    search = next(one for one in drawn if one is not None and one.instance.n > 3)
    search.run()
    result = search._decode()
    object.__setattr__(result, "tour", result.tour[::-1][:-1])
    monkeypatch.setattr(searches.Search, "_decode", lambda self: result)
    with pytest.raises(AssertionError, match="no permutation"):
        search.run()

    def fail(path):
        raise KeyError(path)

    monkeypatch.setitem(mutations.READERS, ".tour", fail)
    with pytest.raises(KeyError):
        mutations.Damaged("", "a.tour", b"", {}).run(tmp_path)


def drawn_search(searches, case):
    try:
        return searches.random_search(np.random.default_rng([1, case]), print)
    except searches.Refused:
        return None
