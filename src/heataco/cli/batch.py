"""`heataco decode --all`: a whole set, resumable after an interruption."""

import json
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, redirect_stdout, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

import heataco
from heataco.bench.batches.batch import Batch
from heataco.bench.batches.log import BatchLog, Row, open_log
from heataco.bench.batches.outputs import (
    check_output,
    is_folder,
    is_written,
    log_path,
    write_output,
)
from heataco.bench.batches.run import run_batch
from heataco.bench.batches.summary import BatchSummary, summarise_rows
from heataco.bench.driver import Tally
from heataco.bench.engines import Engine, choose_engine
from heataco.bench.heat import HeatKey
from heataco.cli import INTERRUPTED, SOME_FAILED
from heataco.cli.batch_options import DEFAULT_ENGINE, parse_indices
from heataco.cli.bench_progress import grid_progress
from heataco.cli.heat import HeatInput
from heataco.cli.inputs import regular_input, require_one_stdin, shown_input
from heataco.cli.logs import Form, log_event
from heataco.cli.outputs import check_folder, refuse_overwriting
from heataco.cli.progress import cost_text
from heataco.cli.reports import row
from heataco.cli.signals import uninterrupted
from heataco.decoders import Decoder
from heataco.decoding import available_threads
from heataco.results import Budget

if TYPE_CHECKING:
    from heataco.cli.decode_options import Options


@dataclass(frozen=True)
class SetRun:
    """A set to decode: with what engine, where the results go, and how progress is shown."""

    batch: Batch
    shown: str  # what the set is called
    engine: Engine
    output: Path | None
    as_json: bool
    form: Form


def decode_set(
    options: "Options", decoder: Decoder, heat: HeatInput, budget: Budget, form: Form
) -> int:
    """Decode the set that the command line names, and return the exit code."""
    output = options.output
    refuse_overwriting([("--output", output)], [options.file, heat.file, options.weights])
    if output is not None:
        check_output(output)
        if not is_folder(output):
            check_folder(output)
    chosen = options.batch
    alone = chosen.engine in (DEFAULT_ENGINE, "serial")
    if alone and chosen.workers is not None:
        raise click.UsageError("--workers needs --engine processes or ray")
    threads = options.threads
    if threads is None:
        threads = available_threads() if alone else 1
    engine = choose_engine(
        chosen.engine, workers=chosen.workers, threads=threads, address=chosen.ray_address
    )
    require_one_stdin([options.file, heat.file])
    with ExitStack() as inputs:  # a stream is copied, as its file is read more than once
        if heat.file is not None:
            heat = replace(heat, file=inputs.enter_context(regular_input(heat.file)))
        batch = Batch(
            inputs.enter_context(regular_input(options.file)),
            decoder,
            budget,
            _heat_key(heat, decoder),
            options.seed,
            threads,
            options.constraints,
        )
        shown = shown_input(options.file)
        return _decode(SetRun(batch, shown, engine, output, options.as_json, form), chosen.indices)


def _heat_key(heat: HeatInput, decoder: Decoder) -> HeatKey | None:
    """Return the source of the heatmaps in the form of a task."""
    if heat.file is not None:
        return HeatKey(file=str(heat.file), processing=heat.processing)
    if heat.predictor is not None and decoder.reads_heatmap:
        return HeatKey(predictor=heat.predictor)
    return None


def _decode(run: SetRun, indices: str | None) -> int:
    """Decode what has no result yet, write and print all results, and return the exit code."""
    count = run.batch.count()
    chosen = parse_indices(indices, count)
    started = time.monotonic()
    with _opened_log(run) as log:
        _announce(run, len(chosen), count, sum(index in log.done for index in chosen))
        try:
            tally = _run(run, chosen, count, log)
        except KeyboardInterrupt:
            _say_interrupted(run, chosen, log)
            return INTERRUPTED
        with uninterrupted():
            _deliver(run, tally, chosen, log, time.monotonic() - started)
    if tally.failed:
        return SOME_FAILED
    if set(log.done) <= set(chosen):  # otherwise it holds results that were not chosen this time
        log.path.unlink(missing_ok=True)
    return 0


@contextmanager
def _opened_log(run: SetRun) -> Iterator[BatchLog]:
    """Open the log of an interrupted run, or a new one; without --output it is temporary."""
    content = run.batch.content()
    if run.output is not None:
        with open_log(log_path(run.output), content) as log:
            try:
                yield log
            finally:
                if not log.done:  # an empty log is not worth keeping
                    with suppress(OSError):
                        log.path.unlink()
        return
    with (
        tempfile.TemporaryDirectory() as folder,
        open_log(Path(folder) / "batch.jsonl", content) as log,
    ):
        yield log


def _run(run: SetRun, chosen: range | list[int], count: int, log: BatchLog) -> Tally:
    with (
        redirect_stdout(sys.stderr),  # plug-ins may print
        grid_progress(run.batch.file.name, run.form) as on_tally,
    ):
        return run_batch(run.batch, chosen, count, log, run.engine, on_tally)


def _announce(run: SetRun, chosen: int, count: int, kept: int) -> None:
    """Say what is about to be done, unless nothing is to be shown."""
    batch = run.batch
    if run.form is Form.JSON:
        log_event(
            "start",
            name=batch.file.name,
            total=chosen,
            kept=kept,
            decoder=batch.decoder.name,
            seed=batch.seed,
            threads=batch.threads,
        )
    elif run.form is not Form.NONE:
        earlier = f" ({kept} of them finished in an earlier run)" if kept else ""
        heat = None if batch.heat is None else batch.heat.predictor
        by = "" if heat is None else f", heatmaps by {heat.name}"
        again = ""
        if run.output is not None and is_written(run.output) and not kept:
            again = f"; {run.output} of an earlier run is replaced at the end"
        click.echo(
            f"heataco: decoding {chosen} of the {count} instances of {run.shown}{earlier} with "
            f"{batch.decoder.label}, threads {batch.threads}, seed {batch.seed}{by}{again}",
            err=True,
        )


def _say_interrupted(run: SetRun, chosen: range | list[int], log: BatchLog) -> None:
    done = sum(index in log.done for index in chosen)
    place = "nothing is kept"
    if run.output is not None and done:
        place = f"they are kept in {log.path}; run the same command again to go on"
    click.echo(f"heataco: interrupted with {done} of {len(chosen)} finished; {place}", err=True)


def _deliver(
    run: SetRun, tally: Tally, chosen: range | list[int], log: BatchLog, seconds: float
) -> None:
    """Write the output and print the results, in the order of the set."""
    if run.output is not None:
        write_output(run.output, log, chosen, run.batch.file.stem)
    if run.as_json:
        for result in log.rows(chosen):
            click.echo(_json(run, result))
    else:
        summary = summarise_rows(log.rows(chosen))
        click.echo(_summary_text(run, tally, summary, seconds))
    if tally.failed:
        kept = f"; the other results are kept in {log.path}" if run.output and log.done else ""
        click.echo(
            f"heataco: {tally.failed} instance(s) failed, first: {tally.error}{kept}", err=True
        )


def _json(run: SetRun, result: Row) -> str:
    """Return the result of an instance as one JSON object."""
    known = {key: value for key, value in result.items() if key not in ("format", "process")}
    extra = {
        "decoder": run.batch.decoder.name,
        "seed": run.batch.seed,
        "threads": run.batch.threads,
        "version": heataco.__version__,
    }
    return json.dumps(known | extra, allow_nan=False)


def _summary_text(run: SetRun, tally: Tally, summary: BatchSummary, seconds: float) -> str:
    earlier = f", {tally.kept} of them from an earlier run" if tally.kept else ""
    rows = {
        "set": f"{Path(run.shown).name}, {tally.total} instances{earlier}",
        "decoder": run.batch.decoder.label,
        "mean cost": cost_text(summary.cost) if summary.solved else "none",
        "mean gap": "unknown; the set has no best-known costs",
        "optimal": "unknown",
        "time": f"{seconds:.1f} s",
    }
    if summary.solved:
        each = summary.seconds / summary.solved
        rows["time"] += f" wall; {each:.3f} s per instance, together {summary.seconds:.1f} s"
    if summary.gaps:
        mean, largest = (f"{gap:z.4f} %" for gap in (summary.gap, summary.worst))
        rows["mean gap"] = f"{mean}, largest {largest}"
        share = summary.optimal / summary.gaps
        rows["optimal"] = f"{100 * share:.1f} % ({summary.optimal} of {summary.gaps})"
    if summary.below:
        rows["optimal"] = (
            f"unknown; {summary.below} of {summary.gaps} are shorter than the best-known cost, "
            f"{summary.optimal} as long"
        )
    if summary.failed:
        rows["failed"] = str(summary.failed)
    place = "not written; use --output DIR, FILE.npz or FILE.csv"
    rows["results"] = place if run.output is None else f"written to {run.output}"
    return "\n".join(row(key, text) for key, text in rows.items())
