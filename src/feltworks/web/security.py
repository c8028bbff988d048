"""Which hosts and origins may ask, and the security headers of every answer.

A page of another site can make a browser send requests here. So a request that changes something,
and every WebSocket, must come from our own origin if it names one; a request under a host name that
is not ours is refused (somebody else's name may point here); and our own pages may load nothing
from elsewhere.
"""

from __future__ import annotations

from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})
LARGEST_BODY_BYTES = 1024 * 1024
TOO_LARGE = "A request has at most 1 MB."


class BodyTooLarge(Exception):
    """A request body larger than allowed."""


class SecurityMiddleware:
    """Wraps the whole application; without `hosts` the server accepts any host name."""

    def __init__(self, app: ASGIApp, hosts: frozenset[str] = frozenset()) -> None:
        self.app = app
        self.hosts = hosts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        refusal = self._refusal(scope, headers)
        is_socket = scope["type"] == "websocket"
        if refusal is not None and is_socket:
            await send({"type": "websocket.close", "code": 4403, "reason": refusal})
        elif refusal is not None:
            await JSONResponse({"detail": refusal}, 403)(scope, receive, send)
        elif is_socket:
            await self.app(scope, receive, send)
        else:
            await self._answer(scope, receive, send, headers)

    async def _answer(self, scope: Scope, receive: Receive, send: Send, headers: Headers) -> None:
        """Passes a request on, limits its body, and adds headers to the answer."""
        came, answered = 0, False

        async def counted() -> Message:
            nonlocal came
            message = await receive()
            came += len(message.get("body", b""))
            if came > LARGEST_BODY_BYTES:
                raise BodyTooLarge
            return message

        async def guarded(message: Message) -> None:
            nonlocal answered
            if message["type"] == "http.response.start":
                answered = True
                _guard(MutableHeaders(scope=message), headers.get("host", ""))
            await send(message)

        length = headers.get("content-length", "0")
        try:
            if not length.isdecimal() or int(length) > LARGEST_BODY_BYTES:
                raise BodyTooLarge
            await self.app(scope, counted, guarded)
        except BodyTooLarge:
            if not answered:
                await JSONResponse({"detail": TOO_LARGE}, 413)(scope, receive, guarded)

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
