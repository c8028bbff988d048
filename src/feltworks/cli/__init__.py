"""The commands: the thin layer that talks to a person at a terminal.

Each command, or group of commands, is one module here with a Typer `app`, named after the
word that is typed. To add one, write `feltworks/cli/WORD.py` and put one line into
`feltworks.cli.commands.COMMANDS`; the module is imported only when its word is typed. A module
imports what is slow to load (rules, odds, house, web) inside its functions, takes shared options
from `feltworks.cli.options`, prints through `feltworks.cli.terminal`, and does not catch a
`FeltworksError`: `main` turns it into a message on stderr and exit code 2. What a mechanism means
here, its table at the terminal included, is one entry of `feltworks.cli.mechanisms`.
"""

from __future__ import annotations

import sys


def main() -> None:
    """The `feltworks` command."""
    from feltworks.cli.commands import command_line
    from feltworks.errors import FeltworksError

    try:
        command_line().main(prog_name="feltworks")
    except FeltworksError as error:
        print(error, file=sys.stderr)
        sys.exit(2)
