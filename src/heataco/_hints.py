"""What is meant by a keyword that a function does not have."""

import functools
import inspect
from collections.abc import Callable
from typing import ParamSpec, TypeVar

from heataco._checks import suggestion

_Parameters = ParamSpec("_Parameters")
_Returned = TypeVar("_Returned")

# What other packages call it, and how it is written here.
_MEANT = {
    "open": "closed=False",
    "depot": "start=",
    "end_node": "end=",
    "max_seconds": "seconds=",
    "time": "seconds=",
    "time_limit": "seconds=",
    "timeout": "seconds=",
    "max_iterations": "iterations=",
    "random_state": "seed=",
    "n_jobs": "threads=",
    "workers": "threads=",
    "scores": "heatmap=",
    "method": "decoder=",
    "metric": "as_instance(..., metric=...)",
    "columns": "as_instance(..., columns=...)",
}


def hinting(function: Callable[_Parameters, _Returned]) -> Callable[_Parameters, _Returned]:
    """Let a function answer an unknown keyword with the one that is meant, in its TypeError."""
    known = list(inspect.signature(function).parameters)

    @functools.wraps(function)
    def hinted(*args: _Parameters.args, **kwargs: _Parameters.kwargs) -> _Returned:
        unknown = next((name for name in kwargs if name not in known), None)
        if unknown is not None:
            hint = suggestion(unknown, known)
            meant = _MEANT.get(unknown, "")
            if meant and meant.rstrip("=") not in known:
                hint = f"; give {meant}"
            elif meant:
                hint = f"; it is called {meant.rstrip('=')} here"
            raise TypeError(f"{function.__name__}() has no argument {unknown!r}{hint}")
        return function(*args, **kwargs)

    return hinted
