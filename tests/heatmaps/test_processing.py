"""What is done to scores before they are used: one value, applied in one order."""

import pickle

import numpy as np
import pytest

from heataco.heatmaps import Heatmap, Processing, apply_preset
from heataco.instances import Instance

DENSE = np.array([[0, 0.5, 0.1], [0.4, 0, 0], [0.2, 0.3, 0]], np.float32)
POINTS = Instance.from_coordinates([[0, 0], [1, 0], [0, 1]])


def test_the_default_changes_nothing():
    """Scores would be processed that nobody asked to process."""
    heatmap = Heatmap.from_dense(DENSE)
    assert Processing().apply(heatmap, POINTS) == heatmap
    assert not Processing().needs_instance


def test_threshold_then_symmetrise_then_preset():
    """The steps could be applied in another order than is documented."""
    processing = Processing(threshold=0.15, symmetrise="max", preset="difusco-merge")
    assert processing.needs_instance
    heatmap = Heatmap.from_dense(DENSE)
    joined = heatmap.above(0.15).symmetrised("max")
    assert processing.apply(heatmap, POINTS) == apply_preset("difusco-merge", joined, POINTS)
    assert pickle.loads(pickle.dumps(processing)) == processing


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"kind": "x"}, "kind 'x' is unknown; known are probability"),
        ({"threshold": -1.0}, "threshold is -1.0; give a number of at least 0"),
        ({"symmetrise": "x"}, "symmetrise 'x' is unknown; known are none"),
        ({"preset": "x"}, "preset 'x' is unknown; known are difusco-merge"),
    ],
)
def test_unknown_names_are_refused(settings, message):
    """A misspelt name would only show when the first heatmap is read."""
    with pytest.raises(ValueError, match=message):
        Processing(**settings)


def test_sizes_are_compared():
    """A heatmap of another instance would be decoded."""
    with pytest.raises(ValueError, match="heatmap has 4 nodes, the instance has 3"):
        Processing().apply(Heatmap.from_dense(np.ones((4, 4))), POINTS)
