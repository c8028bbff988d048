"""A small TCP proxy before PostgreSQL that drops connections at moments of a test's choice.

A COMMIT is seen in what the client sends. The proxy can lose it on the way, or let it through and
lose the answer: the client cannot tell the one from the other.
"""

from __future__ import annotations

import contextlib
import random
import socket
import threading
from collections.abc import Iterator
from pathlib import Path

COMMIT = b"COMMIT"


class Proxy:
    """Listens on `port`; of every COMMIT a part is dropped before it or after it, by `rng`."""

    def __init__(self, behind: Path, rng: random.Random, share: float = 0.0) -> None:
        self.dropped = {"before": 0, "after": 0}
        self.share = share
        self._behind, self._rng = behind, rng
        self._open: set[socket.socket] = set()
        self._lock = threading.Lock()
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listening.getsockname()[1]
        threading.Thread(target=self._accept, daemon=True).start()

    def drop_all(self) -> None:
        """Every connection breaks."""
        with self._lock:
            dropped, self._open = self._open, set()
        for each in dropped:
            _end(each)

    def close(self) -> None:
        self._listening.close()
        self.drop_all()

    def _accept(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                client, _ = self._listening.accept()
                server = socket.socket(socket.AF_UNIX)
                try:
                    server.connect(str(self._behind))
                except OSError:
                    client.close()
                    continue
                with self._lock:
                    self._open |= {client, server}
                lost = threading.Event()
                for target, ends in (
                    (self._to_server, (client, server)),
                    (self._to_client, (server, client)),
                ):
                    threading.Thread(target=target, args=(*ends, lost), daemon=True).start()

    def _to_server(self, client: socket.socket, server: socket.socket, lost) -> None:
        with contextlib.suppress(OSError):
            while data := client.recv(65536):
                if COMMIT in data and self._rng.random() < self.share:
                    if self._rng.random() < 0.5:
                        self.dropped["before"] += 1
                        break
                    self.dropped["after"] += 1
                    lost.set()
                server.sendall(data)
        if not lost.is_set():
            _end(client, server)

    def _to_client(self, server: socket.socket, client: socket.socket, lost) -> None:
        with contextlib.suppress(OSError):
            while data := server.recv(65536):
                if lost.is_set():
                    # The server has answered, so it has done what it was asked.
                    break
                client.sendall(data)
        _end(client, server)


def _end(*sockets: socket.socket) -> None:
    for each in sockets:
        with contextlib.suppress(OSError):
            each.shutdown(socket.SHUT_RDWR)
        each.close()


@contextlib.contextmanager
def proxied(url: str, rng: random.Random) -> Iterator[tuple[str, Proxy]]:
    """The URL of the same database through a proxy, and the proxy."""
    from sqlalchemy import make_url

    address = make_url(url)
    folder = Path(str(address.query["host"]))
    proxy = Proxy(next(folder.glob(".s.PGSQL.*[0-9]")), rng)
    through = address.set(query={}).set(host="127.0.0.1", port=proxy.port)
    yield through.render_as_string(hide_password=False), proxy
    proxy.close()
