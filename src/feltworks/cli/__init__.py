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

EXTRAS = {
    "alembic": "house",
    "altair": "charts",
    "argon2": "web",
    "dask": "cluster",
    "distributed": "cluster",
    "fastapi": "web",
    "itsdangerous": "web",
    "psycopg": "house",
    "pyarrow": "rounds",
    "sqlalchemy": "house",
    "starlette": "web",
    "uvicorn": "web",
    "vl_convert": "charts",
}
"""The extra that installs each package a plain install goes without."""


def main() -> None:
    """The `feltworks` command."""
    from feltworks.cli.commands import command_line
    from feltworks.errors import FeltworksError

    try:
        command_line().main(prog_name="feltworks")
    except FeltworksError as error:
        print(error, file=sys.stderr)
        sys.exit(2)
    except ModuleNotFoundError as missing:
        extra = EXTRAS.get((missing.name or "").partition(".")[0])
        if extra is None:
            raise
        print(
            f'this needs {missing.name}, which is not installed: pip install "feltworks[{extra}]"',
            file=sys.stderr,
        )
        sys.exit(2)
