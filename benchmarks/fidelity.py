"""Fidelity: mean gaps of the paper's decoders beside the paper's own and the targets.

Protocol: mean over instances and seeds of the gap to the reference length, 5,000 iterations,
32 ants, all parameters at their defaults. Run on any machine; gaps do not depend on it.

    python benchmarks/fidelity.py [--only WORD] [--threads N] > table.md
"""

import argparse
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

import heataco as ha
from common import DATA, Pair, heatmaps, instances, record


@dataclass(frozen=True)
class Row:
    """One line of the table: what is decoded how, and what should come out."""

    label: str
    pairs: Callable[[], list[Pair]]
    decoder: ha.Decoder
    seeds: tuple[int, ...]
    target: str
    paper: str


def tsp(size: int, count: int, heat: str | None = None) -> Callable[[], list[Pair]]:
    """Give the first uniform instances, with heatmaps of the named batch."""
    return lambda: list(
        zip(
            instances(f"tsp{size}", count),
            heatmaps(heat, count) if heat else [None] * count,
            strict=True,
        )
    )


def atsp(name: str, heat: bool = False) -> Callable[[], list[Pair]]:
    """Give the small asymmetric instances of a file."""

    def pairs() -> list[Pair]:
        items = ha.read_labelled_set(DATA / "small" / f"{name}.txt")
        maps = ha.read_heatmaps(DATA / "small" / f"{name}_heatmap.npy") if heat else None
        return [(item.instance, maps[index] if maps else None) for index, item in enumerate(items)]

    return pairs


def pcb442() -> list[Pair]:
    """Give the TSPLIB instance with its optimum."""
    instance = ha.read_tsplib(DATA / "tsplib" / "pcb442.tsp")
    assert instance.coordinates is not None
    return [
        (
            ha.Instance.from_coordinates(
                instance.coordinates, instance.metric, name="pcb442", best_known=50_778
            ),
            None,
        )
    ]


def rows() -> list[Row]:
    """The table, top to bottom."""
    two, one, five = (1, 2), (1,), (1, 2, 3, 4, 5)
    t500, t1000 = tsp(500, 16), tsp(1000, 4)
    dimes, utsp = tsp(500, 16, "dimes_published_tsp500"), tsp(500, 16, "utsp_tsp500")
    dimes_1000 = tsp(1000, 4, "dimes_tsp1000")
    a50, a50_heat, uniform = atsp("atsp50"), atsp("atsp50", True), atsp("atsp50_uniform_16ins")
    none, two_opt, three_opt = ha.MMAS("none"), ha.MMAS("2opt"), ha.MMAS("3opt")
    h_none, h_two_opt, h_three_opt = ha.HeatACO("none"), ha.HeatACO("2opt"), ha.HeatACO("3opt")
    return [
        Row("TSP500 greedy, DIMES", dimes, ha.Greedy(), one, "far above MMAS", "76.28"),
        Row("TSP500 greedy, UTSP", utsp, ha.Greedy(), one, "far above MMAS", "32.28"),
        Row("TSP500 MMAS none", t500, none, two, "5.6–6.7", "6.14"),
        Row("TSP500 HeatACO none, DIMES", dimes, h_none, two, "3.9–5.2", "4.65"),
        Row("TSP500 HeatACO none, UTSP", utsp, h_none, two, "3.9–5.2", "4.37"),
        Row("TSP500 MMAS 2opt", t500, two_opt, two, "≤ 0.25", "0.16"),
        Row("TSP500 HeatACO 2opt, DIMES", dimes, h_two_opt, two, "≤ 0.22", "0.15"),
        Row("TSP500 HeatACO 2opt, UTSP", utsp, h_two_opt, two, "", "0.14"),
        Row("TSP500 MMAS 3opt", t500, three_opt, two, "≤ 0.02", "0.0045"),
        Row("TSP500 HeatACO 3opt, DIMES", dimes, h_three_opt, two, "≤ 0.02", "0.0037"),
        Row("TSP1K MMAS none", t1000, none, one, "7.2–8.3", "7.73"),
        Row("TSP1K HeatACO none, DIMES", dimes_1000, h_none, one, "≤ 6.4", "5.91"),
        Row("TSP1K MMAS 2opt", t1000, two_opt, one, "≤ 0.5", "0.42"),
        Row("pcb442 MMAS 3opt", pcb442, three_opt, five, "0 in most seeds", "0"),
        Row("ATSP50 MMAS none", a50, none, two, "≤ 3", "2.65"),
        Row("ATSP50 HeatACO none", a50_heat, h_none, two, "below MMAS", ""),
        Row("ATSP50 MMAS 2opt", a50, two_opt, two, "≤ 0.9", "0.62"),
        Row("ATSP50 HeatACO 2opt", a50_heat, h_two_opt, two, "below MMAS", ""),
        Row("ATSP50 uniform MMAS none", uniform, none, two, "≤ 3", "2.65"),
        Row("ATSP50 uniform MMAS 2opt", uniform, two_opt, two, "≤ 0.9", "0.62"),
    ]


def measure(row: Row, threads: int) -> str:
    """Decode and write one line."""
    pairs = row.pairs()
    gaps, cpu = [], []
    for seed in row.seeds:
        for (instance, _), result in zip(
            pairs, ha.decode_batch(pairs, row.decoder, seed=seed, threads=threads), strict=True
        ):
            gaps.append(instance.gap(result.cost))
            cpu.append(result.cpu_seconds)
    zeros = f", {sum(abs(gap) < 1e-6 for gap in gaps)} of {len(gaps)} at 0"
    return (
        f"| {row.label} | {np.mean(gaps):.4f}{zeros if np.mean(gaps) < 0.05 else ''} | {row.target}"
        f" | {row.paper} | {np.mean(cpu):.2f} |"
    )


def main() -> None:
    """Print the table, row by row."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", default="", help="rows whose label contains this")
    parser.add_argument("--threads", type=int, default=1, help="instances decoded side by side")
    options = parser.parse_args()
    print(record(seeds="from 1", iterations=5_000, threads=options.threads), end="\n\n")
    print("| | mean gap % | target % | paper % | CPU s a run |\n|---|---|---|---|---|", flush=True)
    for row in rows():
        if options.only in row.label:
            print(measure(row, options.threads), flush=True)


if __name__ == "__main__":
    main()
