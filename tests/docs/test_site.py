"""The documentation site as `make docs` built it."""

import html
import json
import re

import pytest
from tests.docs.pages import DOCS, ROOT, text

import heataco as ha
from heataco.cli.main import cli

SITE = ROOT / "build" / "site"
pytestmark = pytest.mark.skipif(not SITE.exists(), reason="there is no site; make docs builds it")


def found(words):
    """Return the pages whose part in the search index holds all words."""
    index = json.loads(text(SITE / "search" / "search_index.json"))["docs"]
    return {
        entry["location"].partition("#")[0]
        for entry in index
        if all(word in html.unescape(f"{entry['title']} {entry['text']}") for word in words)
    }


@pytest.mark.parametrize(
    ("words", "page"),
    [
        (["Focused", "Lin–Kernighan"], "guide/decoders.html"),
        (["heatmap_trust"], "guide/faq.html"),
        (["OR-Tools"], "guide/faq.html"),
        (["--time-limit"], "reference/commands.html"),
        (["lower_bound"], "reference/api.html"),
        (["five lines"], "tutorials/plain-tsp.html"),
        (["d657", "48,913"], "lab/d657.html"),
    ],
)
def test_search(words, page):
    """The search would not find a page by the words that are on it."""
    assert page in found(words)


def test_every_page_is_there():
    """A page would be left out of the site."""
    pages = {path.relative_to(DOCS).with_suffix(".html") for path in DOCS.rglob("*.md")}
    pages |= {path.relative_to(DOCS).with_suffix(".html") for path in DOCS.rglob("*.ipynb")}
    built = {path.relative_to(SITE) for path in SITE.rglob("*.html")}
    assert {page for page in pages if page.name != "README.html"} <= built


@pytest.mark.parametrize("command", sorted(cli.commands))
def test_commands(command):
    """A command would have no help in the reference."""
    assert f'id="heataco-{command}"' in text(SITE / "reference" / "commands.html")


@pytest.mark.parametrize("name", ["solve", "decode", "watch", "Instance", "Heatmap", "Focused"])
def test_api(name):
    """A public function or class would not be in the reference."""
    public = getattr(ha, name)
    anchor = f'id="{public.__module__}.{public.__qualname__}"'
    assert anchor in text(SITE / "reference" / "api.html")


def test_tutorials_have_outputs():
    """A tutorial would be shown without having been run."""
    for notebook in (DOCS / "tutorials").glob("*.ipynb"):
        page = text(SITE / "tutorials" / f"{notebook.stem}.html")
        code = sum(cell["cell_type"] == "code" for cell in json.loads(text(notebook))["cells"])
        shown = sum(page.count(mark) for mark in ('class="highlight"', "<img", "<table"))
        shown += page.count('class="language-')
        assert shown > code, notebook.name


def test_nothing_is_loaded_from_elsewhere():
    """A reader without a network would see a broken page, and others would be tracked."""
    loaded = {
        address
        for page in SITE.rglob("*.html")
        for address in re.findall(
            r'<(?:script|img|iframe)[^>]+src="((?:https?:)?//[^"]+)"'
            r'|<link[^>]+rel="(?:stylesheet|preconnect)"[^>]+href="((?:https?:)?//[^"]+)"',
            text(page),
        )
    }
    assert not loaded
