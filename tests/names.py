"""The names of options as types: `make names` writes the module, a test compares it."""

from collections.abc import Iterable
from pathlib import Path

from heataco import _names
from heataco.decoders import DECODERS, LOCAL_SEARCHES
from heataco.instances import Metric
from heataco.predictors import PREDICTORS

NAMES = Path(_names.__file__)


def content() -> str:
    """Return the module as it must be for the registries as they are."""
    types = (
        literal("DecoderName", DECODERS.built_in),
        literal("PredictorName", PREDICTORS.built_in),
        literal("LocalSearchName", LOCAL_SEARCHES),
        literal("MetricName", Metric),
    )
    title = (
        '"""Names of options as types, for editors and type checkers; written by `make names`."""'
    )
    return "\n".join((title, "", "from typing import Literal", "", *types, ""))


def literal(title: str, names: Iterable[str]) -> str:
    """Return the definition of a type, formatted as ruff does."""
    return "\n".join((f"{title} = Literal[", *(f'    "{name}",' for name in names), "]"))


if __name__ == "__main__":
    NAMES.write_text(content())
