"""Messages to the page: a JSON object, and arrays behind it that the page reads in place."""

import json
from typing import Any

import numpy as np
from numpy.typing import NDArray

from heataco._plain import to_plain

_ALIGNMENT = 8  # of arrays in a message, so that the page can look at them where they are


def pack(header: dict[str, Any], **arrays: NDArray[Any]) -> bytes:
    """Return a message: length of the object, object, arrays.

    The object gets `arrays`: name, kind of numbers and place of each array.
    """
    parts, places, offset = [], [], 0
    for name, array in arrays.items():
        data = np.ascontiguousarray(array).tobytes()
        places.append(
            {"name": name, "kind": array.dtype.name, "offset": offset, "length": array.size}
        )
        parts.append(data + bytes(-len(data) % _ALIGNMENT))
        offset += len(parts[-1])
    text = json.dumps(to_plain({**header, "arrays": places}), allow_nan=False).encode()
    text += b" " * (-(len(text) + 4) % _ALIGNMENT)
    return b"".join([len(text).to_bytes(4, "little"), text, *parts])
