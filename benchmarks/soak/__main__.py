"""The soak test: random searches and damaged files under sanitizers, for as long as one likes.

Started by `make soak MINUTES=5 SEED=1`, which builds the native module for it. The work is done
in a process of its own, which is started again behind a case that it does not survive; what is
found, and a row for docs/lab/soak.md, is printed at the end. `--only K` repeats a case.
"""

import argparse
import datetime
import json
import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).parents[2]
BUILD = ROOT / "build" / "soak"
RECORD = ROOT / "docs" / "lab" / "soak.md"
LIBRARIES = (
    "libasan.so",
    "libubsan.so",
    "libstdc++.so",
)  # the last, or exceptions cannot be thrown
SHOWN, WIDTH = 4000, 200  # characters of a sanitizer's report, and of a line of it


@dataclass
class Tally:
    """What was done and found so far."""

    counts: Counter[str] = field(default_factory=Counter)
    faults: list[dict[str, object]] = field(default_factory=list)


def main() -> int:
    """Run the soak test; return 1 if there were faults."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--minutes", type=float, default=5)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--first", type=int, default=0, help="the case to begin with")
    parser.add_argument("--only", type=int, help="a single case, to repeat a fault")
    parser.add_argument("--record", action="store_true", help="append a row to docs/lab/soak.md")
    options = parser.parse_args()
    environment = _environment(_site())
    start = time.monotonic()
    first = options.first if options.only is None else options.only
    last = sys.maxsize if options.only is None else options.only
    tally, case = Tally(), first
    while case <= last and (left := start + 60 * options.minutes - time.monotonic()) > 0:
        limits = ["--seed", str(options.seed), "--first", str(case), "--last", str(last)]
        known = len(tally.faults)
        case = _work([*limits, "--seconds", str(left)], environment, tally)
        for fault in tally.faults[known:]:
            again = f"--seed {options.seed} --only {fault['case']}"
            print(f"{again}: {fault['what']}\n{fault['error']}\n", flush=True)
    minutes = (time.monotonic() - start) / 60
    _report(tally, options.seed, first, case, minutes, options.record)
    return 1 if tally.faults else 0


def _site() -> Path:
    """Put the package and its native module with sanitizers where the worker finds them."""
    site = BUILD / "site"
    shutil.rmtree(site, ignore_errors=True)
    ignored = shutil.ignore_patterns("__pycache__", "*.so")
    shutil.copytree(ROOT / "src" / "heataco", site / "heataco", ignore=ignored)
    (module,) = BUILD.glob("_native.*.so")
    shutil.copy(module, site / "heataco")
    return site


def _environment(site: Path) -> dict[str, str]:
    compiler = os.environ.get("CC", "gcc")
    libraries = [
        subprocess.run(
            [compiler, f"-print-file-name={name}"], check=True, capture_output=True, text=True
        ).stdout.strip()
        for name in LIBRARIES
    ]
    return os.environ | {
        "PYTHONPATH": os.pathsep.join([str(site), sysconfig.get_path("purelib")]),
        "LD_PRELOAD": " ".join(libraries),
        # Python leaks by design; a huge request must fail and not end the process.
        "ASAN_OPTIONS": "detect_leaks=0:allocator_may_return_null=1:hard_rss_limit_mb=8000",
        "UBSAN_OPTIONS": "halt_on_error=1:print_stacktrace=1",
        "OMP_NUM_THREADS": "1",  # of torch
    }


def _work(arguments: list[str], environment: dict[str, str], tally: Tally) -> int:
    """Let a worker go until time is up or it dies; return the case to go on with."""
    worker = Path(__file__).with_name("worker.py")
    with tempfile.TemporaryDirectory() as folder:
        state, errors = Path(folder) / "state", Path(folder) / "errors"
        state.write_text(json.dumps({"case": -1, "what": "starting", "counts": {}}))
        # -S: the finder of an editable installation would come before PYTHONPATH.
        command = [sys.executable, "-S", str(worker), *arguments, "--state", str(state)]
        with open(errors, "wb") as stderr:
            done = subprocess.run(
                command, env=environment, stdout=subprocess.PIPE, stderr=stderr, text=True
            )
        note = json.loads(state.read_text())
        tally.counts.update(note["counts"])
        tally.faults += [json.loads(line) for line in done.stdout.splitlines() if line[:1] == "{"]
        report = errors.read_text(errors="replace")
    if done.returncode == 0:
        return int(note["case"])
    if note["case"] < 0:
        raise SystemExit(f"the worker cannot start:\n{report[-SHOWN:]}")
    tally.counts["faults"] += 1
    lines = [line[:WIDTH] for line in report.splitlines()]
    how = "\n".join([f"exit code {done.returncode}", *lines])[:SHOWN]
    tally.faults.append({"case": note["case"], "what": note["what"], "error": how})
    return int(note["case"]) + 1


def _report(tally: Tally, seed: int, first: int, end: int, minutes: float, record: bool) -> None:
    commit = subprocess.run(
        ["git", "rev-parse", "--short", "HEAD"], cwd=ROOT, capture_output=True, text=True
    ).stdout.strip()
    counts = tally.counts
    cells = [
        datetime.date.today().isoformat(),
        commit,
        seed,
        f"{first}–{end - 1}",
        f"{minutes:.1f}",
        *(counts[key] for key in ("searches", "searches refused", "files", "files read")),
        len(tally.faults),
    ]
    row = f"| {' | '.join(map(str, cells))} |"
    print("date, commit, seed, cases, minutes, searches, refused, files, read, faults")
    print(row)
    if record:
        with open(RECORD, "a", encoding="utf-8") as file:
            file.write(f"{row}\n")


if __name__ == "__main__":
    sys.exit(main())
