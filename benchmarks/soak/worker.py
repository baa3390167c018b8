"""The part of the soak test that can crash: it works off cases, and notes each before it starts.

Case K of a seed is always the same one: a search where K is even, a damaged file where it is odd.
"""

import argparse
import faulthandler
import json
import os
import sys
import tempfile
import time
import traceback
from collections import Counter
from pathlib import Path

import numpy as np
from mutations import random_file
from samples import valid_files
from searches import Refused, random_search

MAX_SECONDS = 600  # for a case; beyond it hangs, busy as the machine may be


def main() -> None:
    """Work off cases until time is up, or the only one asked for is done."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--first", type=int, required=True)
    parser.add_argument("--seconds", type=float, required=True)
    parser.add_argument("--last", type=int, default=sys.maxsize)
    parser.add_argument("--state", type=Path, required=True)
    options = parser.parse_args()
    end = time.monotonic() + options.seconds
    samples = valid_files()
    counts: Counter[str] = Counter()
    with open(options.state, "wb", buffering=0) as state, tempfile.TemporaryDirectory() as folder:
        case = options.first
        while case <= options.last and time.monotonic() < end:
            faulthandler.dump_traceback_later(MAX_SECONDS, exit=True)
            _note(state.fileno(), case, "is drawn", counts)
            try:
                _run(case, options.seed, samples, Path(folder), state.fileno(), counts)
            except Exception:
                counts["faults"] += 1
                what = json.loads(options.state.read_bytes())["what"]
                fault = {"case": case, "what": what, "error": traceback.format_exc(limit=-4)}
                print(json.dumps(fault), flush=True)
            case += 1
        faulthandler.cancel_dump_traceback_later()
        _note(state.fileno(), case, "", counts)


def _run(
    case: int, seed: int, samples: dict[str, bytes], folder: Path, state: int, counts: Counter[str]
) -> None:
    rng = np.random.default_rng([seed, case])
    if case % 2:
        file = random_file(rng, samples)
        _note(state, case, file.label, counts)
        counts["files"] += 1
        counts["files read"] += file.run(folder)
        return
    try:
        search = random_search(rng, lambda what: _note(state, case, what, counts))
    except Refused:
        counts["searches refused"] += 1
        return
    _note(state, case, search.label, counts)
    counts["searches"] += 1
    search.run()


def _note(state: int, case: int, what: str, counts: Counter[str]) -> None:
    """Write down what is about to be done: after a crash it is all that is known."""
    content = json.dumps({"case": case, "what": what, "counts": counts}).encode()
    os.ftruncate(state, 0)
    os.pwrite(state, content, 0)


if __name__ == "__main__":
    main()
