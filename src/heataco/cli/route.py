"""The options that say where a tour begins and ends."""

import functools
from collections.abc import Callable
from typing import Any

import click

from heataco.cli.parameters import naming_options
from heataco.constraints import Constraints


def route_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command --start, --end and --open, which it gets as `constraints`."""

    @functools.wraps(command)
    def with_route(
        *args: Any, start: str | None, end: str | None, is_open: bool, **given: Any
    ) -> Any:
        with naming_options():
            constraints = Constraints(start, end, not is_open)
        return command(*args, constraints=constraints, **given)

    options = (
        click.option(
            "--start",
            metavar="NODE",
            help="First node of the tour: its id in FILE or, without ids, its number from 0.",
        ),
        click.option("--end", metavar="NODE", help="Last node of an open path; needs --open."),
        click.option(
            "--open", "is_open", is_flag=True, help="Find an open path: no way back to its start."
        ),
    )
    return functools.reduce(lambda made, option: option(made), reversed(options), with_route)
