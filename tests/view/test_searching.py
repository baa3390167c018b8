"""Searches as the page sees them."""

import time

import numpy as np
import pytest
from tests.view.searches import FOCUSED, WITHOUT, generate, wait_until, workers

import heataco as ha
from heataco.bench.gallery import draw

LONG = 10**9  # iterations: such a search ends only when it is stopped


def test_a_search_from_start_to_end(page):
    """The page would show nothing, or another tour than the search has found."""
    assert generate(page, 200)["n"] == 200
    page.start(iterations=30)
    assert page.wait("started")["names"] == ["focused, heatmap by alpha"]
    heat = page.wait("heat")
    assert len(heat["edges"]) == 2 * len(heat["strength"])
    done = page.wait("done")
    assert done["iterations"] == 30
    assert done["reason"] == "iteration limit"
    assert "trust" in done["trust"]
    again = ha.solve(draw("uniform", 200, 3, 0), iterations=30, seed=1)
    assert np.array_equal(done["tour"], again.tour)
    assert done["cost"] == again.cost


def test_frames_come_only_when_asked_for(page):
    """A slow browser would be sent more than it can show, and memory would fill up."""
    generate(page)
    page.start(WITHOUT, iterations=LONG)
    page.wait("started")
    page.tell("next", run=0)
    first = page.wait("frame")
    assert sorted(first["tour"].tolist()) == list(range(60))
    with pytest.raises(TimeoutError):
        page.socket.recv(timeout=1.0)
    page.tell("next", run=0)
    second = page.wait("frame")
    assert second["iteration"] > first["iteration"] + 10
    assert second["best"] <= first["best"]
    page.tell("stop")
    page.wait("done")


def test_learned_edges_come_only_when_asked_for(page):
    """The page would have no trails to show, or searches be slowed down by copies for nobody."""
    generate(page)
    page.start({"decoder": "mmas", "heat": "none"}, FOCUSED, iterations=LONG)
    assert page.wait("started")["learns"] == ["trails", "agreement"]
    page.tell("next", run=0)
    assert "learned" not in page.wait("frame")
    for run in (0, 1):
        page.tell("next", run=run, learned=True)
        frame = page.wait("frame")
        assert frame["run"] == run
        assert len(frame["learned"]) == 2 * len(frame["strength"])
        assert (np.diff(frame["strength"]) <= 0).all()
    page.tell("stop")
    page.wait("done")


def test_pause_resume_stop(page):
    """A paused search would go on, or a stopped one lose its tour."""
    generate(page)
    page.start(WITHOUT, iterations=LONG)
    page.wait("started")
    page.tell("next", run=0)
    page.wait("frame")
    page.tell("pause")
    assert page.wait("state")["states"] == ["paused"]
    page.tell("next", run=0)
    before = page.wait("frame")["iteration"]
    page.tell("next", run=0)
    assert page.wait("frame")["iteration"] - before <= 1
    page.tell("resume")
    assert page.wait("state")["states"] == ["running"]
    page.tell("next", run=0)
    page.wait("frame")
    page.tell("pause")
    page.tell("stop")
    done = page.wait("done")
    assert done["reason"] == "asked to stop"
    assert sorted(done["tour"].tolist()) == list(range(60))


def test_a_pause_stops_the_clock(page):
    """A search that is paused for longer than its time limit would have ended in its sleep."""
    generate(page)
    page.start(WITHOUT, iterations=LONG, seconds=2.0)
    page.wait("started")
    page.tell("pause")
    page.tell("next", run=0)
    paused = page.wait("frame")
    time.sleep(2.5)
    page.tell("resume")
    page.tell("next", run=0)
    done = page.wait("done")
    assert done["reason"] == "time limit"
    assert done["iterations"] > paused["iteration"] + 1


def test_stop_during_the_prediction(page):
    """A search that is still being prepared could not be stopped, or say something else of it."""
    generate(page, 50_000)
    page.start({"decoder": "focused", "heat": "alpha"}, iterations=LONG)
    page.wait("started")
    page.tell("stop")
    done = page.wait("done")
    assert len(done["tour"]) == 50_000
    assert done["reason"] == "asked to stop"


def test_warm_start(page):
    """A search from the current tour would begin from another, and end longer."""
    generate(page)
    page.start(WITHOUT, iterations=3)
    first = page.wait("done")
    page.start(WITHOUT, iterations=3, warm=True)
    assert page.wait("started")["warm"]
    second = page.wait("done")
    assert second["cost"] <= first["cost"]
    assert "--initial-tour start.tour" in second["shell"]
    assert page.download("start.tour").status == 200


def test_side_by_side(page):
    """Two searches would differ in more than the heatmap, or nobody would say what came out."""
    generate(page)
    page.start(FOCUSED, WITHOUT, iterations=10)
    names = page.wait("started")["names"]
    assert names == ["focused, heatmap by softdist", "focused, no heatmap"]
    compared = page.wait("compared")
    assert compared["test"]
    assert compared["text"].startswith("In this pair of runs it ")
    assert "with 1 seed" in compared["text"]
    page.tell("test")
    assert "On one instance with 8 seeds" in page.wait("tested")["text"]


def test_a_test_can_be_stopped(page):
    """Sixteen searches of an hour each could only be ended by closing the page."""
    generate(page)
    page.start(FOCUSED, WITHOUT, iterations=10)
    page.wait("compared")
    page.tell("stop")  # when there is nothing to stop
    page.tell("start", methods=[FOCUSED, WITHOUT], effort={"seconds": 0.1, "threads": 1})
    page.wait("compared")
    page.tell("test")
    page.wait("testing")
    page.tell("stop")
    assert page.wait("tested")["text"] == "The test with several seeds was stopped."


def test_two_decoders_side_by_side(page):
    """Two decoders would be compared as if one had no heatmap."""
    generate(page)
    page.start(FOCUSED, {"decoder": "greedy", "heat": "softdist"}, iterations=5)
    compared = page.wait("compared")
    assert not compared["test"]
    assert "greedy" in compared["text"]
    page.tell("test")
    assert "first compare a search with a heatmap to one without" in page.wait("error")["text"]


def test_searches_end_with_their_page(server):
    """Closed pages would leave searches behind that use the processors for ever."""
    before = set(workers(server))  # some may be ending

    def own():
        return set(workers(server)) - before

    with server.page() as page:
        generate(page)
        page.start(WITHOUT, WITHOUT | {"decoder": "mmas"}, iterations=LONG)
        page.wait("started")
        page.tell("next", run=1)
        page.wait("frame")
        wait_until(lambda: len(own()) == 2)
    wait_until(lambda: not own())


def test_node_and_report(page):
    """The inspector would show other candidates than the search has."""
    generate(page)
    page.start(FOCUSED, iterations=5)
    tour = page.wait("done")["tour"].tolist()
    node = tour[1]
    page.tell("node", node=node, run=0)
    facts = page.wait("node")
    assert facts["beside"] == sorted((tour[0], tour[2]))
    scores = [row["score"] for row in facts["rows"]]
    assert scores == sorted(scores, reverse=True)
    assert [row["rank"] for row in facts["rows"]] == list(range(1, len(scores) + 1))
    in_tour = [row["node"] for row in facts["rows"] if row["in_tour"]]
    assert set(in_tour) <= {tour[0], tour[2]}
    page.tell("diagnose", run=0)
    report = page.wait("report")
    assert report["meaning"]
    assert len(report["edges_per_node"]) == len(report["limits"]) - 1


@pytest.mark.parametrize(
    ("method", "effort", "words"),
    [
        ({"decoder": "focused", "heat": "x"}, {}, "predictor 'x' is unknown"),
        (FOCUSED | {"parameters": {"depth": "0"}}, {}, "depth = 0: depth is 0"),
        (FOCUSED | {"parameters": {"depht": "5"}}, {}, "no parameter 'depht'"),
        (FOCUSED | {"heat": "file"}, {}, "there is no heatmap file"),
        (FOCUSED, {"iterations": -1}, "iterations is -1"),
        (FOCUSED, {"threads": 0}, "threads is 0"),
        (FOCUSED, {"seed": "x"}, "seed is 'x'"),
    ],
)
def test_bad_input_is_a_sentence(page, method, effort, words):
    """A slip in the form would end in silence, or in a traceback."""
    generate(page, 10)
    page.start(method, **effort)
    assert words in page.wait("error")["text"]
