"""The command `heataco`: its subcommands, and how every failure ends."""

import os
import sys
import warnings
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

import click

import heataco
from heataco.cli import BAD_INPUT, INTERRUPTED
from heataco.cli.bench import bench
from heataco.cli.completion import completion
from heataco.cli.convert import convert
from heataco.cli.decode import decode
from heataco.cli.demo import demo
from heataco.cli.info import info
from heataco.cli.inspect import inspect
from heataco.cli.names import Commands
from heataco.cli.plot import plot
from heataco.cli.predict import predict
from heataco.cli.signals import like_ctrl_c
from heataco.cli.table import table
from heataco.cli.versions import versions
from heataco.cli.view import view


@click.group(
    cls=Commands,
    context_settings={"help_option_names": ["-h", "--help"], "token_normalize_func": str.lower},
)
@click.version_option(heataco.__version__, prog_name="heataco")
def cli() -> None:
    """Decode edge heatmaps into short tours, for the TSP and the ATSP.

    Exit codes: 0 done; 1 some tasks of bench, or instances of decode --all, failed; 2 the command
    line is wrong; 3 a file or value is bad; 130, 143 and 129 interrupted by Ctrl-C, SIGTERM and
    SIGHUP.
    """


for _command in (
    decode,
    predict,
    inspect,
    info,
    convert,
    bench,
    table,
    plot,
    view,
    demo,
    completion,
    versions,
):
    cli.add_command(_command)


def run(arguments: Sequence[str] | None = None) -> int:
    """Run a command line, by default that of the process, and return the exit code."""
    with warnings.catch_warnings(), like_ctrl_c() as ending:
        warnings.showwarning = _show_warning
        try:
            code = cli.main(arguments, "heataco", standalone_mode=False)
        except click.ClickException as error:
            error.show()
            return error.exit_code
        except (click.Abort, KeyboardInterrupt):
            return _fail("interrupted", ending.exit_code)
        except MemoryError:
            return _fail("not enough memory", BAD_INPUT)
        except ValueError as error:
            return _fail(str(error), BAD_INPUT)
        except OSError as error:
            return _fail(_sentence(error), BAD_INPUT)
    # Without standalone mode click hands back what ctx.exit was given.
    if code == INTERRUPTED:
        return ending.exit_code
    return code if isinstance(code, int) else 0


def main() -> None:
    """Run the command line of the process and exit."""
    if sys.stderr is None:  # closed by the caller, as by 2>&- in a shell
        sys.stderr = os.fdopen(os.open(os.devnull, os.O_WRONLY), "w")
    sys.exit(run())


def _sentence(error: OSError) -> str:
    """Say what failed without the number of the error; without a name it is an output."""
    if error.strerror is None:
        return str(error)
    return f"{error.filename or 'output cannot be written'}: {error.strerror}"


def _fail(sentence: str, code: int) -> int:
    with suppress(OSError):  # the terminal may be gone
        click.echo(f"heataco: {sentence}", err=True)
    return code


def _show_warning(message: Warning | str, *_: Any, **__: Any) -> None:
    click.echo(f"heataco: warning: {message}", err=True)


if __name__ == "__main__":
    main()
