"""Names on the command line: in any case; for a misspelt one the error suggests the nearest."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from importlib import import_module
from typing import Any

import click
from click.shell_completion import CompletionItem

from heataco._checks import same_name, suggestion
from heataco._registry import Registry


class Name(click.Choice[str]):
    """One of a few names."""

    def __init__(self, names: Iterable[str]) -> None:
        super().__init__([str(name) for name in names], case_sensitive=False)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Return the name as it is registered, or refuse it."""
        return _convert(self, value, self.choices, param, ctx, shown=repr)


class RegisteredName(click.ParamType[str]):
    """The name of a class in a registry, or `module:Class`."""

    name = "name"

    def __init__(self, registry: Registry[Any]) -> None:
        self._registry = registry

    def get_metavar(self, param: click.Parameter, ctx: click.Context | None = None) -> str:
        """List the names, those of plug-ins included."""
        return f"[{'|'.join(self._registry.names)}|MODULE:CLASS]"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Return the name as it is registered, or refuse it."""
        if ":" in value:
            return str(value)
        return _convert(self, value, self._registry.names, param, ctx)

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem[Any]]:
        """Offer the names that begin like this."""
        return _completions(self._registry.names, incomplete)


@dataclass(frozen=True)
class NameIn(click.ParamType[str]):
    """A key of a registry, whose module is imported only when its keys are needed."""

    module: str
    registry: str
    name = "name"

    @property
    def names(self) -> list[str]:
        """The keys."""
        return list(getattr(import_module(self.module), self.registry))

    def get_metavar(self, param: click.Parameter, ctx: click.Context | None = None) -> str:
        """List the keys."""
        return f"[{'|'.join(self.names)}]"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Return the key as it is registered; unknown ones are refused where they are looked up."""
        return same_name(str(value), self.names) or str(value)

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem[Any]]:
        """Offer the keys that begin like this."""
        return _completions(self.names, incomplete)


# Names of the commands in other programs.
_MEANT = {
    **dict.fromkeys(("solve", "run", "search", "optimise", "optimize", "tour"), "decode"),
    **dict.fromkeys(("show", "describe", "head"), "info"),
    **dict.fromkeys(("diagnose", "compare", "evaluate"), "inspect"),
    **dict.fromkeys(("benchmark", "experiment"), "bench"),
    **dict.fromkeys(("serve", "watch", "gui"), "view"),
}


class Commands(click.Group):
    """A group whose commands may be typed in any case; a misspelt one gets a suggestion."""

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return a command by its name, or None."""
        return super().get_command(ctx, same_name(cmd_name, self.commands) or cmd_name)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command of a command line, or refuse it."""
        name = args[0]
        if self.get_command(ctx, name) is None and not name.startswith("-"):
            known = ", ".join(self.commands)
            meant = _MEANT.get(name.lower())
            hint = f"; did you mean {meant!r}?" if meant else suggestion(name, self.commands)
            ctx.fail(f"No such command {name!r}; known are {known}{hint}")
        return super().resolve_command(ctx, args)


def _convert(
    kind: click.ParamType[str],
    value: Any,
    names: Iterable[str],
    param: click.Parameter | None,
    ctx: click.Context | None,
    shown: Callable[[str], str] = str,
) -> str:
    known = list(names)
    found = same_name(str(value), known)
    if found is None:
        listed = ", ".join(map(shown, known))
        kind.fail(f"{value!r} is not one of {listed}{suggestion(value, known) or '.'}", param, ctx)
    return found


def complete_from(
    names: Iterable[str],
) -> Callable[[click.Context, click.Parameter, str], list[CompletionItem[Any]]]:
    """Return the `shell_complete` of an option that takes these names, and others."""
    return lambda ctx, param, incomplete: _completions(names, incomplete)


def _completions(names: Iterable[str], incomplete: str) -> list[CompletionItem[Any]]:
    start = incomplete.lower()
    return [CompletionItem(name) for name in names if name.lower().startswith(start)]
