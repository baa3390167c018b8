"""Pages that outlive their server: what they had must be there again, and be of use."""

import numpy as np
import pytest
from tests.view.browser.conftest import LONG
from tests.view.conftest import Server

import heataco as ha


class _Servers:
    """A server that can be killed and started again at the same address."""

    def __init__(self, tab, *arguments):
        self.tab, self.arguments = tab, arguments
        self.server = Server(*arguments)
        tab.visit(self.server.address)

    def __enter__(self):
        return self

    def __exit__(self, *problem):
        self.server.close()

    def kill(self):
        self.server.process.kill()
        self.tab.page.wait_for_selector("#connection[data-state=lost]")

    def start_again(self):
        self.server.close()
        self.server = Server(*self.arguments, port=self.server.port)
        self.tab.page.wait_for_selector("#connection[data-state=open]")
        self.tab.page.wait_for_function("() => !document.querySelector('#warm').disabled")

    def search(self, choice="#start"):
        """Let a short search end."""
        self.tab.page.fill("#iterations", "2")
        self.tab.page.fill("#threads", "1")
        self.tab.page.click(choice)
        self.tab.wait_state("done")


@pytest.fixture
def instances():
    """Return four instances of one size."""
    return [ha.as_instance(points) for points in np.random.default_rng(4).random((4, 60, 2))]


def test_reconnect_after_the_server_was_killed(open_tab):
    """A page would be dead, and its tour lost, once the server is."""
    tab = open_tab()
    with _Servers(tab) as servers:
        tab.generate(100)
        tab.start(LONG, heat="softdist")
        tab.wait_state("running")
        servers.kill()
        assert "connection to the server is lost" in tab.text("#alert-text")
        tab.picture("lost")
        servers.start_again()
        tab.wait_text("#instance-text", "100 nodes")
        servers.search("#warm")


def test_an_instance_of_a_set(open_tab, instances, tmp_path):
    """The tour would lie on the first instance of the file, whichever was searched."""
    items = [ha.LabelledInstance(instance, np.arange(60)) for instance in instances]
    ha.write_labelled_set(items, tmp_path / "set.txt")
    tab = open_tab()
    with _Servers(tab) as servers:
        tab.drop(tmp_path / "set.txt")
        tab.wait_text("#instance-text", "set_0: 60 nodes")
        tab.page.fill("#index", "2")
        tab.page.keyboard.press("Enter")
        tab.wait_text("#instance-text", "set_2: 60 nodes")
        servers.search()
        servers.kill()
        servers.start_again()
        assert tab.text("#instance-text").startswith("set_2")
        assert tab.page.input_value("#index") == "2"
        servers.search("#warm")


def test_a_file_of_the_command_line(open_tab, instances, tmp_path):
    """The tour would be gone where the server, not the page, has the instance."""
    ha.write_tsplib(instances[0], tmp_path / "one.tsp")
    tab = open_tab()
    with _Servers(tab, str(tmp_path / "one.tsp")) as servers:
        tab.wait_text("#instance-text", "60 nodes")
        servers.search()
        servers.kill()
        servers.start_again()
        servers.search("#warm")
        assert "--initial-tour" in tab.page.input_value("#shell")


@pytest.mark.parametrize("choice", ["file", "softdist"])
def test_a_heatmap_from_a_file(open_tab, instances, tmp_path, choice):
    """The next search would take another heatmap than the last one, without a word."""
    ha.write_tsplib(instances[0], tmp_path / "one.tsp")
    ha.write_heatmap(ha.predictors.SoftDist().predict(instances[0]), tmp_path / "one.npz")
    tab = open_tab()
    with _Servers(tab) as servers:
        tab.drop(tmp_path / "one.tsp")
        tab.wait_text("#instance-text", "60 nodes")
        tab.drop(tmp_path / "one.npz")
        tab.wait_text("#heat", "file one.npz")
        tab.page.select_option("#heat", choice)
        servers.search()
        servers.kill()
        servers.start_again()
        tab.wait_text("#heat", "file one.npz")
        assert tab.page.input_value("#heat") == choice
