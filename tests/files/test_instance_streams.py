"""Instances one by one: what is read at once, and nothing before it is asked for."""

from itertools import islice

import numpy as np
import pytest

import heataco as ha
from heataco.files.instance_streams import stream_instances


@pytest.mark.parametrize("name", ["set.txt", "set.npz", "points.tsp"])
def test_same_as_at_once(tmp_path, name):
    """A streamed set would hold other instances than a loaded one."""
    points = np.random.default_rng(1).random((3, 5, 2))
    instances = [ha.Instance.from_coordinates(each) for each in points]
    ha.write_labelled_set([ha.LabelledInstance(one) for one in instances], tmp_path / "set.txt")
    np.savez(tmp_path / "set.npz", coords=points)
    ha.write_tsplib(instances[0], tmp_path / "points.tsp")
    loaded = ha.read_instances(tmp_path / name)
    streamed = list(stream_instances(tmp_path / name))
    assert [item.instance.name for item in streamed] == [item.instance.name for item in loaded]
    assert [i.instance.digest for i in streamed] == [i.instance.digest for i in loaded]


def test_read_as_they_come(tmp_path):
    """A set would be in memory as a whole."""
    path = tmp_path / "set.txt"
    path.write_text("0 0 1 0 1 1\n0 0 2 0 1 1\nnonsense\n")
    assert len(list(islice(stream_instances(path), 2))) == 2
    with pytest.raises(ha.FileError, match=r"set\.txt:3"):
        list(stream_instances(path))
