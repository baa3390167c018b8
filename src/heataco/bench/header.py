"""What a results file says about an experiment: its cells with their labels, and how to show them.

With it, tables and figures are made from results files and nothing else.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields, replace
from typing import Any

from heataco._settings import build
from heataco.bench.content import content_id
from heataco.bench.experiment import Experiment
from heataco.bench.experiment_files import load_toml
from heataco.bench.grid import Cell
from heataco.bench.presentation import LAYOUTS, Presentation
from heataco.files.errors import reading

Labels = dict[str, Any]
AXES = ("set", "heatmap", "method", "budget")
NO_HEAT = "-"  # in files of published numbers


@dataclass(frozen=True)
class CellLabels:
    """One place of a grid, in names.

    Parameters
    ----------
    set, heatmap, method, budget
        The entries' names; the heatmap is empty where none is read.
    variant, setting, baseline
        Of the method; the baseline is empty without one.
    kind
        decoder, peer or diagnosis; empty where the numbers are published ones only.
    reference
        Whether the runs only serve as references.
    single
        Whether the set is one named instance.
    best_seen
        Whether gaps are to the lowest cost seen.
    tasks
        How many tasks the cell has.
    heat_instances
        How many instances have this heat, where the set has more.
    published
        What was published for the cell, by the kind of a table's cell.
    """

    set: str
    heatmap: str
    method: str
    budget: str
    variant: str
    setting: str = ""
    baseline: str = ""
    kind: str = ""
    reference: bool = False
    single: bool = False
    best_seen: bool = False
    tasks: int = 0
    heat_instances: int | None = None
    published: dict[str, Any] = field(default_factory=dict)

    @property
    def place(self) -> tuple[str, ...]:
        """What tells it from the other cells: its names on `AXES`."""
        return self.set, self.heatmap, self.method, self.budget

    @property
    def title(self) -> str:
        """Its entries in words."""
        return ", ".join(filter(None, (self.method, self.heatmap, self.set, self.budget)))


@dataclass(frozen=True, kw_only=True)
class Header(Presentation):
    """An experiment as its results file describes it.

    Parameters
    ----------
    grid
        The id of what is run, which the labels of records refer to. It is the same on machines
        that lack peers or data.
    grid_name
        Of the experiment whose grid it is.
    cells
        The places of the grid.
    """

    grid: str
    grid_name: str
    cells: tuple[CellLabels, ...]

    def to_dict(self) -> dict[str, Any]:
        """Return the header ready for JSON."""
        return asdict(self)

    @classmethod
    def from_dict(cls, plain: dict[str, Any]) -> "Header":
        """Return the header of a line of JSON.

        Raises
        ------
        ValueError
            If it is not one of this version.
        """
        values = dict(plain)
        try:
            values["cells"] = tuple(build(CellLabels, "cell", cell) for cell in plain["cells"])
            for key, kind in LAYOUTS.items():
                values[key] = None if plain.get(key) is None else build(kind, key, plain[key])
            return cls(**values)
        except (AttributeError, KeyError, TypeError) as error:
            raise ValueError(f"the header is damaged ({error}); run heataco bench again") from None

    def shown_as(self, experiment: Experiment) -> "Header":
        """Return the header with the title and the layouts of another experiment."""
        return replace(self, **_presentation(experiment))


def _presentation(experiment: Experiment) -> dict[str, Any]:
    return {one.name: getattr(experiment, one.name) for one in fields(Presentation)}


def describe(experiment: Experiment, cells: Sequence[Cell]) -> tuple[Header, dict[str, Labels]]:
    """Return the header of a grid, and the labels of its tasks by task id.

    Raises
    ------
    FileError
        If the file of published numbers is missing or bad.
    """
    published = read_published(experiment)
    sizes: dict[str, int] = {}
    for cell in cells:
        size = len(cell.tasks) // cell.seeds
        sizes[cell.set.name] = max(size, sizes.get(cell.set.name, 0))
    described = [_cell_labels(cell, sizes[cell.set.name], published(cell)) for cell in cells]
    labels: dict[str, Labels] = {}
    for one, cell in zip(described, cells, strict=True):
        names = dict(zip(AXES, one.place, strict=True))
        labels |= {task.id: {**names, "instance": place} for place, task in cell}
    grid = _grid_id(experiment, cells, described)
    shown, name = _presentation(experiment), experiment.grid_name
    header = Header(grid=grid, grid_name=name, cells=tuple(described), **shown)
    return header, {key: {"grid": grid, **names} for key, names in labels.items()}


def read_published(experiment: Experiment) -> Callable[[Cell], dict[str, str]]:
    """Return what looks up the numbers that were published for a cell, by the kind of its number.

    Raises
    ------
    FileError
        If the file that the experiment names is missing or not valid TOML.
    """
    table: dict[str, Any] = {}
    if experiment.paper is not None:
        with reading(experiment.paper):
            table = load_toml(experiment.paper)

    def published(cell: Cell) -> dict[str, str]:
        heat = NO_HEAT if cell.heatmap is None else cell.heatmap.name
        part: Any = table
        for key in (experiment.grid_name, cell.method.name, heat, cell.set.name):
            part = part.get(key, {}) if isinstance(part, Mapping) else {}
        return {key: str(value) for key, value in part.items()}

    return published


def _grid_id(experiment: Experiment, cells: Sequence[Cell], described: Sequence[CellLabels]) -> str:
    """Return an id of the cells that does not depend on which files and peers are there."""
    unmeasured = {"tasks": None, "heat_instances": None, "published": None}
    content = [
        asdict(one)
        | unmeasured
        | {
            "first_task": cell.tasks[0].id if cell.tasks else None,
            "seeds": cell.seeds,
            "limits": [cell.set.count, cell.heatmap and cell.heatmap.instances, *_most(cell)],
        }
        for cell, one in zip(cells, described, strict=True)
    ]
    most = experiment.max_instances
    # Without its file a set may be larger than that.
    cut = most is not None and any(one.set_size is None or one.set_size > most for one in cells)
    return content_id({"cells": content, "max_instances": most if cut else None})[:16]


def _most(cell: Cell) -> list[int]:
    """Return how many instances the method is run on, where the experiment says so."""
    most = cell.method.instances_on(cell.set.name)
    return [] if most is None else [most]


def _cell_labels(cell: Cell, size: int, published: dict[str, Any]) -> CellLabels:
    """Return the labels of a cell on a set of so many instances."""
    source, method = cell.heatmap, cell.method
    with_heat = None if source is None else source.instances
    return CellLabels(
        set=cell.set.name,
        heatmap="" if source is None else source.name,
        method=method.name,
        budget=cell.budget.name,
        variant=method.variant,
        setting=method.setting,
        baseline=method.baseline or "",
        kind="" if method.method is None else method.method.kind,
        reference=method.reference,
        single=cell.set.single,
        best_seen=cell.set.best_seen,
        tasks=len(list(cell)),
        heat_instances=None if with_heat is None or with_heat >= size else with_heat,
        published=published,
    )
