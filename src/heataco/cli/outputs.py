"""Files that commands write: checked before a long search, written completely or not at all."""

import os
from collections.abc import Collection, Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from heataco.cli.stdout import STDOUT, refuse_stdout
from heataco.files import FileError
from heataco.files.atomic import atomic_write
from heataco.files.errors import checked_suffix
from heataco.files.heatmap_files import HEATMAP_SUFFIXES
from heataco.files.sources import STDIN, is_stream
from heataco.heatmaps import Heatmap
from heataco.instances import Instance
from heataco.plotting.canvas import require_matplotlib
from heataco.plotting.run_page import run_page
from heataco.plotting.tours import plot_tour
from heataco.results import Result

if TYPE_CHECKING:
    from matplotlib.figure import Figure

REPORT_SUFFIXES = (".html", ".htm")
_STANDARD_INPUT = Path("/dev/stdin")


def refuse_overwriting(
    outputs: Sequence[tuple[str, Path | None]], inputs: Iterable[Path | None]
) -> None:
    """Raise a FileError for an output that is also an input or another output, by any path.

    Parameters
    ----------
    outputs
        The option and its file; None if it is not given.
    inputs
        Files that are read.
    """
    known = [_read_path(path) for path in inputs if path is not None]
    before: list[tuple[str, Path]] = []
    for name, path in outputs:
        if path is None or path == STDOUT or is_stream(path):
            continue
        if any(_same_file(path, other) for other in known):
            raise FileError(path, f"is an input that {name} would overwrite; give another name")
        for other_name, other in before:
            if _same_file(path, other):
                raise FileError(path, f"{other_name} and {name} name the same file; give two files")
        before.append((name, path))


def _read_path(path: Path) -> Path:
    """Return the file that is read, which standard input may come from."""
    return _STANDARD_INPUT if str(path) == STDIN else path


def _same_file(one: Path, other: Path) -> bool:
    """Tell whether two paths lead to one file, which may not be there yet."""
    if os.path.realpath(one) == os.path.realpath(other):
        return True
    try:
        return one.samefile(other)
    except OSError:  # one is not there
        return False


def check_folder(path: Path) -> None:
    """Raise a FileError if a file could not be written, without writing it."""
    if is_stream(path):
        if not os.access(path, os.W_OK):
            raise FileError(path, "cannot be written: no permission")
        return
    target = Path(os.path.realpath(path))  # where links go in a circle, resolve() raises
    if target.is_symlink():
        raise FileError(path, "cannot be written: its links form a loop")
    if target.is_dir():
        raise FileError(path, "cannot be written: it is a folder")
    if not target.parent.is_dir():
        raise FileError(path, f"cannot be written: there is no folder {target.parent}")
    if not os.access(target.parent, os.W_OK | os.X_OK):
        raise FileError(path, f"cannot be written: no permission in {target.parent}")


def _check_suffix(path: Path, what: str, known: Collection[str], option: str | None = None) -> None:
    refuse_stdout(path, what, known, option)
    checked_suffix(path, what, known)


def check_heatmap(path: Path, form: str | None = None) -> None:
    """Raise a FileError if a heatmap could not be written, without writing it."""
    if form is None:
        _check_suffix(path, "heatmaps", HEATMAP_SUFFIXES, "--output-format")
    if path != STDOUT:
        check_folder(path)


def check_plot(path: Path, instance: Instance) -> None:
    """Raise a ValueError if the picture of a tour could not be drawn and written."""
    check_picture(path)
    if instance.coordinates is None:
        raise ValueError(f"--plot: {instance.name} is a matrix and has no coordinates to draw")


def check_report(path: Path) -> None:
    """Raise a FileError if a page about a run could not be written, without writing it."""
    _check_suffix(path, "pages", REPORT_SUFFIXES)
    check_folder(path)


def check_picture(path: Path) -> None:
    """Raise a ValueError if a picture could not be drawn and written, without drawing it."""
    try:
        require_matplotlib()
    except ImportError as error:
        raise ValueError(str(error)) from None
    from matplotlib.backend_bases import FigureCanvasBase

    known = [f".{name}" for name in FigureCanvasBase.get_supported_filetypes()]
    _check_suffix(path, "pictures", known)
    check_folder(path)


def save_plot(
    path: Path, instance: Instance, result: Result, heatmap: Heatmap | None, title: str
) -> None:
    """Draw the tour of a result over its heatmap and write the picture."""
    from matplotlib.figure import Figure

    ax = plot_tour(instance, result.tour, heatmap, closed=result.closed)
    ax.set_title(title, fontsize="medium", wrap=True)
    assert isinstance(ax.figure, Figure)
    save_picture(path, ax.figure)


def save_report(
    path: Path, result: Result, heatmap: Heatmap | None, record: Mapping[str, Any]
) -> None:
    """Write a page about a run."""
    with atomic_write(path) as file:
        file.write(run_page(result, heatmap, record).encode())


def save_picture(path: Path, figure: "Figure") -> None:
    """Write a picture in the format of its suffix."""
    with atomic_write(path) as file:
        figure.savefig(file, format=path.suffix.lower().removeprefix("."))
