"""`python -m heataco` is the command `heataco`."""

from heataco.cli.main import main

main()
