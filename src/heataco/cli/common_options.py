"""Options that several commands have, and the type of those that are files."""

from pathlib import Path

import click

FILE = click.Path(path_type=Path)

index_option = click.option(
    "--index", type=int, metavar="K", help="Index of the instance in FILE, from 0."
)
heatmap_index_option = click.option(
    "--heatmap-index", type=int, metavar="K", help="Index of the heatmap in F; default: --index."
)
json_option = click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
quiet_option = click.option("--quiet", is_flag=True, help="Show no progress.")
