"""README and guide: what they show must work as it stands there."""

import importlib.util
import os
import subprocess
import sys

import pytest
from tests.docs.pages import DOCS, README, blocks

PAGES = [README, *sorted((DOCS / "guide").glob("*.md"))]
SHELLS = {"python": [sys.executable, "-c"], "sh": ["bash", "-euc"]}
LONGEST_README = 8_500  # bytes


@pytest.mark.skipif(sys.platform == "win32", reason="needs bash")
@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_code_blocks(page, tmp_path):
    """The first thing that a new user copies would fail.

    Blocks run in the order of the page and in one folder. A comment before a block says that it
    is a file, which packages it needs, or why it is not run.
    """
    commands = os.path.dirname(sys.executable)
    environment = os.environ | {"PATH": f"{commands}{os.pathsep}{os.environ['PATH']}"}
    for block in blocks(page):
        needed = [name.strip() for name in block.marked("needs").split(",") if name]
        if block.marked("file"):
            (tmp_path / block.marked("file")).write_text(block.code, encoding="utf-8")
        elif block.marked("not run") or not all(map(importlib.util.find_spec, needed)):
            continue
        else:
            done = subprocess.run(
                [*SHELLS[block.language], block.code],
                cwd=tmp_path,
                env=environment,
                capture_output=True,
                text=True,
            )
            assert done.returncode == 0, f"{block.code}\n{done.stdout}\n{done.stderr}"


def test_readme_is_short():
    """A newcomer would have to search for the quick start again."""
    assert len(README.read_bytes()) <= LONGEST_README
    languages = [block.language for block in blocks(README)]
    assert languages[:3] == ["python", "python", "sh"]
