"""Results of the gallery as JSON lines: appended at once, and read again to go on."""

import json
from dataclasses import asdict, dataclass
from pathlib import Path

Key = tuple[str, int, int, int]


@dataclass(frozen=True)
class Entry:
    """One run: `label` names the build, `limit` the seconds given, `seconds` and `cpu` those used.

    `seed` and `index` say which instance of the family it was. `cost` is None where a method was
    given up.
    """

    label: str
    method: str
    family: str
    n: int
    seed: int
    index: int
    limit: float
    cost: float | None
    seconds: float
    cpu: float
    commit: str

    @property
    def key(self) -> Key:
        """What names the instance."""
        return self.family, self.n, self.seed, self.index

    @property
    def cell(self) -> tuple[str, str, float, Key]:
        """What is run once."""
        return self.label, self.method, self.limit, self.key


def read(path: Path) -> list[Entry]:
    """Read all whole lines of a file, or nothing where there is none."""
    if not path.exists():
        return []
    entries = []
    for line in path.read_text().splitlines():
        try:
            entries.append(Entry(**json.loads(line)))
        except (json.JSONDecodeError, TypeError):
            continue  # cut off when a run was killed
    return entries


def append(path: Path, entry: Entry) -> None:
    """Add one line."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("a") as file:
        if file.tell() and not path.read_bytes().endswith(b"\n"):
            file.write("\n")
        file.write(json.dumps(asdict(entry)) + "\n")


def best(entries: list[Entry], known: dict[Key, float] | None = None) -> dict[Key, float]:
    """Return the lowest cost of each instance, of these entries and those known before."""
    costs = dict(known or {})
    for entry in entries:
        if entry.cost is not None:
            costs[entry.key] = min(entry.cost, costs.get(entry.key, entry.cost))
    return costs
