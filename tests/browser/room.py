"""A real server for the browsers, on a free port of this machine, at a brisk pace."""

from __future__ import annotations

import socket
from contextlib import closing, contextmanager
from datetime import date
from typing import TYPE_CHECKING

from tests.ask.house import new_house
from tests.running import running

from feltworks.house import load_house, practice_house
from feltworks.web.app import create
from feltworks.web.serve import open_house
from feltworks.web.settings import Pace, Settings

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

BRISK = Pace(
    betting_seconds=60,
    decision_seconds=60,
    result_seconds=8,
    result_stays=False,
    bot_seconds=0.05,
    idle_seconds=600,
)


@contextmanager
def served(folder: Path, *, file: Path | None = None, pace: Pace = BRISK) -> Iterator[str]:
    """The address of a card room that runs until the block is left."""
    room = practice_house() if file is None else load_house(file)
    listening = _listening()
    with new_house(folder / "room.db") as house:
        open_house(house, room, date.today())
        app = create(house, room, Settings(pace=pace))
        with closing(listening), running(app, listening, timeout_graceful_shutdown=1) as port:
            yield f"http://localhost:{port}"


_last_port = 0


def _listening() -> socket.socket:
    """On the port of the room before, unless it is still open: browsers have its scripts then."""
    global _last_port
    listening = socket.socket()
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind(("127.0.0.1", _last_port))
    except OSError:
        listening.bind(("127.0.0.1", 0))
    _last_port = listening.getsockname()[1]
    listening.listen(64)
    return listening
