"""What a bug report needs."""

import platform
import subprocess
import sys
from importlib import metadata

import heataco as ha


def test_versions(heataco):
    """A bug report would lack a version, or the command fail where something is missing."""
    answer = heataco("versions")
    rows = dict(line.split(maxsplit=1) for line in answer.out.splitlines())
    assert answer.code == 0
    assert rows["heataco"] == ha.__version__
    assert "_native" in rows["native"]
    assert platform.python_version() in rows["python"]
    for name in ("numpy", "click", "rich"):
        assert rows[name] == metadata.version(name)
    assert "torch" in rows


def test_module_is_the_command():
    """`python -m heataco` would not be the command."""
    done = subprocess.run(
        [sys.executable, "-m", "heataco", "--version"], capture_output=True, text=True, check=True
    )
    assert done.stdout == f"heataco, version {ha.__version__}\n"


def test_help_of_every_command(heataco):
    """A command would have no help, or fail to start."""
    for command in ("", "decode", "convert", "demo", "versions"):
        answer = heataco(f"{command} --help")
        assert answer.code == 0
        assert answer.out.startswith("Usage: heataco")
