"""The door: which hosts and origins are let in, and what every answer says to the browser.

A page of another site can make a browser send requests here. So a request that changes something,
and every WebSocket, must come from our own origin when it says where it comes from, a host we are
not called by is turned away (a name that was made to point here), and our own pages may load
nothing from anywhere else.
"""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import JSONResponse

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})


class Door:
    """Wraps the whole application; `hosts` empty lets any name in."""

    def __init__(self, app: ASGIApp, hosts: frozenset[str] = frozenset()) -> None:
        self.app = app
        self.hosts = hosts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        refusal = self._refusal(scope, headers)
        if refusal is not None:
            if scope["type"] == "websocket":
                await send({"type": "websocket.close", "code": 4403, "reason": refusal})
                return
            await JSONResponse({"detail": refusal}, 403)(scope, receive, send)
            return
        if scope["type"] == "websocket":
            await self.app(scope, receive, send)
            return

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                _guard(MutableHeaders(scope=message), headers.get("host", ""))
            await send(message)

        await self.app(scope, receive, guarded)

    def _refusal(self, scope: Scope, headers: Headers) -> str | None:
        host = headers.get("host", "")
        if self.hosts and _name(host) not in self.hosts:
            return "This server is not called by that name."
        if scope["type"] == "http" and scope["method"] in SAFE_METHODS:
            return None
        origin = headers.get("origin")
        if origin is not None and urlsplit(origin).netloc.lower() != host.lower():
            return "This request came from another site."
        if headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
            return "This request came from another site."
        return None


def _name(host: str) -> str:
    """A host without its port; an IPv6 address keeps its brackets."""
    host = host.lower()
    if host.startswith("["):
        return host.partition("]")[0] + "]"
    return host.partition(":")[0]


def _guard(headers: MutableHeaders, host: str) -> None:
    sockets = f" ws://{host} wss://{host}" if host and _is_plain(host) else ""
    headers["content-security-policy"] = (
        "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
        f"connect-src 'self'{sockets}; object-src 'none'; base-uri 'none'; "
        "form-action 'self'; frame-ancestors 'none'"
    )
    headers["x-content-type-options"] = "nosniff"
    headers["referrer-policy"] = "same-origin"
    headers["cross-origin-opener-policy"] = "same-origin"
    headers["cross-origin-resource-policy"] = "same-origin"
    headers.setdefault("cache-control", "no-cache")


def _is_plain(host: str) -> bool:
    return all(letter.isalnum() or letter in ".-:[]_" for letter in host)
