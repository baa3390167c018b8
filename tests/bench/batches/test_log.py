"""What an unfinished batch has kept: found again, never mixed, never lost."""

import pytest

from heataco.bench.batches.log import open_log
from heataco.files import FileError

CONTENT = {"seed": 1, "method": {"name": "greedy"}}


def row(index, error=None, **values):
    return {"index": index, "error": error, **values}


def test_rows_in_order(tmp_path):
    """Results would come in the order in which they finished, or a failure hide a result."""
    with open_log(tmp_path / "a.jsonl", CONTENT) as log:
        for each in (row(2, cost=3), row(0, "x"), row(1, cost=1), row(1, "x")):
            log.append(each)
        log.append(row(0, cost=2))
    with open_log(tmp_path / "a.jsonl", CONTENT) as log:
        assert [each["cost"] for each in log.rows(range(4))] == [2, 1, 3]
        assert sorted(log.done) == [0, 1, 2]


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ({**CONTENT, "seed": 2}, "1 results of other options: seed was 1 and is 2; "),
        ({**CONTENT, "method": {"name": "mmas"}}, 'decoder name was "greedy" and is "mmas"'),
        ({**CONTENT, "heat": {"file": "a" * 64}}, "heatmap was none and is given"),
    ],
)
def test_other_options(tmp_path, content, words):
    """Results of two kinds would be mixed, or nobody know what to change."""
    with open_log(tmp_path / "a.jsonl", CONTENT) as log:
        log.append(row(0))
    with pytest.raises(FileError) as error, open_log(tmp_path / "a.jsonl", content):
        pass
    assert words in str(error.value)


def test_a_log_without_results(tmp_path):
    """A run that failed at once would be in the way of the next one."""
    with open_log(tmp_path / "a.jsonl", CONTENT) as log:
        log.append(row(0, "x"))
    with open_log(tmp_path / "a.jsonl", {"seed": 2}) as log:
        assert not list(log.rows(range(3)))
        log.append(row(1))
    with open_log(tmp_path / "a.jsonl", {"seed": 2}) as log:
        assert list(log.done) == [1]


def test_foreign_files(tmp_path):
    """A file of something else would be appended to."""
    (tmp_path / "a.jsonl").write_text('{"gap": 1}\n')
    message = "is not a line of an unfinished batch"
    with pytest.raises(FileError, match=message), open_log(tmp_path / "a.jsonl", CONTENT):
        pass
