"""Check a wheel as a user meets it: its size and metadata, and an installation without compiler.

    python packaging/check_wheel.py WHEEL [PYTHON ...]

Every PYTHON gets a clean virtual environment; by default the one that runs this script.
"""

import os
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

LARGEST = 3_000_000  # bytes
COMPILERS = ("cc", "c++", "gcc", "g++", "clang", "clang++", "cmake", "ninja", "make", "zig")
TRIAL = """
import json, shutil, signal, subprocess, sys, urllib.request
import numpy as np
import heataco as ha

points = np.random.default_rng(1).random((200, 2))
result = ha.solve(points, iterations=5)
assert sorted(result.tour) == list(range(200))
assert ha.solve(points, iterations=5, threads=2).cost == result.cost
for name in ha.DECODERS:
    ha.decode(points, "alpha", name, iterations=2)
ha.write_tsplib(result.instance, "city.tsp")
command = ["heataco", "decode", "city.tsp", "--iterations", "5", "--json"]
done = subprocess.run(command, check=True, capture_output=True)
assert json.loads(done.stdout)["cost"] == result.cost
command = ["heataco", "view", "city.tsp", "--no-browser"]
with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
    address = server.stdout.readline().strip()
    for file in ("", "main.js", "style.css"):
        assert urllib.request.urlopen(address + file).status == 200
    server.send_signal(signal.SIGINT)
found = [name for name in sys.argv[1:] if shutil.which(name)]
assert not found, f"there is a compiler: {found}"
print("Python", sys.version.split()[0], "cost", result.cost)
"""


def main(wheel: Path, pythons: list[str]) -> None:
    """Raise AssertionError or CalledProcessError at the first thing that is wrong."""
    size = wheel.stat().st_size
    assert size <= LARGEST, f"{wheel.name} has {size:,} bytes; at most {LARGEST:,}"
    with zipfile.ZipFile(wheel) as archive:
        strange = [name for name in archive.namelist() if not name.startswith("heataco")]
        assert not strange, f"{wheel.name} holds files of others: {strange}"
    print(f"{wheel.name}: {size:,} bytes")
    for python in pythons:
        _try(wheel, python)


def _try(wheel: Path, python: str) -> None:
    """Install and use the wheel with nothing in PATH but its own environment."""
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([python, "-m", "venv", f"{folder}/venv"], check=True)
        # Settings of pip and uv, which say where packages come from, and nothing else.
        kept = {key: os.environ[key] for key in os.environ if key.startswith(("PIP_", "UV_"))}
        environment = kept | {
            "HOME": os.environ["HOME"],
            "PATH": f"{folder}/venv/bin",
            "PIP_DISABLE_PIP_VERSION_CHECK": "1",
        }
        for command in (
            ["pip", "install", "-qq", "--only-binary", ":all:", f"{wheel}[view]"],
            ["heataco", "versions"],
            ["python", "-c", TRIAL, *COMPILERS],
        ):
            program = f"{folder}/venv/bin/{command[0]}"
            subprocess.run([program, *command[1:]], check=True, cwd=folder, env=environment)


if __name__ == "__main__":
    main(Path(sys.argv[1]).resolve(), sys.argv[2:] or [sys.executable])
