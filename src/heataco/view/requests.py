"""What the page asks for, checked: a search from the texts of its form."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, get_type_hints

import numpy as np
from numpy.typing import NDArray

from heataco._arrays import as_tour
from heataco._checks import described, require_known
from heataco._registry import Registry
from heataco._settings import Setting, build_from_text
from heataco.decoders import DECODERS, Decoder
from heataco.decoding import check_effort, check_task
from heataco.predictors import PREDICTORS, Predictor, Zero
from heataco.results import Budget
from heataco.view.schema import takes_text
from heataco.view.sources import Source
from heataco.view.tasks import HeatFile, Task

FILE, NONE = "file", "none"


def build_task(
    method: Mapping[str, Any],
    effort: Mapping[str, Any],
    source: Source | None,
    heat: HeatFile | None,
    initial_tour: NDArray[np.int32] | None,
) -> Task:
    """Make a task from what the page sent.

    Parameters
    ----------
    method
        decoder, parameters, heat (the name of a predictor, "file" or "none") and
        predictor_parameters; parameters are texts by name.
    effort
        iterations, seconds, target (numbers or None), seed and threads.
    source, heat
        The instance and the heatmap that the session has.
    initial_tour
        What to start from, or None.

    Raises
    ------
    ValueError
        A sentence about what is missing, unknown or out of range.
    """
    if source is None:
        raise ValueError("there is no instance; open a file, draw points or generate some")
    _require_names("methods", method)
    _require_names("effort", effort)
    decoder = _build(DECODERS, "decoder", method.get("decoder"), method.get("parameters"))
    limits = Budget(*(effort.get(name) for name in ("iterations", "seconds", "target")))
    seed, threads = effort.get("seed", 0), effort.get("threads", 1)
    budget = check_effort(decoder, limits, seed, threads)
    instance = source.items[source.index].referenced
    start = check_task(instance, decoder, initial_tour)
    chosen = _heat(method, heat, decoder)
    return Task(instance, chosen, decoder, budget, seed, threads, start)


def first_tour(
    command: Mapping[str, Any], source: Source | None, tours: Sequence[NDArray[np.int32] | None]
) -> NDArray[np.int32] | None:
    """Return the tour to start from: that of the last searches, or one that the page kept.

    Raises ValueError where there is none, or for one that is none of the instance.
    """
    if not command.get("warm"):
        return None
    if command.get("tour") is not None and source is not None:
        return as_tour(np.array(command["tour"]), source.instance.n)
    found = [tour for tour in tours if tour is not None]
    if not found or source is None:
        raise ValueError("there is no tour to start from yet")
    return min(found, key=source.instance.cost)


def _heat(
    method: Mapping[str, Any], file: HeatFile | None, decoder: Decoder
) -> HeatFile | Predictor | None:
    """Return where the heat comes from; a decoder that needs some gets scores of zero for none."""
    name = method.get("heat", NONE)
    if not decoder.reads_heatmap:
        return None
    if name == NONE:
        return Zero() if decoder.needs_heatmap else None
    if name == FILE:
        if file is None:
            raise ValueError("there is no heatmap file; open one, or choose a predictor")
        return file
    predictor: Predictor = _build(PREDICTORS, "predictor", name, method.get("predictor_parameters"))
    return predictor


def _build(registry: Registry[Any], title: str, name: Any, parameters: Any) -> Any:
    """Make a registered value; names of modules, which others may take, are refused here."""
    require_known(title, name, registry.names)
    texts = {} if parameters is None else parameters
    _require_names("parameters", texts)
    _require_no_text(registry[name], texts)
    settings = [Setting(f"{key} = {text}", str(key), str(text)) for key, text in texts.items()]
    return build_from_text(registry[name], f"{title} {name}", settings)


def _require_no_text(kind: type[Any], names: Iterable[Any]) -> None:
    """Refuse what may name a file of this machine: a page must not have it read."""
    hints = get_type_hints(kind)
    for name in names:
        if name in hints and takes_text(hints[name]):
            raise ValueError(
                f"{name} cannot be given on the page: it may name a file of this machine; "
                "run heataco predict, and open the heatmap that it writes"
            )


def _require_names(title: str, values: Any) -> None:
    if not isinstance(values, Mapping):
        raise ValueError(f"{title} are {described(values)}; give values by name")
