"""The notebooks as they are in the repository; `make docs` runs them."""

import importlib
import json

import pytest
from tests.docs.pages import DOCS, text

SITE = DOCS / "site"
NOTEBOOKS = sorted((DOCS / "tutorials").glob("*.ipynb"))


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_form(path):
    """A notebook would have no title, or keep outputs of an old version."""
    cells = json.loads(text(path))["cells"]
    assert cells[0]["cell_type"] == "markdown"
    assert cells[0]["source"][0].startswith("# ")
    code = [cell for cell in cells if cell["cell_type"] == "code"]
    assert code
    assert all(cell["outputs"] == [] and cell["execution_count"] is None for cell in code)
    for cell in code:
        if not cell["source"][0].startswith(("%%writefile", "!")):
            compile("".join(cell["source"]), path.name, "exec")


def test_lines_that_arrive_in_pieces_are_one_output(monkeypatch):
    """On a busy machine the site would cut a table in two, in the middle of a line."""
    nbformat = pytest.importorskip("nbformat")
    pytest.importorskip("nbclient")
    monkeypatch.syspath_prepend(SITE)
    joined = importlib.import_module("notebooks").joined
    pieces = [("stdout", "a\nb"), ("stdout", "c\n"), ("stderr", "d\n"), ("stdout", "e\n")]
    picture = nbformat.v4.new_output("display_data", {"image/png": ""})
    streams = [nbformat.v4.new_output("stream", name=name, text=text) for name, text in pieces]
    found = joined([picture, *streams, picture, streams[0]])
    texts = [output.get("text") for output in found]
    assert texts == [None, "a\nbc\n", "d\n", "e\n", None, "a\nb"]
    assert streams[0].text == "a\nb"
