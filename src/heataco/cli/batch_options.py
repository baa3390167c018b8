"""The options of `decode` that are for sets, and those that are not."""

from dataclasses import dataclass

import click
from click.core import ParameterSource

from heataco.cli.names import NameIn
from heataco.cli.option_groups import grouped

# Options of `decode` that say something about each instance of a set.
_FOR_SETS = {
    *("file", "every", "indices", "engine", "workers", "ray_address"),
    *("heatmap", "kind", "threshold", "symmetrise", "preset", "predictor", "predictor_settings"),
    *("weights", "decoder", "local_search", "heatmap_trust", "settings"),
    *("iterations", "time_limit", "seed", "threads", "start", "end", "is_open"),
    *("output", "as_json", "quiet", "log_json"),
}
DEFAULT_ENGINE = "local"


@dataclass(frozen=True)
class BatchOptions:
    """Which instances of a set are decoded, and where.

    Parameters
    ----------
    every
        Whether a set is decoded; --indices says so, too.
    indices
        As typed; None: all.
    engine, workers, ray_address
        As typed.
    """

    every: bool
    indices: str | None
    engine: str
    workers: int | None
    ray_address: str | None

    @property
    def wanted(self) -> bool:
        """Whether a set is to be decoded, and not one instance."""
        return self.every or self.indices is not None


# A command gets them as `batch`.
batch_options = grouped(
    "batch",
    BatchOptions,
    click.option(
        "--all",
        "every",
        is_flag=True,
        help="Decode all instances of FILE; after an interruption, run the same command again.",
    ),
    click.option(
        "--indices",
        metavar="I",
        help="With --all: only these instances, such as 0:100, 5 or 0:10,50:60, from 0.",
    ),
    click.option(
        "--engine",
        type=NameIn("heataco.bench.engines", "ENGINES"),
        default=DEFAULT_ENGINE,
        show_default=True,
        help="With --all: one instance after the other, several processes, or a Ray cluster.",
    ),
    click.option(
        "--workers",
        type=click.IntRange(1),
        metavar="N",
        help="With --engine processes or ray: instances at a time. Default: one per processor.",
    ),
    click.option(
        "--ray-address",
        metavar="A",
        help="With --engine ray: address of a cluster. Default: start a local one.",
    ),
)


def require_fitting(ctx: click.Context, is_set: bool) -> None:
    """Raise a UsageError for an option that is for one instance, or for a set, where it is not."""
    for param in ctx.command.params:
        name = param.name or ""
        if ctx.get_parameter_source(name) is not ParameterSource.COMMANDLINE:
            continue
        if is_set and name not in _FOR_SETS:
            raise click.UsageError(f"{param.opts[-1]} is for one instance; it excludes --all")
        if not is_set and name in ("engine", "workers", "ray_address"):
            raise click.UsageError(f"{param.opts[-1]} needs --all")


def parse_indices(text: str | None, count: int) -> range | list[int]:
    """Return the indices that a text names, ascending: numbers and slices, with commas between.

    Raises
    ------
    ValueError
        If it cannot be read, names an instance that is not there, or none.
    """
    if text is None:
        return range(count)
    chosen: set[int] = set()
    for part in text.split(","):
        chosen.update(_parse_part(text, part.strip(), count))
    if not chosen:
        raise ValueError(f"--indices {text} chooses none of the {count} instances")
    ordered = sorted(chosen)
    whole = range(ordered[0], ordered[-1] + 1)
    return whole if len(whole) == len(ordered) else ordered


def _parse_part(text: str, part: str, count: int) -> range:
    words = part.split(":")
    try:
        numbers = [int(word) if word.strip() else None for word in words]
        if len(words) > 3 or (len(words) == 1 and numbers[0] is None):
            raise ValueError
        if len(numbers) > 1:
            return range(count)[slice(*numbers)]
    except ValueError:
        raise ValueError(f"--indices is {text!r}; write 0:100, 5 or 0:10,50:60") from None
    index = numbers[0]
    assert index is not None
    if not -count <= index < count:
        raise ValueError(
            f"--indices {text}: there is no instance {index}; the file holds {count}, from 0"
        )
    return range(count)[index : index + 1 or None]
