"""Files that commands write, checked before a long search and written whole."""

import os
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from heataco.files import FileError, write_tour
from heataco.files.atomic import atomic_write
from heataco.files.heatmap_files import checked_suffix
from heataco.files.sources import is_stream
from heataco.files.tours import TSPLIB_FORM, check_tour_form, tour_text
from heataco.heatmaps import Heatmap
from heataco.instances import Instance
from heataco.plotting.canvas import require_matplotlib
from heataco.plotting.tours import plot_tour
from heataco.results import Result

STDOUT = Path("-")

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def refuse_overwriting(
    outputs: Sequence[tuple[str, Path | None]], inputs: Iterable[Path | None]
) -> None:
    """Refuse a file to write that is read, too, or written twice, by whatever name.

    Parameters
    ----------
    outputs
        What the command line calls a file, and the file; None where it is not given.
    inputs
        Files that are read.

    Raises
    ------
    FileError
        Naming the file and what would overwrite it.
    """
    known = [path for path in inputs if path is not None]
    before: list[tuple[str, Path]] = []
    for name, path in outputs:
        if path is None or path == STDOUT or is_stream(path):
            continue
        if any(_same_file(path, other) for other in known):
            raise FileError(path, f"is read, and {name} would overwrite it; give another name")
        for other_name, other in before:
            if _same_file(path, other):
                raise FileError(path, f"{other_name} and {name} are one file; give two names")
        before.append((name, path))


def _same_file(one: Path, other: Path) -> bool:
    """Tell whether two paths lead to one file, which may not be there yet."""
    if os.path.realpath(one) == os.path.realpath(other):
        return True
    try:
        return one.samefile(other)
    except OSError:  # one is not there
        return False


def check_folder(path: Path) -> None:
    """Find out, without writing, whether a file can be written.

    Raises
    ------
    FileError
        If its folder is missing or closed to us, or the path is a folder, a pipe or device that
        is closed to us, or a link that leads to itself.
    """
    if is_stream(path):
        if not os.access(path, os.W_OK):
            raise FileError(path, "cannot be written: no permission")
        return
    target = Path(os.path.realpath(path))  # where links go in a circle, resolve() raises
    if target.is_symlink():
        raise FileError(path, "cannot be written: its links go in a circle")
    if target.is_dir():
        raise FileError(path, "cannot be written: it is a folder")
    if not target.parent.is_dir():
        raise FileError(path, f"cannot be written: there is no folder {target.parent}")
    if not os.access(target.parent, os.W_OK | os.X_OK):
        raise FileError(path, f"cannot be written: no permission in {target.parent}")


def check_heatmap(path: Path) -> None:
    """Find out, without writing, whether a heatmap can be written.

    Raises
    ------
    FileError
        As `check_folder` does, or for an unknown suffix.
    """
    checked_suffix(path)
    check_folder(path)


def check_plot(path: Path, instance: Instance) -> None:
    """Find out, without drawing, whether the picture of a tour can be drawn and written.

    Raises
    ------
    ValueError
        As `check_picture` does, or for an instance without coordinates.
    """
    check_picture(path)
    if instance.coordinates is None:
        raise ValueError(f"--plot: {instance.name} is a matrix without coordinates to draw")


def check_picture(path: Path) -> None:
    """Find out, without drawing, whether a picture can be drawn and written.

    Raises
    ------
    ValueError
        As `check_folder` does, or for an unknown suffix or a missing matplotlib.
    """
    try:
        require_matplotlib()
    except ImportError as error:
        raise ValueError(str(error)) from None
    from matplotlib.backend_bases import FigureCanvasBase

    known = FigureCanvasBase.get_supported_filetypes()
    if path.suffix.lower().removeprefix(".") not in known:
        suffixes = ", ".join(f".{suffix}" for suffix in known)
        raise FileError(path, f"suffix {path.suffix!r} is unknown; pictures have {suffixes}")
    check_folder(path)


def check_tour(path: Path, instance: Instance, form: str | None) -> None:
    """Find out, without writing, whether a tour can be written in the form of its suffix.

    Raises
    ------
    FileError
        As `check_folder` does, for an unknown suffix, or a form that cannot hold the instance.
    """
    if path != STDOUT:
        check_folder(path)
    check_tour_form(path, instance, form or (TSPLIB_FORM if path == STDOUT else None))


def save_tour(path: Path, instance: Instance, result: Result, form: str | None) -> None:
    """Write the tour of a result, or print it where the path is `-`.

    Raises
    ------
    FileError
        If the file cannot be written.
    """
    # TSPLIB has one line for a name; nothing in a name is worth a lost tour.
    name = " ".join(instance.name.split())
    if path == STDOUT:
        chosen = form or TSPLIB_FORM
        click.echo(tour_text(result.tour, instance, result.cost, chosen), nl=False)
        return
    write_tour(result.tour, path, name=name, cost=result.cost, instance=instance, form=form)


def save_plot(
    path: Path, instance: Instance, result: Result, heatmap: Heatmap | None, title: str
) -> None:
    """Draw the tour of a result over its heatmap and write the picture.

    Raises
    ------
    FileError
        If the file cannot be written.
    """
    from matplotlib.figure import Figure

    ax = plot_tour(instance, result.tour, heatmap)
    ax.set_title(title, fontsize="medium", wrap=True)
    assert isinstance(ax.figure, Figure)
    save_picture(path, ax.figure)


def save_picture(path: Path, figure: "Figure") -> None:
    """Write a picture in the format of its suffix.

    Raises
    ------
    FileError
        If the file cannot be written.
    """
    with atomic_write(path) as file:
        figure.savefig(file, format=path.suffix.lower().removeprefix("."))
