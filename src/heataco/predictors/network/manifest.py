"""What a file of weights says of the network in it."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any

from heataco._checks import require_known
from heataco.predictors.network.inputs import INPUTS
from heataco.predictors.network.outputs import OUTPUTS

ARCHITECTURES = ("gated-graph",)
STATISTICS = ("training", "instance")
PER_NODE = "n/"  # before the number that the nodes are divided by
_MAX_NEIGHBOURS = 1_000
_MAX_BY_SIZE = 100  # that n/10 comes to: as many as the largest published networks saw


@dataclass(frozen=True)
class Manifest:
    """How a network is run, whose it is, and where it comes from.

    Parameters
    ----------
    architecture
        One of `ARCHITECTURES`.
    inputs
        What the network sees of an instance, one of `INPUTS`.
    neighbours
        Nearest nodes of every node that are scored: a number, or n/ and a number, at most 100.
    output
        How logits become scores, one of `OUTPUTS`.
    statistics
        Those that normalisations use: of the training, or of the instance itself.
    licence, origin
        Under which terms the weights may be used, and how they came about.

    Raises
    ------
    ValueError
        If a value is not one of those; the message names the key.
    """

    architecture: str
    inputs: str
    neighbours: str
    output: str
    statistics: str
    licence: str = "unknown"
    origin: str = "unknown"

    def __post_init__(self) -> None:
        require_known("architecture", self.architecture, ARCHITECTURES)
        require_known("inputs", self.inputs, INPUTS)
        require_known("output", self.output, OUTPUTS)
        require_known("statistics", self.statistics, STATISTICS)
        require_neighbours(self.neighbours)

    def texts(self) -> dict[str, str]:
        """Return the entries of a file."""
        return asdict(self)


def require_neighbours(text: str) -> None:
    """Raise ValueError unless a text says how many neighbours are scored."""
    number = text.removeprefix(PER_NODE)
    if not (number.isdecimal() and 1 <= int(number) <= _MAX_NEIGHBOURS):
        raise ValueError(
            f"neighbours is {text!r}; give a whole number from 1 to {_MAX_NEIGHBOURS}, or "
            f"{PER_NODE} and one"
        )


def count_neighbours(text: str, n: int) -> int:
    """Return the neighbours of each of n nodes that are scored, as a manifest says it.

    Where they grow with n, a limit keeps memory linear in n.
    """
    number = int(text.removeprefix(PER_NODE))
    wanted = min(n // number, _MAX_BY_SIZE) if text.startswith(PER_NODE) else number
    return min(max(wanted, 1), n - 1)


def manifest_of(metadata: Mapping[str, Any], names: set[str]) -> Manifest:
    """Read the manifest of a file, or tell from the names of parameters whose network it is.

    Raises
    ------
    ValueError
        If a key is missing or has an unknown value.
    """
    if "architecture" not in metadata:
        return _published(names)
    known = {field.name: field for field in fields(Manifest)}
    required = [name for name in known if name not in ("licence", "origin")]
    missing = next((name for name in required if name not in metadata), None)
    if missing is not None:
        raise ValueError(f"its manifest lacks {missing!r}; it needs {', '.join(required)}")
    return Manifest(**{name: str(metadata[name]) for name in known if name in metadata})


def _published(names: set[str]) -> Manifest:
    """Return what the projects do whose networks have parameters of these names."""
    tops = {name.partition(".")[0] for name in names}
    project = next((mark for mark in _PROJECTS if mark in tops), "par_net")
    return _PROJECTS[project]


def _project(inputs: str, neighbours: str, output: str, statistics: str, origin: str) -> Manifest:
    return Manifest(
        "gated-graph", inputs, neighbours, output, statistics, "MIT", f"github.com/{origin}"
    )


# By a part of the network that the projects before it here do not have.
_PROJECTS = {
    "Z_net": _project("coordinates", "n/10", "sigmoid-directed", "training", "ai4co/gfacs"),
    "par_net_heu": _project(
        "coordinates", "n/10", "sigmoid-directed", "training", "henry-yeh/DeepACO"
    ),
    "par_net": _project("coordinates-offset", "50", "softmax-5", "instance", "DIMESTeam/DIMES"),
}
