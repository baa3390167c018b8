"""The options that say where a tour begins and ends, and which edges are fixed."""

import click

from heataco.cli.option_groups import grouped
from heataco.constraints import Constraints


def _constraints(start: str | None, end: str | None, is_open: bool) -> Constraints:
    if end is not None and not is_open:
        raise click.UsageError(
            f"--end {end} needs --open, for a path that ends there; a closed tour returns to its "
            "start"
        )
    return Constraints(start, end, closed=not is_open)


fixed_edge_option = click.option(
    "--fixed-edge",
    "fixed_edges",
    nargs=2,
    multiple=True,
    metavar="NODE NODE",
    help="Two nodes that follow each other in the tour; can be repeated.",
)
# A command gets them as `constraints`.
route_options = grouped(
    "constraints",
    _constraints,
    click.option(
        "--start",
        metavar="NODE",
        help="First node of the tour: its id in FILE or, without ids, its number from 0.",
    ),
    click.option("--end", metavar="NODE", help="Last node of an open path; needs --open."),
    click.option(
        "--open", "is_open", is_flag=True, help="Find an open path, without the closing edge."
    ),
)
