"""What makes a site of the pages: navigation, executed tutorials, generated reference.

The pages are also read where they lie, in a clone or on GitHub, so that no page is written for
MkDocs alone.
"""

import re
import sys
import tomllib
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

sys.path.insert(0, str(Path(__file__).parent))
from notebooks import run_notebook

from references import api_page, commands_page

URLS = tomllib.loads(Path("pyproject.toml").read_text(encoding="utf-8"))["project"]["urls"]
GENERATED = {"Reference": {"reference/commands.md": commands_page, "reference/api.md": api_page}}


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Take the navigation from the index, which lists every page under a heading."""
    index = (Path(config.docs_dir) / "README.md").read_text(encoding="utf-8")
    config.nav = [{"Home": "README.md"}]
    for heading, text in re.findall(r"^## (\w+).*?\n(.*?)(?=^## |\Z)", index, re.M | re.S):
        pages = re.findall(r"^- \[(.*?)\]\((\S+?)\)", text, re.M)
        entries = [{title: _page_of(path)} for title, path in pages]
        config.nav.append({heading: [*entries, *GENERATED.get(heading, {})]})
    return config


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pages that are made: of notebooks, by running them, and of the code."""
    docs = Path(config.docs_dir)
    for pages in GENERATED.values():
        for path, make in pages.items():
            files.append(File.generated(config, path, content=make()))
    for notebook in sorted((docs / "tutorials").glob("*.ipynb")):
        folder = notebook.parent.relative_to(docs).as_posix()
        page, pictures = run_notebook(notebook)
        files.append(File.generated(config, f"{folder}/{notebook.stem}.md", content=page))
        for name, content in pictures.items():
            files.append(File.generated(config, f"{folder}/{name}", content=content))
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Lead links to files outside the documentation to the repository."""
    folder = (Path(config.docs_dir) / page.file.src_uri).parent

    def outside(match: re.Match[str]) -> str:
        path, anchor = match["path"], match["anchor"] or ""
        target = (folder / path).resolve()
        root = Path(config.docs_dir).resolve().parent
        if target.exists() and not target.is_relative_to(Path(config.docs_dir).resolve()):
            kind = "tree" if target.is_dir() else "blob"
            return f"]({URLS['Repository']}/{kind}/main/{target.relative_to(root)}{anchor})"
        return f"]({_page_of(path)}{anchor})"

    return re.sub(r"\]\((?P<path>(?!\w+:|#)[^)\s#]+)(?P<anchor>#[^)\s]*)?\)", outside, markdown)


def _page_of(path: str) -> str:
    """Return the page that a file becomes: a notebook is run and shown."""
    return re.sub(r"\.ipynb$", ".md", path)
