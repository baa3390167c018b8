"""The first axis of an experiment: sets of instances."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields
from itertools import product
from pathlib import Path
from typing import Any

from heataco._checks import require_count, require_known, require_number
from heataco.bench.gallery import DIRECTED, FAMILIES
from heataco.bench.generators import GEOMETRIES
from heataco.files.tsplib import TSPLIB_SUFFIXES


@dataclass(frozen=True, kw_only=True)
class Source:
    """What instances are made from: a file, or a generator.

    Parameters
    ----------
    file, tour
        A labelled set, or a TSPLIB file with its optimal tour.
    best_known
        The length of the best tour known of a TSPLIB file, or of every draw.
    geometry, family, n, seed
        One of `GEOMETRIES` or of the gallery's `FAMILIES`, and the key of its draws.
    references
        The file of the draws' reference lengths.
    """

    file: str | None = None
    tour: str | None = None
    best_known: float | None = None
    geometry: str | None = None
    family: str | None = None
    n: int | None = None
    seed: int | None = None
    references: str | None = None


@dataclass(frozen=True)
class InstanceKey(Source):
    """One instance of a source.

    Parameters
    ----------
    index
        Its place in the file or among the draws.
    """

    index: int


@dataclass(frozen=True)
class InstanceSet(Source):
    """Instances under one heading: those of a file or of several, or drawn from a seed.

    Parameters
    ----------
    name
        The heading.
    instances
        How many, counted from the first; by default all of the file or files, and one draw.
    files
        Files of one instance each, with the lengths of their best tours known.
    best_seen
        Whether gaps are to the lowest cost of any result of the same instance.
    optional
        Whether the set is left out, with a warning, where its file is missing.
    origin
        Where to get the file.

    Raises
    ------
    ValueError
        If it is not exactly one of file, files, geometry and family, or a value is out of range.
    """

    name: str
    instances: int | None = None
    files: dict[str, float] = field(default_factory=dict)
    best_seen: bool = False
    optional: bool = False
    origin: str = ""

    def __post_init__(self) -> None:
        if self.instances is not None:
            require_count("instances", self.instances, 1)
        if sum(map(bool, (self.file, self.files, self.geometry, self.family))) != 1:
            raise ValueError("give a file, files, a geometry or a family, and only one of them")
        if self.best_known is not None:
            require_number("best_known", self.best_known, 0)
        for file, length in self.files.items():
            require_number(f"best known length of {file}", length, 0)
        if self.drawn:
            known = GEOMETRIES if self.family is None else FAMILIES
            require_known("geometry" if self.family is None else "family", self.kind, known)
            require_count("n", self.n, 1)
            require_count("seed", self.seed, 0)
        elif self.single and self.instances not in (None, 1):
            raise ValueError(f"instances is {self.instances}; {self.file} holds one")

    @property
    def kind(self) -> str | None:
        """The geometry or family; None for files."""
        return self.geometry or self.family

    @property
    def drawn(self) -> bool:
        """Whether the instances come from a generator."""
        return self.kind is not None

    @property
    def single(self) -> bool:
        """Whether this is one named instance, whose seeds are compared and not its mean."""
        return self.file is not None and Path(self.file).suffix.lower() in TSPLIB_SUFFIXES

    @property
    def directed(self) -> bool:
        """Whether the instances are known to be asymmetric before they are read."""
        files = [self.file or "", *self.files]
        return (
            self.geometry == "asymmetric"
            or self.family in DIRECTED
            or any(Path(file).suffix.lower() == ".atsp" for file in files)
        )

    @property
    def count(self) -> int | None:
        """How many instances there are; None where the file must be asked."""
        if self.files:
            return min(self.instances or len(self.files), len(self.files))
        if self.file is None or self.single:
            return self.instances or 1
        return self.instances

    def key(self, place: int) -> InstanceKey:
        """Return what the instance at a place of the set is made from."""
        if self.files:
            file, length = list(self.files.items())[place]
            return InstanceKey(0, file=file, best_known=float(length))
        return InstanceKey(place, **{key.name: getattr(self, key.name) for key in fields(Source)})


def expanded(table: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield a table for each combination of the families and sizes that are given as lists.

    `{family}`, `{geometry}` and `{n}` in the name are replaced.

    Raises
    ------
    ValueError
        If the name has another field.
    """
    lists = {key: table[key] for key in _LISTS if isinstance(table.get(key), list)}
    for values in product(*lists.values()):
        one = dict(table) | dict(zip(lists, values, strict=True))
        if lists:
            try:
                one["name"] = str(one.get("name", "")).format(
                    **{key: one.get(key) for key in _LISTS}
                )
            except (AttributeError, IndexError, KeyError, TypeError, ValueError):
                raise ValueError(
                    f"[[sets]] name is {one['name']!r}; its fields may be "
                    f"{', '.join('{' + key + '}' for key in _LISTS)}"
                ) from None
        yield one


_LISTS = ("family", "geometry", "n")
