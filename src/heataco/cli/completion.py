"""`heataco completion`: what lets a shell complete commands, options and names."""

import click
from click.shell_completion import get_completion_class

from heataco.cli.names import Name

_SHELLS = ("bash", "zsh", "fish")


@click.command()
@click.argument("shell", type=Name(_SHELLS))
@click.pass_context
def completion(ctx: click.Context, shell: str) -> None:
    """Print the script that lets SHELL complete heataco's commands, options and names.

    \b
    bash  echo 'eval "$(heataco completion bash)"' >> ~/.bashrc
    zsh   echo 'eval "$(heataco completion zsh)"' >> ~/.zshrc
    fish  heataco completion fish > ~/.config/fish/completions/heataco.fish
    """
    kind = get_completion_class(shell)
    assert kind is not None
    program = ctx.find_root()
    click.echo(kind(program.command, {}, "heataco", "_HEATACO_COMPLETE").source())
