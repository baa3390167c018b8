"""Labels of data frames, and matrices whose labels are those of the nodes."""

from typing import Any

from heataco.instances.ids import as_ids
from heataco.instances.instance import Instance


def is_frame(data: Any) -> bool:
    """Tell whether data are a data frame, by their attributes."""
    # A lazy frame has no shape, and warns where it is asked for its columns.
    return hasattr(data, "shape") and hasattr(data, "__getitem__") and hasattr(data, "columns")


def column_labels(frame: Any) -> list[Any]:
    """Return the names of the columns; an Arrow table calls these otherwise."""
    return list(getattr(frame, "column_names", frame.columns))


def row_labels(frame: Any) -> list[str | int] | None:
    """Return the labels of the rows, unless they are just numbers, or are no ids."""
    index = getattr(frame, "index", None)
    if index is None or callable(index):
        return None
    labels = as_ids(list(index))
    return None if labels is None or labels == list(range(len(labels))) else labels


def require_order(scores: Any, instance: Instance) -> None:
    """Refuse scores in a frame whose labels are the ids of the nodes in another order.

    Other forms than frames, rows without labels, and labels that are no ids of nodes pass.

    Raises
    ------
    ValueError
        Naming the first row or column with the id of another node.
    """
    rows = row_labels(scores) if is_frame(scores) else None
    if rows is None or instance.ids is None:
        return
    ids = [str(id_) for id_ in instance.ids]
    known = set(ids)
    for axis, labels in (("row", rows), ("column", column_labels(scores))):
        for node, (label, id_) in enumerate(zip(map(str, labels), ids, strict=False)):
            if label != id_ and label in known:
                raise ValueError(
                    f"{axis} {node} of the heatmap is labelled {label!r}, but node {node} is "
                    f"{id_!r}; bring it into the order of the nodes: frame.loc[ids, ids]"
                )
