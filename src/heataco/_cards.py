"""Short texts and small HTML cards of values, for prompts and notebooks; never whole arrays."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields
from enum import Enum
from html import escape
from typing import Any, Self, SupportsIndex, TypeVar, cast, overload

import numpy as np

_LONGEST = 60  # characters of a value
_MAX_ROWS = 10  # of a table
_GAP_DIGITS = 9  # after the point

T = TypeVar("T")


class Text(str):
    """A text that is shown without quotation marks."""


def short(value: Any) -> str:
    """Return a value in a few characters; of an array, its dtype and shape."""
    if isinstance(value, np.ndarray):
        return f"{value.dtype}{list(value.shape)}"
    if isinstance(value, float):
        return number(value)
    text = str(value) if isinstance(value, Text | Enum) else repr(value)
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 3]}..."


def number(value: float, comma: str = "") -> str:
    """Return a number to seven digits, but in full from a million to 1e15, perhaps with commas."""
    if 1e6 <= abs(value) < 1e15:
        return f"{value:{comma}.{0 if value.is_integer() else 1}f}"
    return f"{value:{comma}.7g}"


def percent(value: float | None) -> Text | None:
    """Return a gap with its unit; None where it is unknown. Rounding errors are no gap."""
    return None if value is None else Text(f"{round(value, _GAP_DIGITS) + 0.0:.4g} %")


def html_table(title: str, rows: Iterable[Sequence[str]], head: Sequence[str] = ()) -> str:
    """Return an HTML table of texts, which are escaped; without a head, the first column is one."""
    lines = [f"<table><caption>{escape(title)}</caption>"]
    if head:
        lines.append(f"<tr>{''.join(f'<th>{escape(name)}</th>' for name in head)}</tr>")
    for first, *others in rows:
        tag = "td" if head else "th"
        cells = "".join(f"<td>{escape(cell)}</td>" for cell in others)
        lines.append(f"<tr><{tag}>{escape(first)}</{tag}>{cells}</tr>")
    return "\n".join([*lines, "</table>"])


class Card:
    """Mix-in of dataclasses: a short `repr`, and the same as a card in a notebook.

    The decorator of such a class says `repr=False`.
    """

    def _facts(self) -> Mapping[str, Any]:
        """What to show by name; None is left out, and `Text` is shown as it is."""
        return {one.name: getattr(self, one.name) for one in fields(cast(Any, self))}

    def _texts(self) -> dict[str, str]:
        facts = self._facts().items()
        return {name: short(value) for name, value in facts if value is not None}

    def __repr__(self) -> str:
        texts = ", ".join(f"{name}={text}" for name, text in self._texts().items())
        return f"{type(self).__name__}({texts})"

    def _repr_html_(self) -> str:
        return html_table(type(self).__name__, self._texts().items())


class CardList(list[T]):
    """A list of values with cards: its `repr` counts them, its card is a table of the first."""

    @overload
    def __getitem__(self, place: SupportsIndex, /) -> T: ...
    @overload
    def __getitem__(self, place: slice, /) -> Self: ...
    def __getitem__(self, place: SupportsIndex | slice, /) -> T | Self:
        if isinstance(place, slice):  # a hundred of them are as long to print as all
            return type(self)(super().__getitem__(place))
        return super().__getitem__(place)

    def _total(self) -> str:
        """What is to be said about all of them."""
        return f"{len(self):,}"

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self._total()})"

    def _repr_html_(self) -> str:
        shown = [item._texts() if isinstance(item, Card) else {} for item in self[:_MAX_ROWS]]
        head = list(dict.fromkeys(name for texts in shown for name in texts))
        rows = [
            (str(place), *(texts.get(name, "") for name in head))
            for place, texts in enumerate(shown)
        ]
        if len(self) > _MAX_ROWS:
            rows.append(("…", *("" for _ in head)))
        return html_table(repr(self), rows, ("", *head))
