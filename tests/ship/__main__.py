"""`python -m tests.ship`: build, install twice, and use what was installed.

Two lanes run at the same time, as installing waits for the disk and the network. The lane of the
environment without extras goes on with books once the other environment is there.
"""

from __future__ import annotations

import sys
import tempfile
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path

from tests.ship import books, card_room, extras, readme
from tests.ship.installed import Installed, build, check_files
from tests.ship.steps import Steps


def main() -> int:
    """Run all steps in a temporary folder; return the exit code."""
    steps = Steps()
    with tempfile.TemporaryDirectory(prefix="feltworks-ship-") as name:
        folder = Path(name).resolve()
        plain, whole = Installed(folder / "plain"), Installed(folder / "all")
        built: list[Path] = []
        if steps.run("wheel and sources", lambda: built.extend(build(folder))):
            wheel, sources = built
            steps.run("files of the wheel", check_files, wheel)
            with ThreadPoolExecutor(2) as lanes:
                ready = lanes.submit(steps.run, "install all extras", whole.make, f"{wheel}[all]")
                first = lanes.submit(_without_extras, steps, plain, wheel, whole, ready)
                second = lanes.submit(_with_extras, steps, whole, sources, ready)
            first.result(), second.result()
            day = str(whole.work / "day.db")
            steps.run("extras removed", extras.check_removed, whole, day)
    return steps.close()


def _without_extras(
    steps: Steps, plain: Installed, wheel: Path, whole: Installed, ready: Future[bool]
) -> None:
    if steps.run("install no extra", plain.make, str(wheel)):
        steps.run("no extra: the package", plain.check_origin)
        steps.run("no extra: help", extras.check_help, plain)
        steps.run("no extra: what needs one names it", extras.check_what_is_named, plain)
        steps.run("no extra: what needs none works", extras.check_what_works, plain)
    if ready.result():
        reports: dict[str, object] = {}
        steps.run("books on SQLite", books.check_sqlite, whole, reports)
        steps.run("books on PostgreSQL", books.check_postgres, whole, reports)


def _with_extras(steps: Steps, whole: Installed, sources: Path, ready: Future[bool]) -> None:
    if not ready.result():
        return
    steps.run("all extras: the package", whole.check_origin)
    readme.run_lines(steps, whole, sources)
    steps.run("all extras: what needs one works", extras.check_what_extras_add, whole)
    file = whole.work / "room.db"

    def serve() -> None:
        with card_room.served(whole, sources, file) as at:
            steps.run("card room: a round over WebSocket", card_room.play_round, at)
            steps.run("card room: a round in the browser", card_room.play_in_browser, at)

    if steps.run("card room: make run", serve):
        steps.run("card room: its books", card_room.check_books, whole, file)


if __name__ == "__main__":
    sys.exit(main())
