"""The command from its first moment: signals while the package is loaded."""

import os
import signal
import subprocess
import sys

import pytest

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs POSIX signals")

# Stands for a package that takes long to load: it says when, and waits for a file.
SLOW_PACKAGE = """
import os, time
print("loading", flush=True)
while not os.path.exists("go on"):
    time.sleep(0.01)
raise SystemExit(7)
"""
COMMAND = [sys.executable, "-c", "import heataco_command; heataco_command.main()"]


@pytest.fixture
def loading(tmp_path):
    """Return a function that starts the command and returns while a package is being loaded."""
    (tmp_path / "click.py").write_text(SLOW_PACKAGE)
    environment = os.environ | {"PYTHONPATH": str(tmp_path)}
    started = []

    def start(interrupt):
        before = signal.signal(signal.SIGINT, interrupt)  # a command inherits what is ignored
        process = subprocess.Popen(
            COMMAND,
            cwd=tmp_path,
            env=environment,
            text=True,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        signal.signal(signal.SIGINT, before)
        started.append(process)
        assert process.stdout.readline() == "loading\n"
        return process

    yield start
    for process in started:
        process.kill()
        process.communicate()


def test_ctrl_c(loading):
    """Ctrl-C right after the start would show a traceback."""
    process = loading(signal.default_int_handler)
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=60)
    assert (process.returncode, err) == (130, "heataco: interrupted\n")


def test_ignored_ctrl_c(loading, tmp_path):
    """Ctrl-C would end a command that was told to ignore it."""
    process = loading(signal.SIG_IGN)
    process.send_signal(signal.SIGINT)
    (tmp_path / "go on").touch()
    _, err = process.communicate(timeout=60)
    assert (process.returncode, err) == (7, "")


def test_runs(files):
    """The command would do nothing, or have lost its exit code."""
    done = subprocess.run(
        [*COMMAND, "info", "missing.tsp"], capture_output=True, text=True, cwd=files
    )
    assert done.returncode == 3
    assert "missing.tsp: no such file" in done.stderr
    done = subprocess.run(
        [*COMMAND, "info", "points.tsp"], capture_output=True, text=True, cwd=files
    )
    assert done.returncode == 0
    assert "40" in done.stdout
