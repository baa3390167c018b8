"""`heataco view`: the live page."""

import ipaddress
import os
import secrets
import socket
import threading
import webbrowser
from pathlib import Path

import click

from heataco.cli.common_options import FILE, index_option
from heataco.heatmaps import Processing

LOOPBACK = "127.0.0.1"
TOKEN_VARIABLE = "HEATACO_VIEW_TOKEN"
_MIN_TOKEN = 16  # characters


@click.command()
@click.argument("file", type=FILE, required=False)
@click.option("--heatmap", type=FILE, metavar="F", help="Heatmap of the instance.")
@index_option
@click.option(
    "--host",
    default=LOOPBACK,
    show_default=True,
    metavar="ADDRESS",
    help="Address to listen on; any other than the default lets other machines connect.",
)
@click.option(
    "--port",
    type=click.IntRange(0, 65_535),
    default=0,
    metavar="P",
    help="Port to listen on. Default: any free one.",
)
@click.option("--no-browser", is_flag=True, help="Only print the address.")
def view(
    file: Path | None,
    heatmap: Path | None,
    index: int | None,
    host: str,
    port: int,
    no_browser: bool,
) -> None:
    """Watch searches in a browser, of FILE or of instances opened on the page.

    The page is served on this machine and needs no network. Its address, which is printed,
    contains a secret. Ctrl-C ends the server and all searches.
    """
    try:
        from heataco.view.server import View, serve
        from heataco.view.sources import read_heat, read_source
    except ImportError as error:
        needed = (error.name or "").partition(".")[0]
        if needed not in ("starlette", "uvicorn", "websockets"):
            raise
        raise ValueError(f"view needs {needed}: pip install 'heataco[view]'") from None
    if heatmap is not None and file is None:
        raise click.UsageError("--heatmap needs FILE")
    source = None if file is None else read_source(file).chosen(index or 0)
    heat = None
    if heatmap is not None and source is not None:
        heat = read_heat(heatmap, source, Processing())
    token = _token()
    sock = _bound(host, port)
    address = _address(host, sock.getsockname()[1], token)
    if not _is_loopback(host):
        click.echo(
            f"heataco: warning: listening at {host}: whoever can reach this machine and knows the "
            "address can use it, and nothing is encrypted",
            err=True,
        )

    def ready() -> None:
        click.echo(address)
        if not no_browser:  # some browsers are waited for, and they wait for the page
            threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()

    with sock:
        serve(View(source, heat), sock, host, token, ready)


def _token() -> str:
    """Return the secret of the address: a random one, unless the environment fixes it."""
    given = os.environ.get(TOKEN_VARIABLE)
    if given is None:
        return secrets.token_urlsafe(24)
    if len(given) < _MIN_TOKEN or not given.replace("-", "").replace("_", "").isalnum():
        raise ValueError(
            f"{TOKEN_VARIABLE} must have at least {_MIN_TOKEN} letters, digits, - or _"
        )
    return given


def _bound(host: str, port: int) -> socket.socket:
    """Return a socket at an address, or raise a ValueError that says why there is none."""
    sock = None
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        sock = socket.socket(family, socket.SOCK_STREAM)
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        sock.bind((host, port))
    except OSError as error:
        if sock is not None:
            sock.close()
        raise ValueError(
            f"--host {host} --port {port}: cannot listen there: {error.strerror or error}"
        ) from None
    return sock


def _address(host: str, port: int, token: str) -> str:
    shown = {"0.0.0.0": socket.gethostname(), "::": socket.gethostname()}.get(host, host)
    return f"http://{f'[{shown}]' if ':' in shown else shown}:{port}/{token}/"


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
