"""Notebooks as pages: run, and written as Markdown with their pictures beside them."""

import base64
from pathlib import Path
from tempfile import TemporaryDirectory

import nbformat
from nbclient import NotebookClient

_SUFFIXES = {"image/svg+xml": "svg", "image/png": "png"}


def run_notebook(path: Path) -> tuple[str, dict[str, str | bytes]]:
    """Run a notebook, and return its page and its pictures by name.

    Raises CellExecutionError where a cell fails, with the cell and the traceback.
    """
    notebook = nbformat.read(path, as_version=4)
    with TemporaryDirectory() as folder:  # what the cells write stays out of the pages
        resources = {"metadata": {"path": folder}}
        quiet = ["--log-level=ERROR"]  # the kernel listens on this machine only
        NotebookClient(
            notebook, timeout=300, kernel_name="python3", resources=resources, extra_arguments=quiet
        ).execute()
    parts: list[str] = []
    pictures: dict[str, str | bytes] = {}
    for cell in notebook.cells:
        if cell.cell_type == "markdown":
            parts.append(cell.source)
            continue
        parts.append(f"```{_language(cell.source)}\n{cell.source}\n```")
        for output in joined(cell.outputs):
            parts.append(_output(output, f"{path.stem}-{len(pictures) + 1}", pictures))
    source = f'<a href="{path.name}" download>This page as a notebook</a>'
    return "\n\n".join([*parts, source]), pictures


def joined(outputs: list[nbformat.NotebookNode]) -> list[nbformat.NotebookNode]:
    """Return outputs with lines that follow each other as one, however the kernel sent them."""
    found: list[nbformat.NotebookNode] = []
    for output in outputs:
        last = found[-1] if found else None
        if last and output.output_type == "stream" and last.get("name") == output.name:
            found[-1] = nbformat.NotebookNode(last, text=last.text + output.text)
        else:
            found.append(output)
    return found


def _output(output: nbformat.NotebookNode, name: str, pictures: dict[str, str | bytes]) -> str:
    if output.output_type == "stream":
        return _text(output.text)
    data = output.data
    for kind, suffix in _SUFFIXES.items():
        if kind in data:
            content = data[kind] if suffix == "svg" else base64.b64decode(data[kind])
            pictures[f"{name}.{suffix}"] = content
            words = data.get("text/plain", "picture") if suffix == "svg" else "picture"
            return f"![{words}]({name}.{suffix})"
    if "text/html" in data:
        return str(data["text/html"])
    return _text(data["text/plain"])


def _language(source: str) -> str:
    """Return the language of a cell: by its suffix, where it writes a file."""
    return "toml" if source.partition("\n")[0].endswith(".toml") else "python"


def _text(text: str) -> str:
    return f"```text\n{text.rstrip()}\n```"
