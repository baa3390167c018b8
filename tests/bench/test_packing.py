"""Packed results: smaller, and as good as those that they were made from."""

import gzip

import pytest

from heataco.bench.lines import to_line
from heataco.bench.packing import TRACE, pack_results
from heataco.bench.store import open_store, read_results
from heataco.bench.summary import summarise
from heataco.bench.tables.table import make_table
from heataco.files import FileError


def table_of(*paths):
    results = read_results(paths)
    header = results.header(None, paths)
    return make_table(header, summarise(header, results))


@pytest.fixture
def packed(run, experiment, folder):
    """Return the packed results of the small experiment."""
    run(experiment)
    assert pack_results([folder / "results.jsonl"], folder / "r.jsonl.gz") == 12
    return folder / "r.jsonl.gz"


def test_same_table(packed, folder):
    """A page that is made from packed results would show other numbers."""
    assert table_of(packed) == table_of(folder / "results.jsonl")


def test_traces(packed, folder):
    """Results for keeping would be large, or a figure of convergence could not be drawn."""
    whole = folder / "whole.jsonl.gz"
    pack_results([folder / "results.jsonl"], whole, traces=True)
    assert all(TRACE in record for record in read_results([whole]).records.values())
    assert not any(TRACE in record for record in read_results([packed]).records.values())


def test_same_bytes(packed, folder):
    """Packing again, or results in another order, would show as a change of the repository."""
    lines = (folder / "results.jsonl").read_bytes().splitlines(keepends=True)
    other = folder / "other.jsonl"
    other.write_bytes(b"".join([lines[0], *reversed(lines[1:])]))
    for paths in ([other], [packed], [packed, other]):
        pack_results(paths, folder / "again.jsonl.gz")
        assert (folder / "again.jsonl.gz").read_bytes() == packed.read_bytes()


def test_parts_of_a_grid(run, experiment, folder, packed):
    """A run of one set would hide what the others gave."""
    run(experiment.shrunk(instances=1))  # the last description is that of a part
    again = folder / "again.jsonl.gz"
    assert pack_results([folder / "results.jsonl"], again) == 12
    assert again.read_bytes() == packed.read_bytes()


def test_parts_without_the_whole(run, experiment, folder):
    """A run that was stopped before the whole grid would lose all parts but one."""
    run(experiment.shrunk(methods=["HeatACO"]))
    run(experiment.shrunk(instances=1))  # 2 of its 4 tasks are new
    packed = folder / "r.jsonl.gz"
    for paths in ([folder / "results.jsonl"], [packed]):
        with pytest.warns(UserWarning, match="small: 2 results belong to parts .* on the whole"):
            assert pack_results(paths, packed) == 8
    assert [row.labels for row in table_of(packed).rows] == [("Rank", "HeatACO")]
    assert run(experiment).kept == 8
    assert pack_results([packed, folder / "results.jsonl"], packed) == 12


def test_failures_are_left_out(run, experiment, folder, packed):
    """A failure would be kept for ever."""
    record = next(iter(read_results([packed]).records.values()))
    failed = folder / "failed.jsonl"
    failed.write_bytes(to_line(record | {"id": "f", "status": "failed"}))
    assert pack_results([packed, failed], packed) == 12


def test_known_results_are_not_run_again(packed, run, experiment, data, folder):
    """What was kept would be run once more, or be missing from the table of the new file."""
    from heataco.bench.driver import run_grid
    from heataco.bench.engines import Serial
    from heataco.bench.grid import make_grid

    more = experiment.shrunk(instances=2)
    with open_store(folder / "new.jsonl", [packed]) as store:
        tally = run_grid(more, make_grid(more, data), store, Serial(), data)
    assert (tally.total, tally.kept, tally.finished) == (8, 8, 0)
    table = table_of(packed, folder / "new.jsonl")
    assert table_of(folder / "new.jsonl") == table
    assert pack_results([folder / "new.jsonl"], folder / "new.jsonl.gz") == 8
    assert table_of(folder / "new.jsonl.gz") == table


def test_known_description(packed, experiment, data, folder):
    """A new file would say nothing about its results where a known file says the same."""
    from heataco.bench.driver import run_grid
    from heataco.bench.engines import Serial
    from heataco.bench.grid import make_grid

    for _ in range(2):  # the second time nothing is left to say
        with open_store(folder / "new.jsonl", [packed]) as store:
            run_grid(experiment, make_grid(experiment, data), store, Serial(), data)
        assert len((folder / "new.jsonl").read_bytes().splitlines()) == 13
    assert table_of(folder / "new.jsonl") == table_of(packed)


def test_packed_is_not_appended_to(packed):
    """A compressed file would be spoilt by plain lines."""
    with (
        pytest.raises(FileError, match="is packed, so nothing can be appended to it"),
        open_store(packed),
    ):
        pass


@pytest.mark.parametrize("content", [b"", b"nothing", "cut", "line", "last"])
def test_damaged(packed, content):
    """A damaged file would end in a traceback, or pass for one with fewer results."""
    whole = packed.read_bytes()
    if content == "cut":
        content = whole[:-20]
    elif content == "line":
        content = gzip.compress(b"nothing\n" + gzip.decompress(whole))
    elif content == "last":
        content = gzip.compress(gzip.decompress(whole)[:-20])
    packed.write_bytes(content)
    if content == b"":  # as of a run that has not begun
        assert not read_results([packed]).records
        return
    with pytest.raises(FileError, match=r"r\.jsonl\.gz"):
        read_results([packed])


def test_other_suffix(packed, folder):
    """Packed results would have the name of plain ones."""
    with pytest.raises(FileError, match=r"packed results have \.gz"):
        pack_results([packed], folder / "a.jsonl")
