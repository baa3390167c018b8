"""The command `heataco` from its first moment: Ctrl-C ends it quietly while the package is loaded.

It stands outside the package, since loading anything inside loads numpy first.
"""

import os
import signal
from typing import Any, NoReturn


def main() -> None:
    """Load the package, run the command line of the process and exit."""
    usual = signal.getsignal(signal.SIGINT)
    taken = usual is signal.default_int_handler  # under `nohup` and the like it is ignored
    if taken:
        signal.signal(signal.SIGINT, _exit)
    from heataco.cli.main import main as run  # which takes a while

    if taken:
        signal.signal(signal.SIGINT, usual)
    run()


def _exit(number: int, _: Any) -> NoReturn:
    """Exit at once: an exception would have to pass through modules that are half loaded."""
    os.write(2, b"heataco: interrupted\n")
    os._exit(128 + number)
