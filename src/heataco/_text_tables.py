"""Lines of texts as tables of Markdown and LaTeX."""

from collections.abc import Iterable, Sequence


def markdown(headers: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return lines of texts as a table of Markdown."""
    lines = [headers, ["---"] * len(headers)]
    lines += [[text.replace("|", r"\|") for text in row] for row in rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def tex_line(cells: Sequence[str]) -> str:
    """Return texts as a line of a table of LaTeX."""
    return " & ".join(cells) + r" \\"


_TEX_SIGNS = {
    "\\": r"\textbackslash{}",
    **{sign: f"\\{sign}" for sign in "&%$#_{}"},
    "±": r"$\pm$",
    "↑": r"$\uparrow$",
    "↓": r"$\downarrow$",
    "κ": r"$\kappa$",
    "Δ": r"$\Delta$",
    ">": "$>$",
    "<": "$<$",
    "–": "--",
}


def tex(text: str) -> str:
    """Return a text with the signs of LaTeX escaped."""
    return "".join(_TEX_SIGNS.get(sign, sign) for sign in text)
