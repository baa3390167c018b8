"""The notebooks as they are in the repository; `make docs` runs them."""

import json

import pytest
from tests.docs.pages import DOCS, text

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
