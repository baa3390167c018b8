"""Names that the page sends: none may lead to a file, or to code, of this machine."""

import os
from typing import Literal

import pytest
from tests.view.conftest import TOKEN

from heataco.view.schema import schema, takes_text
from heataco.view.sources import shown_name

ROOT = f"/{TOKEN}/"


@pytest.mark.parametrize(
    "path",
    [
        "../pyproject.toml",
        "..%2f..%2f..%2fpyproject.toml",
        "%2e%2e/server.py",
        "....//server.py",
        "..\\server.py",
        "%00",
        "/etc/passwd",
        "static/main.js",
        "__init__.py",
    ],
)
def test_path_traversal(server, path):
    """A page could read files of this machine."""
    assert server.request("GET", ROOT + path).status in (400, 404)


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("../../etc/a.csv", "a.csv"),
        ("..\\..\\a.csv", "a.csv"),
        ("/etc/passwd", "passwd"),
        ("-rf.csv", "rf.csv"),
        (".bashrc", "bashrc"),
        ("a b;c$(d).csv", "a b_c_(d).csv"),
        ("a & b > c | d % e ^ f ! 'g' \"h\" `i`.csv", "a _ b _ c _ d _ e _ f _ _g_ _h_ _i_.csv"),
        (" -a\u202eb .csv ", "a_b .csv"),
        ("Städte, Nord (1).csv", "Städte, Nord (1).csv"),
        ("a\0b\n.csv", "a_b_.csv"),
        ("..", "file"),
        ("", "file"),
    ],
)
def test_names_of_uploads(given, kept):
    """A name could lead out of the temporary folder, or do something in a shell line."""
    assert shown_name(given) == kept


def test_upload_with_a_path_for_a_name(page):
    """A page could write, or have read, a file outside of the temporary folder."""
    answer = page.upload("../../../tmp/escaped.csv", b"x,y\n0,0\n1,1\n0,1\n")
    assert answer.status == 200
    assert page.wait("instance")["file"] == "escaped.csv"
    assert not os.path.exists("/tmp/escaped.csv")


def test_a_decoder_is_never_imported_by_name(page):
    """The page could have any module of this machine imported, as --decoder MODULE:CLASS may."""
    page.tell("generate", family="uniform", n=10, seed=1)
    page.wait("instance")
    page.start({"decoder": "os:system", "heat": "none"})
    assert "os:system" in page.wait("error")["text"]
    page.start({"decoder": "focused", "heat": "os:system"})
    assert "os:system" in page.wait("error")["text"]


@pytest.mark.parametrize("file", ["/etc/passwd", "/nowhere", "a.pt"])
def test_no_parameter_names_a_file(page, file):
    """A page could have files of this machine read, or learn which there are."""
    page.tell("generate", family="uniform", n=10, seed=1)
    page.wait("instance")
    page.start({"decoder": "focused", "heat": "network", "predictor_parameters": {"weights": file}})
    assert "weights cannot be given on the page" in page.wait("error", "failed")["text"]


def test_no_file_is_asked_for():
    """The page would offer a parameter that it must not set, here or in a plug-in."""
    offered = schema()
    for kind in [*offered["decoders"], *offered["predictors"]]:
        for parameter in kind["parameters"]:
            assert parameter["name"] != "weights"
    assert takes_text(str | None)
    assert not takes_text(Literal["auto"] | float)
