"""Pack results for keeping: RESULTS.jsonl... into one .jsonl.gz of benchmarks/results.

    python benchmarks/pack.py results/main.jsonl benchmarks/results/main.jsonl.gz

Earlier results of the packed file stay, also those of parts of an experiment, such as of one set.
Failures are left out, and so is the course of each run, which only figures of convergence need
(--traces).
"""

import argparse
from pathlib import Path

from heataco.bench.packing import pack_results


def main() -> None:
    """Pack the results that are named."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", type=Path, nargs="+", metavar="RESULTS")
    parser.add_argument("target", type=Path, metavar="F.jsonl.gz")
    parser.add_argument("--traces", action="store_true")
    given = parser.parse_args()
    earlier = [given.target] if given.target.is_file() else []
    given.target.parent.mkdir(parents=True, exist_ok=True)
    count = pack_results([*earlier, *given.files], given.target, traces=given.traces)
    print(f"{given.target}: {count} results, {given.target.stat().st_size / 1e6:.2f} MB")


if __name__ == "__main__":
    main()
