"""What all tests share."""

import os
import signal
from pathlib import Path

import pytest

_DEFAULT_DATA = Path(__file__).parents[2] / "shared" / "data"


@pytest.fixture(scope="session")
def data_dir() -> Path:
    """Return the folder of the benchmark data; skip where there is none."""
    folder = Path(os.environ.get("HEATACO_DATA", _DEFAULT_DATA))
    if not folder.is_dir():
        pytest.skip(f"no benchmark data at {folder}; set HEATACO_DATA")
    return folder


@pytest.fixture(autouse=True, scope="session")
def _interrupts():
    """Let Ctrl-C arrive, here and in subprocesses, also where the shell ignores it for us.

    A shell starts background jobs with SIGINT ignored, and Python then leaves it so.
    """
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)
