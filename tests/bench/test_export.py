"""The export: all results, one row each."""

import json
import sys

import pytest

from heataco.bench.export import check_export, export_results, flat
from heataco.bench.store import read_results
from heataco.files import FileError


def test_parquet(experiment, run, folder):
    """Results could not be loaded into other programs, or lose columns on the way."""
    parquet = pytest.importorskip("pyarrow.parquet")
    run(experiment)
    records = read_results([folder / "results.jsonl"]).records
    export_results(records, folder / "r.parquet")
    rows = parquet.read_table(folder / "r.parquet").to_pylist()
    assert {row["id"]: row["cost"] for row in rows} == {k: r["cost"] for k, r in records.items()}
    assert json.loads(rows[0]["task_json"]) == records[rows[0]["id"]]["task"]


def test_failed_records_fit(tmp_path):
    """A single failure would make the export impossible."""
    task = {"method": {"name": "mmas"}, "seed": 1, "threads": 1}
    row = flat({"id": "a", "status": "failed", "task": task, "error": "x"})
    assert (row["status"], row["error"], row["cost"], row["decode_seconds"]) == (
        "failed",
        "x",
        None,
        None,
    )


def test_bad_export(tmp_path, monkeypatch):
    """A run of hours would end with an export that cannot be written."""
    with pytest.raises(FileError, match=r"exports are \.parquet"):
        check_export(tmp_path / "r.csv")
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(ValueError, match=r"pip install 'heataco\[bench\]'"):
        check_export(tmp_path / "r.parquet")
