"""Cents as text: one spelling for files, one for people."""

from __future__ import annotations

from functools import lru_cache


# Cached: every line of a transcript has amounts, and few are different.
@lru_cache(maxsize=4096)
def dollars_text(cents: int) -> str:
    """Dollars as files and transcripts write them: `$1500`, `$2.50`, `-$3`."""
    sign = "-" if cents < 0 else ""
    dollars, rest = divmod(abs(cents), 100)
    return f"{sign}${dollars}.{rest:02d}" if rest else f"{sign}${dollars}"


def money(cents: int) -> str:
    """Dollars for a person, with commas between thousands: `$1,500`, `-$2.50`."""
    dollars, dot, rest = dollars_text(abs(cents))[1:].partition(".")
    return f"{'-' if cents < 0 else ''}${int(dollars):,}{dot}{rest}"
