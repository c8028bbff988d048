"""The commands: the thin layer that talks to a person at a terminal.

Each command, or group of commands, is one module here with `app = Commands()`, named after the
word that is typed. To add one, write `feltworks/cli/WORD.py` and put one line into
`feltworks.cli.commands.COMMANDS`; the module is imported only when its word is typed. A module
imports what is slow to load (rules, odds, house, web) inside its functions, takes shared options
from `feltworks.cli.options` (several at once as the fields of a dataclass; those about a house from
`feltworks.cli.housecall`), gives its answer to `feltworks.cli.terminal.tell` as data for JSON and
as lines and tables for a person, and does not catch a `FeltworksError`: `main` turns it into a
message on stderr and exit code 2. What a mechanism means here, its table at the terminal included,
is one entry of `feltworks.cli.mechanisms`.
"""

from __future__ import annotations

import gc
import sys

EXTRAS = {
    "alembic": "house",
    "altair": "charts",
    "cryptography": "papers",
    "argon2": "web",
    "confusable_homoglyphs": "web",
    "dask": "cluster",
    "distributed": "cluster",
    "fastapi": "web",
    "itsdangerous": "web",
    "psycopg": "house",
    "pyarrow": "rounds",
    "sqlalchemy": "house",
    "starlette": "web",
    "typst": "papers",
    "uvicorn": "web",
    "vl_convert": "charts",
    "xlsxwriter": "papers",
}
"""The extra that installs each package which a plain install does not have."""


def main() -> None:
    """The `feltworks` command; it ends with `SystemExit`."""
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


def program() -> None:
    """The command as a program: `main` with handling of Ctrl-C, and a quick exit.

    Loading makes no garbage, so the collector runs a few times instead of several hundred.
    """
    try:
        gc.set_threshold(200_000)
        from feltworks.cli import interrupt

        interrupt.watch()
        try:
            main()
            code: object = 0
        except SystemExit as end:
            code = end.code
        if code == interrupt.INTERRUPTED:
            interrupt.stop()
        _leave(_flushed(0 if code is None else code))
    except BaseException as error:
        from feltworks.cli import interrupt

        if interrupt.is_interrupt(error):
            interrupt.stop()
        raise


def _flushed(code: object) -> object:
    """The exit code once everything is printed: a full disk may show only now."""
    try:
        sys.stdout.flush()
    except OSError as error:
        from feltworks.cli.terminal import output_lost

        print(output_lost(error), file=sys.stderr)
        code = 2
    return code


def _leave(code: object) -> None:
    """End the process without Python's own shutdown, which takes longer than many commands.

    If a thread is still running, or the exit is unusual, Python shuts down as always. Exit handlers
    are called, and every file is closed by then.
    """
    import atexit
    import os
    import threading

    others = [each for each in threading.enumerate() if each is not threading.main_thread()]
    if not isinstance(code, int) or any(not each.daemon for each in others):
        sys.exit(code)  # type: ignore[arg-type]
    atexit._run_exitfuncs()
    sys.stderr.flush()
    os._exit(code)
