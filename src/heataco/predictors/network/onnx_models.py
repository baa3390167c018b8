"""Networks of anybody's: .onnx files, run by ONNX Runtime."""

import math
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from threading import Timer
from typing import Any

import numpy as np

from heataco._timing import Deadline
from heataco.files.errors import FileError, PathLike
from heataco.files.streams import open_regular
from heataco.files.tensors import require_package
from heataco.heatmaps import Heatmap, Kind
from heataco.instances import Instance
from heataco.predictors.network.onnx_feeds import Feed, Numbers, dense_feed, edge_feed
from heataco.predictors.network.onnx_messages import plain_message
from heataco.predictors.network.onnx_signature import (
    OUTPUTS,
    Metadata,
    Signature,
    metadata_of,
    signature_of,
)

_ROUNDING = 1e-5  # that a probability may be outside of 0 to 1
_NO_LOG = 4  # of ONNX Runtime's levels: what goes wrong is raised, too


@dataclass(frozen=True, eq=False)
class OnnxModel:
    """A network whose arithmetic is in its file.

    Parameters
    ----------
    session
        Of ONNX Runtime.
    new_options
        Makes the options of a run, with which it can be stopped.
    signature, metadata
        What it takes and gives, and what its file says of it.
    """

    session: Any
    new_options: Callable[[], Any]
    signature: Signature
    metadata: Metadata

    def facts(self) -> dict[str, Any]:
        """Return what can be said of the network."""
        return {"network": "onnx", **self.signature.texts(), **asdict(self.metadata)}

    def predict(self, instances: Sequence[Instance], deadline: Deadline) -> list[Heatmap]:
        """Score instances of one size, three nodes or more, at once where the network can.

        Raises ValueError if the network cannot be applied to them or gives anything but scores,
        and TimeoutError at the deadline.
        """
        size = self.signature.batch_size(len(instances))
        found: list[Heatmap] = []
        for first in range(0, len(instances), size):
            together = instances[first : first + size]
            feeds = [self._feed(instance, deadline) for instance in together]
            spare = size - len(together)  # the last of them fills up a batch of declared size
            numbers = self._run([feed.inputs for feed in feeds + feeds[-1:] * spare], deadline)
            parts = zip(together, feeds, numbers[: len(together)], strict=True)
            found += (self._heatmap(*part) for part in parts)
        return found

    def _feed(self, instance: Instance, deadline: Deadline) -> Feed:
        deadline.check()
        if self.signature.dense:
            return dense_feed(instance, self.signature.inputs, deadline)
        return edge_feed(instance, self.signature.inputs, self.metadata.neighbours, deadline)

    def _run(self, feeds: list[dict[str, Numbers]], deadline: Deadline) -> Numbers:
        """Return the numbers of each instance."""
        given = {}
        for name, argument in self.signature.inputs.items():
            stacked = np.stack([feed[name] for feed in feeds])
            numbers = stacked if self.signature.batched else stacked[0]
            argument.require_shape(numbers.shape)
            given[name] = np.ascontiguousarray(numbers, argument.dtype)
        with _stopped_at(deadline, self.new_options()) as options:
            found = self.session.run([self.signature.output.name], given, options)[0]
        answers = np.asarray(found if self.signature.batched else found[np.newaxis])
        if answers.shape[:1] != (len(feeds),):
            raise ValueError(
                f"its {self.signature.output.name} have shape {answers.shape} for a batch of "
                f"{len(feeds)}"
            )
        return answers

    def _heatmap(self, instance: Instance, feed: Feed, numbers: Numbers) -> Heatmap:
        output = self.signature.output.name
        scores = _checked(numbers.astype(np.float32), feed.scored, output)
        if feed.neighbours is None:
            heatmap = Heatmap.from_dense(scores, kind=OUTPUTS[output])
        else:
            shaped = scores.reshape(feed.neighbours.shape)
            heatmap = Heatmap.from_topk(feed.neighbours, shaped, kind=OUTPUTS[output])
        return heatmap.symmetrised(self.metadata.symmetrise) if instance.symmetric else heatmap


def read_onnx(path: PathLike) -> OnnxModel:
    """Open a network.

    Raises FileError if ONNX Runtime is not installed or the file is damaged, and ValueError if
    what it holds does not score edges.
    """
    open_regular(path).close()
    package = require_package(path, "onnxruntime")
    options = package.SessionOptions()
    options.log_severity_level = _NO_LOG
    options.intra_op_num_threads = options.inter_op_num_threads = 1  # as the other predictors
    try:
        session = package.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
    except Exception as error:  # each of its errors is a class of its own
        raise FileError(path, f"is not a readable .onnx file: {plain_message(error)}") from error
    texts = session.get_modelmeta().custom_metadata_map
    signature = signature_of(session.get_inputs(), session.get_outputs())
    return OnnxModel(session, package.RunOptions, signature, metadata_of(texts))


def _checked(numbers: Numbers, scored: tuple[int, ...], output: str) -> Numbers:
    """Return scores; ValueError if they are not as many as expected, or no scores."""
    if numbers.shape != scored:
        raise ValueError(f"its {output} have shape {numbers.shape}, expected {scored}")
    if len(scored) == 2:  # what it says of the way from a node to itself does not matter
        np.fill_diagonal(numbers, -np.inf if OUTPUTS[output] is Kind.LOGIT else 0.0)
    if OUTPUTS[output] is Kind.LOGIT:
        wrong = np.isnan(numbers) | (numbers == np.inf)  # minus infinity is an edge without score
    else:
        wrong = ~((numbers >= -_ROUNDING) & (numbers <= 1 + _ROUNDING))
    if wrong.any():
        what = "finite, or minus infinity" if OUTPUTS[output] is Kind.LOGIT else "from 0 to 1"
        raise ValueError(f"its {output} hold {numbers[wrong][0]}; they must be {what}")
    return numbers if OUTPUTS[output] is Kind.LOGIT else np.clip(numbers, 0.0, 1.0)


@contextmanager
def _stopped_at(deadline: Deadline, options: Any) -> Iterator[Any]:
    """Let a run end at the deadline with a TimeoutError; its other errors become ValueErrors."""
    deadline.check()
    timer = Timer(min(deadline.left, 1e6), setattr, (options, "terminate", True))
    timer.daemon = True
    if deadline.left < math.inf:
        timer.start()
    try:
        yield options
    except Exception as error:  # each of its errors is a class of its own
        if options.terminate:  # by the clock of the timer, which the deadline's may be behind
            raise TimeoutError("the run was stopped at the deadline") from error
        raise ValueError(plain_message(error)) from error
    finally:
        timer.cancel()
