"""Named sources of heatmaps, for commands that look at several."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import click

from heataco.cli.inputs import load_heatmap
from heataco.cli.parameters import build_predictor
from heataco.cli.processing import Processing
from heataco.files import FileError, read_heatmaps
from heataco.heatmaps import Heatmap
from heataco.instances import Instance
from heataco.predictors import Predictor


@dataclass(frozen=True)
class NamedSource:
    """A file of heatmaps or a predictor, and what to call it."""

    name: str
    origin: Path | Predictor
    processing: Processing

    def one(self, instance: Instance, heatmap_index: int | None, index: int | None) -> Heatmap:
        """Return the heatmap of one instance.

        Raises
        ------
        ValueError
            As `load_heatmap` does, or for a heatmap of another size.
        """
        if not isinstance(self.origin, Path):
            return self.origin.predict(instance)
        heatmap = load_heatmap(self.origin, heatmap_index, index, self.processing, instance)
        return self._fitting(heatmap, instance)

    def each(self, instances: Sequence[Instance], total: int) -> Iterator[Heatmap]:
        """Return the heatmaps of the first instances of a set.

        Parameters
        ----------
        instances
            The first ones of the set.
        total
            How many the set holds; a file must have as many heatmaps, or as there are instances.

        Raises
        ------
        ValueError
            As `read_heatmaps` does, or for heatmaps of another number or size.
        """
        if not isinstance(self.origin, Path):
            yield from map(self.origin.predict, instances)
            return
        processing = self.processing
        heatmaps = read_heatmaps(self.origin, **processing.reading)
        if len(heatmaps) not in (total, len(instances)):
            raise FileError(
                self.origin,
                f"holds {len(heatmaps)} heatmaps for {total} instances; it must hold one for each, "
                "or take --limit",
            )
        for heatmap, instance in zip(heatmaps, instances, strict=False):
            yield self._fitting(processing.finish(heatmap, instance), instance)

    def _fitting(self, heatmap: Heatmap, instance: Instance) -> Heatmap:
        if heatmap.n != instance.n:
            assert isinstance(self.origin, Path)
            raise FileError(
                self.origin,
                f"heatmap has {heatmap.n} nodes, the instance {instance.name} has {instance.n}",
            )
        return heatmap


def named_sources(
    files: Sequence[str], predictors: Sequence[str], processing: Processing
) -> list[NamedSource]:
    """Make sense of --heatmap [NAME=]F and --predictor NAME, each given any number of times.

    Raises
    ------
    click.UsageError
        If there is none, or two have one name.
    ValueError
        For an unknown predictor.
    """
    sources = []
    for text in files:
        name, equals, path = text.partition("=")
        # A path that holds the sign itself is no name with a path.
        if not equals or Path(text).exists():
            name, path = Path(text).stem, text
        sources.append(NamedSource(name or Path(path).stem, Path(path), processing))
    for name in predictors:
        sources.append(NamedSource(name, build_predictor(name, (), "--predictor"), processing))
    names = [source.name for source in sources]
    if not names:
        raise click.UsageError("nothing to inspect: give --heatmap F or --predictor NAME")
    repeated = next((name for name in names if names.count(name) > 1), None)
    if repeated is not None:
        raise click.UsageError(
            f"two heatmaps are called {repeated}; call them something else: --heatmap NAME=F"
        )
    return sources
