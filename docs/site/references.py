"""Pages of the reference that are made of the code: commands and the Python API."""

import click

import heataco
from heataco.cli.main import cli

# Public names by what they are for; a name that is in no group ends the build.
GROUPS = {
    "Solving and decoding": "solve decode decode_batch improve lower_bound watch",
    "Instances": "Instance Metric LabelledInstance LabelledSet as_instance",
    "Heatmaps": "Heatmap as_heatmaps apply_preset",
    "Decoders": "Focused HeatACO MMAS MCTS Greedy Decoder",
    "Results": "Result Results Budget Progress Trace Trust Prediction StopReason Interrupted",
    "Diagnostics": "diagnose Report compare_heatmap HeatmapComparison",
    "Files": "read_instances read_tsplib read_labelled_set read_heatmap read_heatmaps read_tour "
    "write_instance write_tsplib write_labelled_set write_heatmap write_heatmaps write_tour "
    "to_frame FileError",
}
# Modules and tables, which are described where their members are.
_NOT_LISTED = {"DECODERS", "PRESETS", "diagnostics", "predictors"}
MODULES = {"Predictors": "heataco.predictors", "Pictures": "heataco.plotting"}


def api_page() -> str:
    """Return the page that mkdocstrings fills from the docstrings.

    Raises ValueError where a public name is missing.
    """
    listed = {name for names in GROUPS.values() for name in names.split()}
    if left := set(heataco.__all__) - listed - _NOT_LISTED:
        raise ValueError(f"docs/site/references.py lacks the public names {sorted(left)}")
    lines = ["# Python API", "", "Made of the docstrings; `import heataco as ha`.", ""]
    for group, names in GROUPS.items():
        lines += [f"## {group}", ""]
        for name in names.split():
            found = getattr(heataco, name)
            lines += [_entry(f"{found.__module__}.{found.__qualname__}"), ""]
    for group, module in MODULES.items():
        public = __import__(module, fromlist=["__all__"])
        lines += [f"## {group}", ""]
        for name in public.__all__:
            found = getattr(public, name)
            if callable(found):
                lines += [_entry(f"{found.__module__}.{found.__qualname__}"), ""]
    return "\n".join(lines)


def _entry(path: str) -> str:
    return f"::: {path}\n    options:\n      heading_level: 3"


def commands_page() -> str:
    """Return the page of all commands and options, as `--help` prints them."""
    lines = [
        "# Commands and options",
        "",
        "What every command says with `--help`. [Command line](command-line.md) explains it.",
        "",
        _help(cli, "heataco"),
    ]
    for name, command in sorted(cli.commands.items()):
        lines += ["", f"## heataco {name}", "", _help(command, f"heataco {name}")]
    return "\n".join(lines)


def _help(command: click.Command, name: str) -> str:
    with click.Context(command, info_name=name, terminal_width=96, max_content_width=96) as ctx:
        return f"```text\n{command.get_help(ctx)}\n```"
