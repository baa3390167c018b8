"""The options that say how the file of an instance is read."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import click

from heataco.cli.names import Name
from heataco.cli.option_groups import Decorator, grouped
from heataco.files import LabelledInstance
from heataco.files.instance_files import INSTANCE_FORMATS, read_source
from heataco.files.options import ReadOptions
from heataco.files.sources import STDIN
from heataco.instances import Metric
from heataco.instances.tables import ROLES, optional_metric


@dataclass(frozen=True)
class Reading:
    """How a file is read.

    Parameters
    ----------
    form
        Its format; None: by suffix or content.
    options
        How its numbers are interpreted.
    """

    form: str | None = None
    options: ReadOptions = field(default_factory=ReadOptions)

    def items(self, path: Path) -> list[LabelledInstance]:
        """Read the instances of a file; `-` is standard input.

        Raises
        ------
        ValueError
            As `read_instances` does.
        """
        return read_source(path, self.form, self.options, stdin=str(path) == STDIN)


def reading_options(format_option: str = "--format") -> Decorator:
    """Give a command the options of `Reading`, which it gets as `reading`."""
    return grouped(
        "reading",
        _reading,
        click.option(
            format_option,
            "input_format",
            type=Name(INSTANCE_FORMATS),
            help="Format of FILE, whatever its suffix.",
        ),
        click.option(
            "--metric",
            type=Name(Metric),
            metavar="NAME",
            help="How distances are computed, if FILE does not say: "
            f"{', '.join(Metric)}. Default: not rounded.",
        ),
        click.option(
            "--columns",
            metavar="ROLE=NAME,...",
            help=f"Columns of a .csv file by role: {', '.join(ROLES)}; a NAME may be a number "
            "from 1.",
        ),
    )


def _reading(input_format: str | None, metric: str | None, columns: str | None) -> Reading:
    options = ReadOptions(optional_metric(metric), _columns(columns))
    return Reading(input_format, options)


def _columns(text: str | None) -> dict[str, str] | None:
    """Take --columns apart."""
    if text is None:
        return None
    pairs: Sequence[tuple[str, str, str]] = [part.partition("=") for part in text.split(",")]
    found = {role.strip(): name.strip() for role, _, name in pairs}
    if not all(equals and name.strip() for _, equals, name in pairs) or len(found) < len(pairs):
        raise click.UsageError(f"--columns {text!r}: give ROLE=NAME,..., each role once")
    unknown = next((role for role in found if role not in ROLES), None)
    if unknown is not None:
        raise click.UsageError(f"--columns: role {unknown!r} is unknown; known: {', '.join(ROLES)}")
    return found
