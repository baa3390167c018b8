"""Results as a Parquet file, one row per task."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from heataco.bench.records import Record
from heataco.files import FileError
from heataco.files.atomic import atomic_write

# Columns of their own; the rest of a record goes along as JSON.
_PLAIN = (
    "id", "status", "error", "version", "commit", "instance", "n", "instance_digest",
    "heatmap_digest", "best_known", "cost", "gap", "iterations", "stop_reason", "peak_megabytes",
)  # fmt: skip
_NESTED = ("task", "limits", "machine", "improvements", "report", "peer", "trust")
_LABELS = ("set", "heatmap", "method", "budget", "instance")
_STAGES = ("predict", "prepare", "decode", "diagnose")


def check_export(path: Path) -> None:
    """Find out whether results can be exported.

    Raises
    ------
    ValueError
        For another suffix, or if pyarrow is not installed.
    """
    if path.suffix.lower() != ".parquet":
        raise FileError(path, f"suffix {path.suffix!r} is unknown; exports are .parquet")
    try:
        import pyarrow  # noqa: F401
    except ImportError:
        raise ValueError("the export needs pyarrow: pip install 'heataco[bench]'") from None


def export_results(records: Mapping[str, Record], path: Path) -> None:
    """Write all records to a Parquet file.

    Raises
    ------
    ValueError
        As `check_export` does.
    """
    check_export(path)
    import pyarrow
    from pyarrow import parquet

    table = pyarrow.Table.from_pylist([flat(record) for record in records.values()])
    with atomic_write(path) as file:
        parquet.write_table(table, file)


def flat(record: Record) -> dict[str, Any]:
    """Return a record as one row of plain values, all rows with the same columns."""
    row: dict[str, Any] = {key: record.get(key) for key in _PLAIN}
    task = record["task"]
    labels = record.get("labels", {})
    row |= {f"label_{key}": labels.get(key) for key in _LABELS}
    row |= {"method": task["method"]["name"], "seed": task["seed"], "threads": task["threads"]}
    row |= {f"{key}_json": json.dumps(record.get(key)) for key in _NESTED}
    for stage in _STAGES:
        part = record.get(stage) or {}
        row[f"{stage}_seconds"] = part.get("seconds")
        row[f"{stage}_cpu_seconds"] = part.get("cpu_seconds")
    return row
