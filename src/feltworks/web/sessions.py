"""Who a browser speaks for: a guest's name in a signed cookie, and nothing else in it.

The cookie proves a name that was claimed; the stack that goes with it is in the house's books. It
is never sent along from another site, and no script can read it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from itsdangerous import BadSignature, URLSafeTimedSerializer

if TYPE_CHECKING:
    from collections.abc import Mapping

    from starlette.responses import Response

COOKIE = "feltworks_guest"
GOOD_FOR_SECONDS = 30 * 24 * 3600


@dataclass(frozen=True, slots=True)
class Guest:
    """A player who sat down through a browser."""

    name: str


class Sessions:
    """Signs and reads the guests' cookies."""

    def __init__(self, key: bytes) -> None:
        self._signer = URLSafeTimedSerializer(key, salt="feltworks guest")

    def guest(self, cookies: Mapping[str, str]) -> Guest | None:
        """The guest whose cookie this is; None without one, or with one that we did not sign."""
        value = cookies.get(COOKIE)
        if not value or len(value) > 1_000:
            return None
        try:
            name = self._signer.loads(value, max_age=GOOD_FOR_SECONDS)
        except BadSignature:
            return None
        return Guest(name) if isinstance(name, str) and name else None

    def set_cookie(self, response: Response, guest: Guest, *, secure: bool) -> None:
        response.set_cookie(
            COOKIE,
            str(self._signer.dumps(guest.name)),
            max_age=GOOD_FOR_SECONDS,
            httponly=True,
            samesite="strict",
            secure=secure,
            path="/",
        )

    def forget(self, response: Response) -> None:
        response.delete_cookie(COOKIE, path="/", httponly=True, samesite="strict")
