"""An application served by a real server in a thread, for tests that ask it over the network."""

from __future__ import annotations

import threading
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import uvicorn

if TYPE_CHECKING:
    import socket
    from collections.abc import Iterator

    from fastapi import FastAPI


@contextmanager
def running(
    app: FastAPI,
    listening: socket.socket | None = None,
    *,
    log_level: str = "error",
    **options: Any,
) -> Iterator[int]:
    """The port at which it answers until the block is left: that of a socket, or a free one."""
    config = uvicorn.Config(app, port=0, log_level=log_level, ws="websockets-sansio", **options)
    server = uvicorn.Server(config)
    sockets = None if listening is None else [listening]
    thread = threading.Thread(target=server.run, kwargs={"sockets": sockets}, daemon=True)
    thread.start()
    try:
        while not server.started:
            assert thread.is_alive()
            threading.Event().wait(0.01)
        yield server.servers[0].sockets[0].getsockname()[1]
    finally:
        server.should_exit = True
        thread.join(60)
