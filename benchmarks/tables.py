"""Tables of the documentation, made from benchmarks/results; --check only compares.

A table stands in a page between `<!-- table: LAYOUT.toml RESULTS.jsonl.gz ... -->` and
`<!-- end of table -->`; files are named from the folder benchmarks, and may have wildcards. A table
whose results are not there is left as it is.
"""

import argparse
import difflib
import re
import sys
from pathlib import Path

from heataco.bench.tables.writers import write_table
from heataco.cli.experiments import load_shown

BENCHMARKS = Path(__file__).parent
PAGES = sorted((BENCHMARKS.parent / "docs" / "lab").glob("*.md"))
_TABLE = re.compile(r"(<!-- table: (.*?) -->\n).*?(<!-- end of table -->)", re.DOTALL)


def table(names: str) -> str | None:
    """Return the table of files, without its title, which the page has; None without results."""
    found = [sorted(BENCHMARKS.glob(name)) for name in names.split()]
    if not all(found):
        return None
    files = tuple(path for paths in found for path in paths)
    text = write_table(load_shown(files, (), None).table("holm"), "markdown")
    return text.partition("\n\n")[2]


def renewed(text: str) -> str:
    """Return a page with its tables made again."""

    def new(match: re.Match[str]) -> str:
        made = table(match[2])
        return match[0] if made is None else f"{match[1]}\n{made}\n{match[3]}"

    return _TABLE.sub(new, text)


def main() -> int:
    """Go through the pages; exit code 1 if --check finds one that is not as it should be."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="leave pages as they are")
    given = parser.parse_args()
    stale = 0
    for page in PAGES:
        text = page.read_text(encoding="utf-8")
        new = renewed(text)
        if new == text:
            continue
        stale += 1
        if given.check:
            sys.stdout.writelines(
                difflib.unified_diff(
                    text.splitlines(True), new.splitlines(True), str(page), "results"
                )
            )
        else:
            page.write_text(new, encoding="utf-8")
            print(f"{page}: tables made again")
    return 1 if stale and given.check else 0


if __name__ == "__main__":
    sys.exit(main())
