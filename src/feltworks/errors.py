"""A person's mistake, reported in one sentence.

Every error that comes from what somebody wrote (a card, a deck, a rules file, a command) is a
`FeltworksError`: its text says what was wrong, where, and what would have been right. Callers that
talk to people print that text and nothing else; any other exception is a fault of the program.
"""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator


class FeltworksError(ValueError):
    """Something a person gave us is not usable; `str(error)` is the sentence to show them."""


def system_reason(error: OSError) -> str:
    """Why the system refused: `no such file or directory`."""
    return (error.strerror or str(error)).lower()


@contextmanager
def system_errors_as(kind: type[FeltworksError], about: object) -> Iterator[None]:
    """Raises errors of the operating system as errors of that kind: `FILE: permission denied`."""
    try:
        yield
    except OSError as error:
        raise kind(f"{about}: {system_reason(error)}") from None


def did_you_mean(word: str, allowed: Iterable[str]) -> str:
    """`" (did you mean 'river'?)"` if one of `allowed` is close to `word`, otherwise empty.

    Made to be put straight behind the word in a sentence.
    """
    from difflib import get_close_matches

    spellings = {name.lower(): name for name in allowed}
    close = get_close_matches(word.lower()[:80], spellings, n=1)
    return f" (did you mean {spellings[close[0]]!r}?)" if close else ""


LONGEST_REPR = 120


def short_repr(found: object) -> str:
    """The value as Python writes it, cut short; its type if `repr` fails."""
    try:
        text = repr(found)
    except Exception:  # `repr` of an unknown value may raise anything.
        return f"a {type(found).__name__} that cannot be written"
    return text if len(text) <= LONGEST_REPR else f"{text[: LONGEST_REPR - 3]}..."
