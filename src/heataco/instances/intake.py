"""Instances from what people hold: arrays and data frames."""

from typing import Any

from heataco._arrays import to_numpy
from heataco._checks import described
from heataco.instances.instance import Instance

WANTED = "give an Instance, points of shape (n, 2) or distances of shape (n, n)"


def as_instance(data: Any) -> Instance:
    """Make an instance of points, (n, 2), or distances, (n, n).

    Parameters
    ----------
    data
        An `Instance`, which is returned as it is, or an array, tensor or data frame.

    Raises
    ------
    ValueError
        For anything else, or for shape (2, 2), which can be read in two ways.
    """
    if isinstance(data, Instance):
        return data
    if isinstance(data, str | type) or data is None:
        raise ValueError(f"instance is {described(data)}; {WANTED}")
    try:
        array = to_numpy(data, "instance")
    except ValueError as error:
        raise ValueError(f"{error}; {WANTED}") from None
    if array.shape == (2, 2):
        raise ValueError(
            "instance has shape (2, 2), which may be 2 points or the distances of 2 nodes; make it "
            "with Instance.from_coordinates or Instance.from_matrix"
        )
    if array.ndim == 2 and array.shape[1] == 2:
        return Instance.from_coordinates(array)
    if array.ndim == 2 and array.shape[0] == array.shape[1]:
        return Instance.from_matrix(array)
    raise ValueError(f"instance is an array of shape {array.shape}; {WANTED}")
