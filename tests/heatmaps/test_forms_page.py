"""docs/heatmap-forms.md: what it shows must work as it stands there."""

import importlib.util
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import heataco as ha
from heataco.files.heatmap_files import HEATMAP_SUFFIXES

PAGE = (Path(__file__).parents[2] / "docs" / "heatmap-forms.md").read_text(encoding="utf-8")
BLOCK = re.compile(r"^(?:<!-- needs (.*?) -->\n)?```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
SHELLS = {"python": [sys.executable, "-c"], "sh": ["bash", "-euc"]}


@pytest.mark.skipif(sys.platform == "win32", reason="needs bash")
def test_code_blocks(tmp_path):
    """The first thing that someone with a heatmap copies would fail."""
    commands = Path(sys.executable).parent
    environment = os.environ | {"PATH": f"{commands}{os.pathsep}{os.environ['PATH']}"}
    for packages, language, code in BLOCK.findall(PAGE):
        needed = packages.split(", ") if packages else []
        if language in SHELLS and all(map(importlib.util.find_spec, needed)):
            done = subprocess.run(
                [*SHELLS[language], code],
                cwd=tmp_path,
                env=environment,
                capture_output=True,
                text=True,
            )
            assert done.returncode == 0, f"{code}\n{done.stdout}\n{done.stderr}"
    assert ha.read_heatmap(tmp_path / "scores.txt").n == 6


def test_texts(tmp_path):
    """A text that is shown as an example would not be read."""
    texts = [code for _, language, code in BLOCK.findall(PAGE) if language == "text"]
    (tmp_path / "dense.txt").write_text(texts[0], encoding="utf-8")
    (tmp_path / "one.lines").write_text(texts[1], encoding="utf-8")
    heatmap = ha.read_heatmap(tmp_path / "dense.txt")
    assert heatmap.nnz == 3
    assert ha.read_heatmap(tmp_path / "one.lines") == heatmap


def test_nothing_is_missing():
    """A form, kind or preset would not be found by those who look for it."""
    for name in (*HEATMAP_SUFFIXES, *ha.PRESETS, "probability", "logit", "log-probability"):
        assert f"`{name}`" in PAGE
