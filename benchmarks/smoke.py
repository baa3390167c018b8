"""Every experiment once, much smaller: do the tables and figures still come out, with content?

Protocol: one or two instances, one seed and a few iterations or tenths of a second of each
experiment, all into one results file, so that what two experiments share is run once. The numbers
mean nothing.

    python benchmarks/smoke.py OUT_DIR [--engine processes] [--only WORD]

Experiments whose data are missing are skipped, with the file that is missing; those on generated
sets run everywhere. Exit code 1 if anything else went wrong, or nothing was run.
"""

import argparse
import csv
import io
import re
import sys
import time
from pathlib import Path

from click.testing import CliRunner

from heataco.bench.experiment import Experiment
from heataco.bench.experiment_files import read_experiment
from heataco.bench.grid import available, make_grid
from heataco.bench.inputs import MissingData, find_data
from heataco.cli.main import cli

EXPERIMENTS = Path(__file__).parent / "experiments"
SIZE = ["--seeds", "1", "--iterations", "3", "--seconds", "0.2"]
ONE_INSTANCE = ("caps", "peers", "focused_targets", "focused_peers", "focused_tsplib")
# Of large grids, these sets only.
SETS = {
    "gallery": ("rings 200", "duplicates_50 200", "uniform_arcs 200"),
    "focused_directed": ("100 nodes", "200 nodes"),
}
SMALLEST_PICTURE = 10_000  # bytes; an empty one has fewer


class Fault(Exception):
    """Something that came out wrong, in words."""


def heataco(*words: object) -> str:
    """Run a command and return its output; any failure is a fault."""
    done = CliRunner().invoke(cli, [str(word) for word in words])
    if done.exit_code != 0:
        raise Fault(f"heataco {words[0]}: exit {done.exit_code}: {done.output}{done.exception}")
    return done.stdout


def size(experiment: Experiment) -> list[str]:
    """Return the options that shrink an experiment."""
    sets = [word for name in SETS.get(experiment.name, ()) for word in ("--sets", name)]
    return [*SIZE, *sets, "--instances", "1" if experiment.name in ONE_INSTANCE else "2"]


def check_table(experiment: Experiment, results: Path, folder: Path) -> str:
    """Write the table in all forms and look at what it holds."""
    for form, suffix in (("markdown", "md"), ("latex", "tex"), ("csv", "csv")):
        output = folder / f"{experiment.name}.{suffix}"
        options = ["--results", results, "--format", form, "--output", output]
        heataco("table", experiment.path, *options)
    markdown, latex, rows = (
        (folder / f"{experiment.name}.{suffix}").read_text() for suffix in ("md", "tex", "csv")
    )
    widths = {len(row) for row in csv.reader(io.StringIO(rows))}
    if len(widths) != 1 or "nan" in markdown:
        raise Fault(f"{experiment.name}: the table is ragged or holds NaN")
    lines = [line for line in markdown.splitlines() if line.startswith("|")]
    ours = [line for line in lines[2:] if re.search(r"\| \**[-\d.]+[^|(]*", line)]
    arrows = [line for line in lines[2:] if re.search(r"[↑=↓]", line)]
    if not (ours or arrows) or latex.count(r"\\") < len(lines) - 2:
        raise Fault(f"{experiment.name}: the table has no number of ours")
    return f"table of {len(lines) - 2} rows, {len(ours)} with our numbers"


def check_figure(experiment: Experiment, results: Path, folder: Path) -> str:
    """Draw the figure in two forms and look at the files."""
    png, pdf = folder / f"{experiment.name}.png", folder / f"{experiment.name}.pdf"
    options = ["--results", results, "--output", png, "--output", pdf]
    heataco("plot", experiment.path, *options)
    good = png.read_bytes().startswith(b"\x89PNG") and pdf.read_bytes().startswith(b"%PDF")
    if not good or png.stat().st_size < SMALLEST_PICTURE:
        raise Fault(f"{experiment.name}: the figure is empty")
    return f"figure of {png.stat().st_size // 1000} kB"


def smoke(path: Path, results: Path, folder: Path, engine: str) -> str:
    """Run, tabulate and draw one experiment; return what came out."""
    experiment = read_experiment(path)
    available(make_grid(experiment.shrunk(1, 1)), find_data(None, path))
    options = ["--results", results, "--engine", engine, "--quiet"]
    heataco("bench", path, *size(experiment), *options)
    found = []
    if experiment.table is not None:
        found.append(check_table(experiment, results, folder))
    if experiment.figure is not None:
        found.append(check_figure(experiment, results, folder))
    return ", ".join(found)


def main() -> int:
    """Go through all experiments and say how each ended."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, metavar="OUT_DIR")
    parser.add_argument("--engine", default="processes")
    parser.add_argument("--only", default="", help="experiments whose name contains this")
    given = parser.parse_args()
    given.folder.mkdir(parents=True, exist_ok=True)
    results, start = given.folder / "smoke.jsonl", time.monotonic()
    counts = dict.fromkeys(("run", "skipped", "failed"), 0)
    paths = sorted(path for path in EXPERIMENTS.glob("*.toml") if given.only in path.stem)
    for path in paths:
        begin = time.monotonic()
        try:
            end, outcome = "run", smoke(path, results, given.folder, given.engine)
        except MissingData as error:
            end, outcome = "skipped", f"skipped: {error}"
        except Fault as error:
            end, outcome = "failed", f"FAILED: {error}"
        counts[end] += 1
        print(f"{path.stem:<12} {time.monotonic() - begin:5.1f} s  {outcome}", flush=True)
    ended = ", ".join(f"{count} {end}" for end, count in counts.items())
    print(f"{ended}, {time.monotonic() - start:.0f} s in all; see {given.folder}")
    return 1 if counts["failed"] or not counts["run"] else 0


if __name__ == "__main__":
    sys.exit(main())
