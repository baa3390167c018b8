"""`heataco versions`: what a bug report needs."""

import platform
from importlib import metadata, util

import click

from heataco.cli.reports import row

_NEEDED = ("numpy", "click", "rich")
_OPTIONAL = ("matplotlib", "scipy", "torch")


@click.command()
def versions() -> None:
    """Print the versions of heataco and what it runs on."""
    native = util.find_spec("heataco._native")
    rows = {
        "heataco": metadata.version("heataco"),
        "native": "missing" if native is None else str(native.origin),
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "platform": platform.platform(),
    }
    rows |= {name: _installed(name) for name in _NEEDED + _OPTIONAL}
    for name, version in rows.items():
        click.echo(row(name, version))


def _installed(name: str) -> str:
    # From the metadata: to import torch takes seconds.
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return "not installed"
