"""Classes by name: those of the package, those of plug-ins, and any by `module:Class`."""

import warnings
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from importlib import import_module
from typing import TYPE_CHECKING, Any, ClassVar, Protocol, TypeVar

from heataco._checks import require_known, same_name

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint


class Named(Protocol):
    """What has a name to register it by."""

    name: ClassVar[str]


T = TypeVar("T", bound=Named)


class Registry(Mapping[str, type[T]]):
    """Classes by name, built-in ones first, then those that installed packages register.

    A package registers a class by an entry point, whose name is the `name` of the class. It is
    imported when it is looked up. A plug-in that cannot be loaded, or takes a name that is taken,
    is left out with a warning.

    Parameters
    ----------
    what
        What the classes are, in an error message: "decoder".
    protocol
        What they implement.
    built_in
        Those of the package.
    group
        The group of entry points; None: no plug-ins.
    """

    def __init__(
        self, what: str, protocol: Any, built_in: Iterable[type[T]], group: str | None = None
    ) -> None:
        self.what = what
        self.group = group
        self._protocol = protocol
        self._loaded = {kind.name: kind for kind in built_in}
        self.built_in = tuple(self._loaded)
        self._faults: dict[str, str] = {}
        self._taken: list[EntryPoint] = []

    @property
    def names(self) -> list[str]:
        """All names, those of plug-ins before these are loaded."""
        return [*self.built_in, *(name for name in self._plug_ins if name not in self._faults)]

    def find(self, title: str, name: str) -> type[T]:
        """Return a class by its name, or by `module:Class`.

        Raises ValueError for an unknown name, a module or plug-in that cannot be imported, or
        something that does not implement the protocol.

        Parameters
        ----------
        title
            What the name was given for; the error message begins with it.
        name
            One of `names`, in upper or lower case, or a module that can be imported and a class in
            it.
        """
        module, colon, attribute = str(name).partition(":")
        if colon:
            return self._imported(f"{title} {name!r}", module, attribute)
        name = same_name(str(name), [*self.built_in, *self._plug_ins]) or name
        found = self._load(name)
        if name in self._faults:
            raise ValueError(f"{title} {name!r} cannot be used: {self._faults[name]}")
        if found is None:
            require_known(title, name, self.names)
        assert found is not None
        return found

    def __getitem__(self, name: str) -> type[T]:
        found = self._load(name)
        if found is None:
            raise KeyError(name)
        return found

    def __iter__(self) -> Iterator[str]:
        return (name for name in self.names if self._load(name) is not None)

    def __len__(self) -> int:
        return sum(1 for _ in self)

    @cached_property
    def _plug_ins(self) -> dict[str, "EntryPoint"]:
        from importlib.metadata import entry_points

        found: dict[str, EntryPoint] = {}
        if self.group is None:
            return found
        for entry in entry_points(group=self.group):
            if entry.name in self.built_in or entry.name in found:
                self._taken.append(entry)  # the warning waits until a class is looked up
            else:
                found[entry.name] = entry
        return found

    def _load(self, name: str) -> type[T] | None:
        """Return the class of a name; None where there is none that can be used."""
        entry = self._plug_ins.get(name)
        while self._taken:
            other = self._taken.pop()
            self._warn(f"{_origin(other)} is left out: the name is taken")
        if name in self._loaded:
            return self._loaded[name]
        if entry is None or name in self._faults:
            return None
        try:
            found = self._checked(entry.value, entry.load())
            if found.name != name:
                raise ValueError(f"the name of the class is {found.name!r}")
        except (Exception, SystemExit) as error:  # a broken plug-in must not affect the rest
            self._faults[name] = f"{type(error).__name__}: {error}"
            self._warn(f"{_origin(entry)} is left out: {self._faults[name]}")
            return None
        self._loaded[name] = found
        return found

    def _warn(self, sentence: str) -> None:
        warnings.warn(f"plug-in {self.what} {sentence}", stacklevel=4)

    def _imported(self, title: str, module: str, attribute: str) -> type[T]:
        try:
            found = getattr(import_module(module), attribute)
        except (Exception, SystemExit) as error:  # code outside the package may raise anything
            hint = "; is its folder in PYTHONPATH?" if _is_missing(error, module) else ""
            problem = f"{type(error).__name__}: {error}{hint}"
            raise ValueError(f"{title} cannot be imported: {problem}") from error
        return self._checked(title, found)

    def _checked(self, title: str, found: Any) -> type[T]:
        """Return a class that implements the protocol; a ValueError names what it lacks."""
        if not isinstance(found, type) or not hasattr(found, "__dataclass_fields__"):
            raise ValueError(
                f"{title} is not a dataclass; a {self.what} must be a frozen dataclass"
            )
        lacking = [name for name in _members(self._protocol) if not hasattr(found, name)]
        if lacking:
            raise ValueError(f"{title} is not a {self.what}: it lacks {', '.join(lacking)}")
        return found


def _members(protocol: Any) -> list[str]:
    """Return what a class needs to implement a protocol."""
    return [*protocol.__annotations__, *(name for name in vars(protocol) if name[0] != "_")]


def _is_missing(error: BaseException, module: str) -> bool:
    """Tell whether a module itself was not found, and not one that it imports."""
    return isinstance(error, ModuleNotFoundError) and error.name == module.partition(".")[0]


def _origin(entry: "EntryPoint") -> str:
    package = "" if entry.dist is None else f" of {entry.dist.name}"
    return f"{entry.name!r} ({entry.value}){package}"
