"""`heataco predict`: a heatmap for an instance, or for every one of a set."""

import json
import sys
from collections.abc import Sequence
from contextlib import redirect_stdout
from dataclasses import asdict
from pathlib import Path

import click

import heataco
from heataco.cli import outputs
from heataco.cli.common_options import FILE, index_option
from heataco.cli.formatted_output import format_option, formatted, require_output
from heataco.cli.inputs import choose_item
from heataco.cli.names import complete_from
from heataco.cli.parameters import build_predictor, weights_option, with_weights
from heataco.cli.reading import Reading, reading_options
from heataco.cli.reports import row, time_text
from heataco.cli.stdout import STDOUT
from heataco.files import write_heatmaps
from heataco.files.heatmap_files import HEATMAP_SUFFIXES
from heataco.heatmaps import Heatmap
from heataco.instances import Instance
from heataco.predictors import PREDICTORS, Predictor
from heataco.predictors.timed import predict_timed
from heataco.results import Prediction


@click.command()
@click.argument("file", type=FILE)
@reading_options()
@index_option
@click.option("--all", "every", is_flag=True, help="All instances of FILE; F then holds a batch.")
@click.option(
    "--predictor",
    required=True,
    metavar="NAME",
    shell_complete=complete_from(PREDICTORS.names),
    help=f"One of {', '.join(PREDICTORS.names)}, or MODULE:CLASS.",
)
@click.option(
    "--set",
    "settings",
    multiple=True,
    metavar="NAME=VALUE",
    help="Parameter of the predictor, such as neighbours=10; can be repeated.",
)
@weights_option
@click.option(
    "-o",
    "--output",
    type=FILE,
    metavar="F",
    help=f"Write the heatmap: {', '.join(HEATMAP_SUFFIXES)}; - is stdout.",
)
@format_option(HEATMAP_SUFFIXES, "the heatmap")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object per instance.")
def predict(
    file: Path,
    reading: Reading,
    index: int | None,
    every: bool,
    predictor: str,
    settings: tuple[str, ...],
    weights: Path | None,
    output: Path | None,
    output_format: str | None,
    as_json: bool,
) -> None:
    """Predict the heatmap of the instance in FILE without decoding it.

    FILE is as in `heataco decode`; of several instances choose one with --index, or use --all.
    Decode the heatmap with `heataco decode FILE --heatmap F`; from a batch, that reads the heatmap
    at --index.
    """
    if every and index is not None:
        raise click.UsageError("--all and --index exclude each other; give one")
    with redirect_stdout(sys.stderr):  # plug-ins may print
        chosen = build_predictor(predictor, with_weights(predictor, settings, weights), "--set")
    outputs.refuse_overwriting([("--output", output)], [file, weights])
    _check_output(output, output_format, as_json)
    items = reading.items(file)
    wanted = items if every else [choose_item(file, items, index, or_all=True)]
    instances = [item.instance for item in wanted]
    with redirect_stdout(sys.stderr):
        predictions = [predict_timed(chosen, instance) for instance in instances]
    if output is not None:
        with formatted(output, output_format, instances[0].name or "heatmap") as target:
            write_heatmaps(map(_heatmap, predictions), target)
    if as_json:
        for instance, prediction in zip(instances, predictions, strict=True):
            click.echo(json_line(chosen, instance, prediction, output))
    else:
        click.echo(summary(chosen, instances, predictions, output), err=output == STDOUT)


def _check_output(output: Path | None, form: str | None, as_json: bool) -> None:
    require_output(output, form)
    if output == STDOUT and as_json:
        raise click.UsageError("--output - and --json both write to stdout; give one")
    if output is not None:
        outputs.check_heatmap(output, form)


def json_line(
    predictor: Predictor, instance: Instance, prediction: Prediction, output: Path | None
) -> str:
    """Return one prediction as a JSON object."""
    report = {
        "instance": instance.name,
        "n": instance.n,
        "predictor": predictor.name,
        "parameters": asdict(predictor),
        "edges": _heatmap(prediction).nnz,
        "predict_seconds": prediction.seconds,
        "predict_cpu_seconds": prediction.cpu_seconds,
        "output": None if output is None else str(output),
        "version": heataco.__version__,
    }
    return json.dumps(report, allow_nan=False)


def summary(
    predictor: Predictor,
    instances: Sequence[Instance],
    predictions: Sequence[Prediction],
    output: Path | None,
) -> str:
    """Return one prediction, or the sum of many, as a few lines of text."""
    sizes = [instance.n for instance in instances]
    edges = sum(_heatmap(prediction).nnz for prediction in predictions)
    name = instances[0].name if len(sizes) == 1 else f"{len(sizes)} instances"
    span = f"{min(sizes)}" if min(sizes) == max(sizes) else f"{min(sizes)} to {max(sizes)}"
    seconds = sum(prediction.seconds for prediction in predictions)
    cpu_seconds = sum(prediction.cpu_seconds for prediction in predictions)
    place = "stdout" if output == STDOUT else output
    rows = {
        "instance": f"{name} (n = {span})",
        "predictor": predictor.name,
        "edges": f"{edges:,}, {edges / sum(sizes):.2f} per node",
        "time": time_text(seconds, cpu_seconds),
        "heatmap": f"written to {place}" if output else "not written; use --output FILE.npz",
    }
    return "\n".join(row(key, text) for key, text in rows.items())


def _heatmap(prediction: Prediction) -> Heatmap:
    assert prediction.heatmap is not None  # there is no limit
    return prediction.heatmap
