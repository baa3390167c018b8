"""`heataco demo`: the decoders side by side on a random instance."""

from pathlib import Path

import click
import numpy as np

from heataco.cli import outputs
from heataco.cli.common_options import FILE
from heataco.cli.progress import cost_text
from heataco.decoders import MCTS, MMAS, Decoder, Focused, Greedy, HeatACO
from heataco.decoding import available_threads, decode
from heataco.instances import Instance
from heataco.plotting.canvas import require_matplotlib
from heataco.results import Budget, Result
from heataco.solving import solve

_ITERATIONS = 500
_REFERENCE_ITERATIONS = 1_000
_DECODERS: dict[str, Decoder] = {
    "greedy": Greedy(),
    "greedy + 2opt": Greedy(local_search="2opt"),
    "mcts": MCTS(),
    "mmas + 2opt, without heatmap": MMAS(local_search="2opt"),
    "heataco, no local search": HeatACO(local_search="none"),
    "heataco + 2opt": HeatACO(local_search="2opt"),
    "focused, without heatmap": Focused(heatmap_trust=0),
}
_DEFAULT = "focused, prediction included"


@click.command()
@click.option(
    "--nodes", type=click.IntRange(5, 100_000), default=200, show_default=True, metavar="N"
)
@click.option("-s", "--seed", type=click.IntRange(0), default=1, show_default=True, metavar="N")
@click.option(
    "--plot",
    type=FILE,
    default="demo.png",
    show_default=True,
    help="Where to draw the tour of the default decoder, focused.",
)
def demo(nodes: int, seed: int, plot: Path) -> None:
    """Compare all decoders on a random instance, and draw a tour."""
    points = np.random.default_rng(seed).random((nodes, 2))
    instance = Instance.from_coordinates(points, name=f"uniform{nodes}")
    problem = _plot_problem(plot, instance)
    threads = available_threads()
    click.echo("heataco: prediction, focused ...", err=True)
    solved = solve(instance, iterations=_ITERATIONS, seed=seed, threads=threads)
    assert solved.prediction is not None
    heatmap = solved.prediction.heatmap
    results = {}
    for name, decoder in _DECODERS.items():
        click.echo(f"heataco: {name} ...", err=True)
        budget = Budget(_ITERATIONS)
        results[name] = decode(
            instance, heatmap, decoder, budget=budget, seed=seed, threads=threads
        )
    results[_DEFAULT] = solved
    click.echo("heataco: reference ...", err=True)
    best = min(results.values(), key=lambda result: result.cost)
    reference = decode(
        instance,
        heatmap,
        budget=Budget(_REFERENCE_ITERATIONS),
        seed=seed + 1,
        threads=threads,
        initial_tour=best.tour,
    )
    _print_table(instance.relabelled(best_known=reference.cost), results, seed)
    click.echo("The last line is what ha.solve(points) and `heataco decode FILE` do.")
    if problem is not None:
        click.echo(f"No picture: {problem}.")
        return
    title = f"{nodes} random nodes: alpha-nearness heatmap, tour by Focused"
    outputs.save_plot(plot, instance, solved, heatmap, title)
    click.echo(f"Picture of the tour of focused: {plot}")


def _plot_problem(plot: Path, instance: Instance) -> str | None:
    """Check the picture first; return why it cannot be drawn if matplotlib is missing."""
    try:
        require_matplotlib()
    except ImportError as error:
        return str(error)
    outputs.check_plot(plot, instance)
    return None


def _print_table(instance: Instance, results: dict[str, Result], seed: int) -> None:
    from rich.console import Console
    from rich.table import Table

    table = Table(title=f"{instance.n} uniform nodes (seed {seed}), alpha-nearness heatmap")
    table.add_column("decoder")
    for column in ("cost", "gap", "iterations", "seconds"):
        table.add_column(column, justify="right")
    for name, result in results.items():
        table.add_row(
            name,
            cost_text(result.cost),
            f"{instance.gap(result.cost):.2f} %",
            str(result.iterations),
            f"{result.seconds:.3f}",
        )
    Console().print(table)
    assert instance.best_known is not None
    click.echo(
        f"The gap is to a reference, not to a proven optimum: cost {cost_text(instance.best_known)}"
        f", from a further\nrun of focused with {_REFERENCE_ITERATIONS} iterations that "
        "started from the best tour above."
    )
