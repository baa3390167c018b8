"""Links and paths in the documentation, and paths to it."""

import re
import tomllib

import pytest
from tests.docs.pages import DOCS, README, ROOT, prose, text

ABOUT = [README, ROOT / "CONTRIBUTING.md", ROOT / "CHANGELOG.md"]
PAGES = sorted([*DOCS.rglob("*.md"), *DOCS.rglob("*.ipynb")])
URLS = tomllib.loads(text(ROOT / "pyproject.toml"))["project"]["urls"]
# Where PyPI, which shows the README, finds a file of the repository and a picture.
ADDRESSES = tuple(
    f"{start}/main/"
    for start in (
        f"{URLS['Repository']}/blob",
        URLS["Repository"].replace("github.com", "raw.githubusercontent.com"),
    )
)
SOURCES = (
    "src",
    "cpp",
    "benchmarks",
    "tests",
    "Makefile",
    "CMakeLists.txt",
    "pyproject.toml",
    "CITATION.cff",
)
SUFFIXES = {".py", ".h", ".cpp", ".toml", ".md", ".txt", ".cff", ""}


def anchors(path):
    """Return the anchors of a page as GitHub makes them from its headings."""
    headings = re.findall(r"^#+ (.*)$", prose(path), re.MULTILINE)
    kept = (re.sub(r"[^\w\- ]", "", heading.lower()) for heading in headings)
    return {heading.strip().replace(" ", "-") for heading in kept}


def targets(path):
    """Return what the links of a page lead to."""
    return re.findall(r"\]\(([^)\s\\]+)\)", prose(path))


def links(path):
    """Return the links of a page to files of the repository: file and anchor."""
    found = []
    for target in targets(path):
        local = [target.removeprefix(start) for start in ADDRESSES if target.startswith(start)]
        if local:
            file, _, anchor = local[0].partition("#")
            found.append((str(ROOT / file), anchor))
        elif "://" not in target:
            found.append(target.partition("#")[::2])
    return found


@pytest.mark.parametrize("page", [*ABOUT, *PAGES], ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_somewhere(page):
    """A reader would follow a link to nothing."""
    dead = []
    for file, anchor in links(page):
        target = page.parent / file if file else page
        if not target.exists() or (anchor and anchor not in anchors(target)):
            dead.append(f"{file}#{anchor}")
    assert not dead


def test_readme_has_no_relative_links():
    """PyPI would show dead links and no pictures."""
    assert [link for link in targets(README) if "://" not in link and link[0] != "#"] == []


def test_addresses_are_spelled_once():
    """The site, the metadata and the README would lead to different places."""
    site = text(ROOT / "mkdocs.yml")
    assert f"link: {URLS['Repository']}," in site
    assert f"site_url: {URLS['Documentation']}\n" in site


def test_the_index_has_every_page():
    """A page would not be found, or stand in the index twice."""
    index = DOCS / "README.md"
    listed = sorted((DOCS / file).resolve() for file, _ in links(index))
    assert listed == [page.resolve() for page in PAGES if page != index]


@pytest.mark.parametrize("page", sorted((DOCS / "lab").glob("*.md")), ids=lambda page: page.stem)
def test_lab_pages_say_when_and_what(page):
    """A reader could not tell whether the figures of a note still hold, and what they answer."""
    paragraphs = text(page).split("\n\n")
    assert paragraphs[0].startswith("# ")
    assert paragraphs[1].startswith("**Date.** ")
    assert paragraphs[2].startswith("**Question.** ")
    assert paragraphs[3].startswith("**Answer.** ")


def test_paths_in_the_sources_exist():
    """A comment would send a reader to a page that has moved."""
    files = [file for name in SOURCES for file in ((ROOT / name), *(ROOT / name).rglob("*"))]
    dead = {
        f"{file.relative_to(ROOT)}: {path}"
        for file in files
        if file.is_file() and file.suffix in SUFFIXES
        for path in re.findall(r"docs/[\w/-]+\.md", file.read_text(encoding="utf-8"))
        if not (ROOT / path).exists()
    }
    assert not dead
