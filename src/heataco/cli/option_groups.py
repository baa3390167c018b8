"""Options in groups, which may become one value together."""

import functools
import inspect
from collections.abc import Callable
from typing import Any

from heataco.cli.parameters import naming_options

Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]


def with_options(*options: Decorator) -> Decorator:
    """Give a command options, which its help lists in this order."""

    def decorate(command: Callable[..., Any]) -> Callable[..., Any]:
        return functools.reduce(lambda made, option: option(made), reversed(options), command)

    return decorate


def grouped(name: str, make: Callable[..., Any], *options: Decorator) -> Decorator:
    """Give a command options that become one argument.

    Parameters
    ----------
    name
        The argument of the command.
    make
        Makes its value; called with the options' values by name.
    """
    own = inspect.signature(make).parameters

    def decorate(command: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(command)
        def with_group(*args: Any, **given: Any) -> Any:
            typed = {key: given.pop(key) for key in own}
            with naming_options():
                value = make(**typed)
            return command(*args, **given, **{name: value})

        return with_options(*options)(with_group)

    return decorate
