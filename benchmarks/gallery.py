"""Focused and others on the gallery of geometries, at equal time: who fails on what.

    python benchmarks/gallery.py list
    python benchmarks/gallery.py run --families rings,lines --sizes 200,500 --results new.jsonl
    python benchmarks/gallery.py table new.jsonl > table.md

Every method gets an instance in turn, so that what else the machine does hits all of them. A run
lasts n/1,000 s, at least 0.1 s, on one thread. References are the best tours seen by anyone; a run
of Focused of twenty times that time, and elkai to 1,000 nodes, are made for them alone. What is
finished, by the same label, is not run again: a run may be killed at any moment.
"""

import argparse
import resource
import time
from collections.abc import Callable, Iterable
from pathlib import Path

from common import commit, record
from gallery_methods import METHODS, Case, applies, prepare
from gallery_records import Entry, Key, append, best, read
from gallery_table import lines
from heataco.bench.gallery import FAMILIES, MAX_MATRIX_NODES, PLANAR, draw

LONG = 20  # times the limit: the run for the reference


def limit(n: int) -> float:
    """Return the seconds that each method gets."""
    return max(0.1, n / 1_000)


def cpu_seconds() -> float:
    """Return what this process and its children have used so far."""
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + children.ru_utime + children.ru_stime


class Runner:
    """Runs what a results file lacks.

    Parameters
    ----------
    results, references
        Files of JSON lines. References hold runs that were made for them, and every run that
        was better than all before.
    label
        Names the build; runs of another label are not taken for one's own.
    """

    def __init__(self, results: Path, references: Path, label: str, commit: str) -> None:
        self.results, self.references = results, references
        self.label, self.commit = label, commit
        seen = read(references)
        self.best = best(seen)
        own = read(results)
        self.done = {entry.cell for entry in own}
        self.referred = {(entry.method, entry.limit, entry.key) for entry in seen + own}

    def run(self, method: str, key: Key, case: Case) -> None:
        """Run a method on an instance, unless that has been done."""
        seconds = limit(case.instance.n)
        if (self.label, method, seconds, key) in self.done:
            return
        if applies(method, case.instance):
            entry = self._measure(method, key, case, seconds)
            append(self.results, entry)
            self.referred.add((method, seconds, key))
            self._improve(entry)

    def refer(self, method: str, key: Key, case: Case, seconds: float) -> None:
        """Run a method for the reference, unless that has been done by any build."""
        if (method, seconds, key) not in self.referred and applies(method, case.instance):
            entry = self._measure(method, key, case, seconds)
            append(self.references, entry)
            self.referred.add((method, seconds, key))
            self.best = best([entry], self.best)

    def _improve(self, entry: Entry) -> None:
        improved = best([entry], self.best)
        if improved != self.best:
            append(self.references, entry)
            self.best = improved

    def _measure(self, method: str, key: Key, case: Case, seconds: float) -> Entry:
        prepare(method, case)
        cpu, wall = cpu_seconds(), time.perf_counter()
        tour = METHODS[method](case, seconds)
        used = time.perf_counter() - wall, cpu_seconds() - cpu
        cost = None if tour is None else case.instance.cost(tour)
        return Entry(self.label, method, *key, seconds, cost, *used, self.commit)


def run(options: argparse.Namespace) -> None:
    """Run the methods on the instances that are asked for."""
    runner = Runner(options.results, options.references, options.label or commit(), commit())
    for family in options.families:
        for n in options.sizes:
            if family not in PLANAR and n > MAX_MATRIX_NODES:
                continue
            for index in range(options.first, options.first + options.count):
                key = family, n, options.seed, index
                case = Case(draw(*key), options.search_seed)
                for method in options.methods:
                    runner.run(method, key, case)
                if options.long:
                    runner.refer("focused", key, case, LONG * limit(n))
                    runner.refer("elkai", key, case, limit(n))
            print(family, n, flush=True)


def table(options: argparse.Namespace) -> None:
    """Print the table of results files."""
    results = [entry for path in options.results for entry in read(path)]
    if options.families != list(FAMILIES):
        results = [entry for entry in results if entry.family in options.families]
    references = best(results + read(options.references))
    share = sum(entry.cpu for entry in results) / sum(entry.seconds for entry in results)
    seeds = ", ".join(str(seed) for seed in sorted({entry.seed for entry in results}))
    commits = ", ".join(sorted({entry.commit for entry in results}))
    print(record(seeds=seeds, commits=commits, cores_per_run=f"{share:.2f}"))
    print("- cells: mean / worst gap in %, then the instances behind the best peer in time\n")
    print("\n".join(lines(results, references)))


def numbers(text: str) -> list[int]:
    """Read whole numbers with commas between them."""
    return [int(number) for number in text.split(",")]


def names(known: Iterable[str]) -> Callable[[str], list[str]]:
    """Return a reader of names with commas between them; `all` stands for all."""

    def read_names(text: str) -> list[str]:
        chosen = list(known) if text == "all" else text.split(",")
        unknown = [name for name in chosen if name not in known]
        if unknown:
            raise argparse.ArgumentTypeError(
                f"{', '.join(unknown)} is unknown; known are {', '.join(known)}"
            )
        return chosen

    return read_names


def main() -> None:
    """Do what the command line says."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("list", help="name the families")
    runs, shown = commands.add_parser("run"), commands.add_parser("table")
    for command in (runs, shown):
        command.add_argument("--families", type=names(FAMILIES), default=list(FAMILIES))
        command.add_argument("--references", type=Path, default="gallery_references.jsonl")
    runs.add_argument("--sizes", type=numbers, default=[200, 500, 1_000])
    runs.add_argument("--count", type=int, default=8, help="instances of a family and size")
    runs.add_argument("--first", type=int, default=0, help="index of the first instance")
    runs.add_argument("--seed", type=int, default=1, help="of the instances")
    runs.add_argument("--search-seed", type=int, default=1, help="of the methods")
    runs.add_argument("--methods", type=names(METHODS), default=list(METHODS))
    runs.add_argument("--label", help="names the build; by default its commit")
    runs.add_argument("--results", type=Path, default="gallery.jsonl")
    runs.add_argument("--no-long", dest="long", action="store_false", help="no long references")
    shown.add_argument("results", type=Path, nargs="+")
    options = parser.parse_args()
    if options.command == "list":
        print("\n".join(FAMILIES))
    else:
        {"run": run, "table": table}[options.command](options)


if __name__ == "__main__":
    main()
