"""Searches as the page sees them."""

import numpy as np

import heataco as ha
from heataco.bench.gallery import draw


def _generate(page, n=200, family="uniform"):
    page.tell("generate", family=family, n=n, seed=3)
    return page.wait("instance")


def test_a_search_from_start_to_end(page):
    """The page would show nothing, or another tour than the search has found."""
    assert _generate(page)["n"] == 200
    page.start(iterations=30)
    assert page.wait("started")["names"] == ["focused, heatmap by alpha"]
    heat = page.wait("heat")
    assert len(heat["edges"]) == 2 * len(heat["strength"])
    page.tell("next", run=0)
    frame = page.wait("frame", "done")
    assert sorted(frame["tour"].tolist()) == list(range(200))
    done = frame if frame["type"] == "done" else page.wait("done")
    assert done["iterations"] == 30
    assert done["reason"] == "iteration limit"
    instance = draw("uniform", 200, 3, 0)
    again = ha.solve(instance, iterations=30, seed=1)
    assert np.array_equal(done["tour"], again.tour)
    assert done["cost"] == again.cost
