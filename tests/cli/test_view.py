"""`heataco view`: what it refuses before it serves anything."""

import socket
import sys

import pytest
from tests.support import check_failure, check_usage

pytest.importorskip("starlette")


def test_missing_packages(heataco, monkeypatch):
    """A user without the extra would get a traceback."""
    for name in [name for name in sys.modules if name.startswith("heataco.view.server")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "starlette", None)
    monkeypatch.setitem(sys.modules, "starlette.applications", None)
    check_failure(heataco("view"), "pip install 'heataco[view]'")


def test_heatmap_without_file(heataco):
    """A heatmap would be taken that scores nothing."""
    check_usage(heataco("view --heatmap a.npz"), "--heatmap needs FILE")


def test_missing_file(heataco):
    """A mistyped name would show up in the browser only."""
    check_failure(heataco("view no.tsp --no-browser"), "no.tsp: no such file")


def test_wrong_heatmap(heataco, files):
    """A heatmap of another instance would show up in the browser only."""
    check_failure(heataco("view matrix.atsp --heatmap heat.npz --no-browser"), "heat.npz")


def test_wrong_index(heataco, files):
    """An index beyond the set would be a traceback."""
    check_failure(heataco("view set.txt --index 9 --no-browser"), "index is 9")


def test_taken_port(heataco):
    """A second server at the same port would fail without a reason."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        check_failure(heataco(f"view --no-browser --port {port}"), "cannot listen there")


@pytest.mark.parametrize("token", ["short", "with/a/slash/in/the/middle", ""])
def test_weak_token(heataco, monkeypatch, token):
    """A secret that can be guessed, or that is no part of an address, would be taken."""
    monkeypatch.setenv("HEATACO_VIEW_TOKEN", token)
    check_failure(heataco("view --no-browser"), "at least 16 letters")
