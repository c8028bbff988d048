"""`feltworks serve`: the card room in the browser."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path
from typing import Annotated

import typer

app = typer.Typer(add_completion=False)

BROWSERS = ("xdg-open", "open", "wslview", "firefox", "chromium", "google-chrome")


@app.command()
def serve(
    host: Annotated[str, typer.Option(help="The address to listen on.")] = "127.0.0.1",
    port: Annotated[
        int | None,
        typer.Option(min=0, max=65535, help="The port; the first free one from 8000 on."),
    ] = None,
    database: Annotated[
        str | None,
        typer.Option(
            "--database",
            "--books",
            metavar="FILE|URL",
            help="The house's books: a file, or the URL of a PostgreSQL database. "
            "FELTWORKS_BOOKS, or a file of your own, unless told.",
        ),
    ] = None,
    house: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="A house file; the practice house unless told."),
    ] = None,
    no_browser: Annotated[
        bool, typer.Option("--no-browser", help="Do not open a browser window.")
    ] = False,
) -> None:
    """Open the card room in the browser: every game, for play money."""
    from feltworks.web.serve import serve as run

    seen = sys.stdout.isatty() and any(shutil.which(name) for name in BROWSERS)
    run(host=host, port=port, books=database, file=house, browser=seen and not no_browser)
