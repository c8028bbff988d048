"""`feltworks serve`: the card room in the browser."""

from __future__ import annotations

import gc
import shutil
import sys
from pathlib import Path
from typing import Annotated

import typer

from feltworks.cli.options import BOOKS_HELP, Commands, option

app = Commands()

BROWSERS = ("xdg-open", "open", "wslview", "firefox", "chromium", "google-chrome")


@app.command()
def serve(
    host: Annotated[str, option("--host", "The address to listen on.")] = "127.0.0.1",
    port: Annotated[
        int | None,
        option("--port", "The port; by default the first free one from 8000 on.", min=0, max=65535),
    ] = None,
    database: Annotated[
        str | None, typer.Option("--database", "--books", metavar="FILE|URL", help=BOOKS_HELP)
    ] = None,
    house: Annotated[
        Path | None,
        option(
            "--house FILE",
            "A house file; by default the one in the books, in new books the practice house.",
        ),
    ] = None,
    no_browser: Annotated[bool, option("--no-browser", "Do not open a browser window.")] = False,
) -> None:
    """Open the card room in the browser: every game, for play money."""
    from feltworks.web.serve import serve as run

    # A server runs for days and needs garbage collection, but by default Python would run it
    # several times while a batch of the books is written, whose rows are not garbage yet.
    gc.set_threshold(10_000, 10, 10)
    can_open = sys.stdout.isatty() and any(shutil.which(name) for name in BROWSERS)
    run(host=host, port=port, books=database, file=house, browser=can_open and not no_browser)
