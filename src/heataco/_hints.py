"""Suggestions for keywords that a function does not have."""

import functools
import inspect
from collections.abc import Callable
from typing import ParamSpec, TypeVar

from heataco._checks import suggestion

_Parameters = ParamSpec("_Parameters")
_Returned = TypeVar("_Returned")

# Names in other packages, and what to write here: the first keyword that the function has, or a
# call of another function.
_MEANT = {
    "open": ("closed=False",),
    "depot": ("start=",),
    "end_node": ("end=",),
    "max_seconds": ("seconds=",),
    "max_time": ("seconds=",),
    "time": ("seconds=",),
    "time_limit": ("seconds=",),
    "timeout": ("seconds=",),
    "max_iterations": ("iterations=",),
    "random_state": ("seed=",),
    "n_jobs": ("threads=",),
    "workers": ("threads=",),
    "scores": ("heatmap=", "heatmaps=", "decode(..., heatmap=...)"),
    "heatmap": ("heatmaps=", "decode(..., heatmap=...)"),
    "heatmaps": ("heatmap=", "decode_batch(..., heatmaps=...)"),
    "budget": ("seconds=... or iterations=...",),
    "bound": ("lower_bound(instance), or solve(..., bound=True)",),
    "predictor": ("heatmap=", "heatmaps="),
    "method": ("decoder=",),
    "local_search": ("decoder=HeatACO(...)",),
    "best_known": ("instance.relabelled(best_known=...)",),
    "kind": ("Heatmap.from_dense(scores, kind=...) as the heatmap",),
    "metric": ("as_instance(..., metric=...)",),
    "columns": ("as_instance(..., columns=...)",),
}


def hinting(function: Callable[_Parameters, _Returned]) -> Callable[_Parameters, _Returned]:
    """Decorate a function so that the TypeError for wrong arguments suggests the right ones."""
    parameters = inspect.signature(function).parameters
    known = list(parameters)
    places = [name for name, each in parameters.items() if each.kind is not each.KEYWORD_ONLY]

    @functools.wraps(function)
    def hinted(*args: _Parameters.args, **kwargs: _Parameters.kwargs) -> _Returned:
        unknown = next((name for name in kwargs if name not in known), None)
        if unknown is not None:
            hint = _meant(unknown, known) or suggestion(unknown, known)
            raise TypeError(f"{function.__name__}() has no argument {unknown!r}{hint}")
        if len(args) > len(places):
            scores = "; with scores call decode(points, scores)" if "predictor" in known else ""
            raise TypeError(
                f"{function.__name__}() takes {len(places)} positional argument(s), "
                f"{', '.join(places)}; {len(args)} are given; give the others by name{scores}"
            )
        return function(*args, **kwargs)

    return hinted


def _meant(unknown: str, known: list[str]) -> str:
    """Return the hint for a keyword that other packages use; empty if there is none."""
    for form in _MEANT.get(unknown, ()):
        keyword, _, value = form.partition("=")
        if keyword in known and not value:
            return f"; it is called {keyword} here"
        if keyword in known or "(" in form:
            return f"; give {form}"
    return ""
