"""Searches that still run when the interpreter shuts down."""

import subprocess
import sys

import pytest

PREPARE = """
import sys, threading
import numpy as np
import heataco as ha
instance = ha.Instance.from_coordinates(np.random.default_rng(0).random((200, 2)))
budget = ha.Budget(iterations=5)
decoder = ha.DECODERS[sys.argv[1]]()
"""


def run(script, *arguments):
    done = subprocess.run(
        [sys.executable, "-c", script, *arguments], capture_output=True, text=True, timeout=120
    )
    return done.returncode, done.stdout, done.stderr


ENDLESS = """
class Search(threading.Thread):
    def run(self):
        options = {"budget": ha.Budget(seconds=600), "threads": 2, "on_progress": %s}
        ha.decode(instance, heatmap, decoder, **options)

heatmap = ha.predictors.SoftDist().predict(instance) if decoder.needs_heatmap else None
searches = [Search(daemon=True) for _ in range(3)]
for search in searches:
    search.start()
threading.Event().wait(float(sys.argv[2]))
"""


@pytest.mark.parametrize("callback", ["None", "lambda progress: None"])
@pytest.mark.parametrize("wait", ["0", "0.05", "0.3"])
@pytest.mark.parametrize("name", ["focused", "mcts"])
def test_daemon_threads_at_exit(name, wait, callback):
    """A search that nobody waits for would abort the process when it exits."""
    assert run(PREPARE + ENDLESS % callback, name, wait) == (0, "", "")


def test_searches_at_exit():
    """A decode in an exit handler would wait for ever, wherever it stands among the handlers."""
    define = """
import atexit
def last():
    print(len(ha.decode(instance, None, decoder, budget=budget, threads=2).tour))
atexit.register(last)
"""
    assert run(PREPARE + define, "focused") == (0, "200\n", "")
    assert run(define + PREPARE, "focused") == (0, "200\n", "")
