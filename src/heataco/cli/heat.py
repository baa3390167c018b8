"""Where the heatmap of a command comes from: a file, a predictor, or nowhere."""

import warnings
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import click

from heataco._arguments import NO_PREDICTOR
from heataco._checks import same_name, suggestion
from heataco.cli.parameters import build_predictor, takes_weights, with_weights
from heataco.decoders import Decoder
from heataco.files.heatmap_files import HeatmapFile, open_heatmaps
from heataco.files.sources import STDIN
from heataco.heatmaps import Heatmap, Processing
from heataco.instances import Instance
from heataco.predictors import PREDICTORS, Predictor
from heataco.solving import DEFAULT_PREDICTOR


@dataclass(frozen=True)
class HeatInput:
    """A file of heatmaps, or a predictor, or neither.

    Parameters
    ----------
    file, predictor
        At most one of them.
    processing
        What is done to the scores of the file.
    name
        What to call the heatmaps in a table.
    """

    file: Path | None
    predictor: Predictor | None
    processing: Processing
    name: str = ""

    @property
    def guides(self) -> bool:
        """Whether there will be a heatmap."""
        return self.file is not None or self.predictor is not None

    @cached_property
    def heatmaps(self) -> HeatmapFile:
        """The heatmaps of the file; opened once, as it may be a pipe or, as `-`, stdin."""
        assert self.file is not None
        return open_heatmaps(self.file, self.processing, stdin=str(self.file) == STDIN)

    def one(self, instance: Instance, heatmap_index: int | None, index: int | None) -> Heatmap:
        """Read or predict the heatmap of an instance.

        Parameters
        ----------
        instance
            What it scores.
        heatmap_index
            Which heatmap of the file; by default that of `index`, or the only one.
        index
            The index of the instance in its own file.
        """
        if self.predictor is not None:
            return self.predictor.predict(instance)
        file = self.heatmaps
        if heatmap_index is None and file.count > 1:
            heatmap_index = index
            if index is None:
                last = file.count - 1
                raise file.error(
                    f"holds {file.count} heatmaps; choose one with --heatmap-index 0 to {last}"
                )
        return file.read(heatmap_index, instance)

    def each(self, instances: Sequence[Instance], total: int) -> Iterator[Heatmap]:
        """Read or predict the heatmaps of the first instances of a set.

        Parameters
        ----------
        instances
            The first ones of the set.
        total
            How many the set holds; a file must have as many heatmaps, or as there are instances.
        """
        if self.predictor is not None:
            yield from map(self.predictor.predict, instances)
            return
        file = self.heatmaps
        if file.count not in (total, len(instances)):
            raise file.error(
                f"holds {file.count} heatmaps for {total} instances; it must hold one for each, "
                "or use --limit",
            )
        for index, instance in enumerate(instances):
            yield file.read(index, instance)


def choose_heat(
    heatmap: Path | None,
    predictor: str | None,
    settings: Sequence[str],
    processing: Processing,
    decoder: Decoder,
) -> HeatInput:
    """Interpret --heatmap, --predictor and --predictor-set.

    --predictor names a predictor, "none", or a file, as --heatmap does. Without either option,
    the default predictor is used if the decoder reads heatmaps.
    """
    if heatmap is not None and predictor is not None:
        raise click.UsageError("--heatmap and --predictor exclude each other; give one")
    if heatmap is None and predictor is None and decoder.reads_heatmap:
        predictor = DEFAULT_PREDICTOR.name
    if predictor is not None and _is_predictor(predictor):
        chosen = build_predictor(predictor, settings, "--predictor-set")
        return HeatInput(None, chosen, processing)
    if settings:
        raise click.UsageError("--predictor-set needs --predictor NAME")
    if predictor is None or predictor.lower() == NO_PREDICTOR:
        return HeatInput(heatmap, None, processing)
    if Path(predictor).is_file():
        return HeatInput(Path(predictor), None, processing)
    known = ", ".join((*PREDICTORS.names, NO_PREDICTOR))
    hint = suggestion(predictor, (*PREDICTORS.names, NO_PREDICTOR))
    raise ValueError(f"--predictor {predictor!r} is neither a file nor one of {known}{hint}")


def check_heat(
    heat: HeatInput, decoder: Decoder, processing: Processing, heatmap_index: int | None
) -> None:
    """Refuse options, or a decoder, that do not fit the source of the heatmap."""
    if heat.file is None and heatmap_index is not None:
        raise click.UsageError("--heatmap-index needs --heatmap")
    if heat.file is None and processing != Processing():
        raise click.UsageError("--kind, --threshold, --symmetrise and --preset need --heatmap")
    if decoder.needs_heatmap and not heat.guides:
        raise ValueError(
            f"decoder {decoder.name} needs a heatmap: give --heatmap FILE or --predictor "
            f"{' or '.join(PREDICTORS.names)}"
        )
    if heat.guides and not decoder.reads_heatmap:
        warnings.warn(f"decoder {decoder.name} does not use the heatmap", stacklevel=1)


def named_heat(
    files: Sequence[str],
    predictors: Sequence[str],
    processing: Processing,
    weights: Path | None = None,
) -> list[HeatInput]:
    """Interpret --heatmap [NAME=]F and --predictor NAME, each given any number of times.

    The heatmap of a predictor that is given --weights is named after that file.
    """
    networks = [name for name in predictors if takes_weights(name)]
    if not networks:
        with_weights(None, (), weights)  # which says what is missing
    inputs = []
    for text in files:
        name, equals, path = text.partition("=")
        # A file whose path contains "=" is taken as a path without a name.
        if not equals or Path(text).exists():
            name, path = Path(text).stem, text
        inputs.append(HeatInput(Path(path), None, processing, name or Path(path).stem))
    for name in predictors:
        given = weights if name in networks else None
        predictor = build_predictor(name, with_weights(name, (), given), "--predictor")
        inputs.append(HeatInput(None, predictor, processing, given.stem if given else name))
    names = [heat.name for heat in inputs]
    if not names:
        raise click.UsageError("nothing to inspect: give --heatmap F or --predictor NAME")
    repeated = next((name for name in names if names.count(name) > 1), None)
    if repeated is not None:
        raise click.UsageError(
            f"two heatmaps are called {repeated}; rename one with --heatmap NAME=F"
        )
    return inputs


def _is_predictor(name: str) -> bool:
    if same_name(name, PREDICTORS.names) is not None:
        return True
    return ":" in name and not Path(name).is_file()
