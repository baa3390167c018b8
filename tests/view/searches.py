"""Searches that several tests start, and their processes."""

import os
import time

FOCUSED = {"decoder": "focused", "parameters": {}, "heat": "softdist"}
WITHOUT = FOCUSED | {"heat": "none"}


def generate(page, n=60, family="uniform"):
    page.tell("generate", family=family, n=n, seed=3)
    return page.wait("instance")


def workers(server):
    """Return the processes that a server has started and that are still there."""
    folder = f"/proc/{server.process.pid}/task"
    found = []
    for thread in os.listdir(folder):
        found += _read(f"{folder}/{thread}/children").split()
    return [pid for pid in found if "spawn_main" in _read(f"/proc/{pid}/cmdline")]


def _read(path):
    """Return the text of a file; none if its thread or process has ended."""
    try:
        with open(path) as file:
            return file.read()
    except OSError:
        return ""


def wait_until(condition):
    end = time.monotonic() + 60
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.02)
