"""Alpha for many instances: one native call, and one graph of which every instance is a part."""

import time
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from heataco.heatmaps import Heatmap
from heataco.instances import Instance
from heataco.results import Prediction

# From instances to an answer for each: the fields of its `AlphaNearness` as `nearness`, None if the
# time was not enough, and what it took as `seconds` and `cpu_seconds`.
Measure = Callable[[Sequence[Instance]], list[dict[str, Any]]]

Ends = NDArray[np.integer]
Scores = NDArray[np.float32]

# From ends, alpha, frequency, number of nodes and symmetry to the edges to keep and their scores.
Choose = Callable[[Ends, Scores, Scores, int, bool], tuple[Ends, Scores]]


def predict_together(
    name: str, instances: Sequence[Instance], measure: Measure, choose: Choose
) -> list[Prediction]:
    """Score instances that are all symmetric, or all not; what is done for all is shared out."""
    start = time.process_time()
    answers = measure(instances)
    done = [place for place, answer in enumerate(answers) if answer["nearness"] is not None]
    heatmaps = _heatmaps(
        [instances[place] for place in done], [answers[place]["nearness"] for place in done], choose
    )
    found = dict(zip(done, heatmaps, strict=True))
    alone = sum(answer["cpu_seconds"] for answer in answers)
    share = max(0.0, time.process_time() - start - alone) / max(1, len(instances))
    return [
        Prediction(name, found.get(place), one["seconds"] + share, one["cpu_seconds"] + share)
        for place, one in enumerate(answers)
    ]


def _heatmaps(
    instances: list[Instance], measured: list[dict[str, Any]], choose: Choose
) -> list[Heatmap]:
    if not instances:
        return []
    symmetric, sizes = instances[0].symmetric, np.array([instance.n for instance in instances])
    counts = [len(one["alpha"]) for one in measured]
    shift = np.repeat(np.cumsum(sizes) - sizes, counts)
    sources, targets, alpha, frequency = (
        np.concatenate([one[field] for one in measured])
        for field in ("sources", "targets", "alpha", "frequency")
    )
    ends = np.stack((sources + shift, targets + shift))
    ends, scores = choose(ends, alpha, frequency, int(sizes.sum()), symmetric)
    if symmetric:
        ends, scores = np.concatenate((ends, ends[::-1]), axis=1), np.tile(scores, 2)
    return Heatmap._of_parts(ends, scores, sizes)
