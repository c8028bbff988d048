"""Names that look alike count as the same name.

A name is read in several ways, and two names look alike when a reading of one is one of the other.
All begin with NFKC, which makes full-width and styled letters plain, and leave out marks that draw
nothing. The first turns letters of other scripts into the Latin ones they look like (Unicode's
confusables) and ignores capitals. The others also take letters and digits for each other where they
are easily mistaken, as written and in capitals: 1, l and I, 0 and O, m and rn.
"""

from __future__ import annotations

import unicodedata
from collections import defaultdict
from functools import cache, lru_cache

from confusable_homoglyphs.confusables import confusables_data

DRAWS_NOTHING = frozenset(
    map(
        chr, (0x34F, 0x115F, 0x1160, 0x3164, 0xFFA0, *range(0xFE00, 0xFE10), *range(0x180B, 0x1810))
    )
)


def plain_text(name: str) -> str:
    """The name in NFKC, single spaces, without marks that draw nothing."""
    shown = (letter for letter in name if letter not in DRAWS_NOTHING)
    return " ".join(unicodedata.normalize("NFKC", "".join(shown)).split())


@lru_cache(maxsize=50_000)
def readings(name: str) -> frozenset[str]:
    """Everything that a reader may take the name for."""
    plain = plain_text(name)
    twins = _prototypes()
    latin = "".join(letter if letter.isascii() else twins.get(letter, letter) for letter in plain)
    loose = ("".join(twins.get(letter, letter) for letter in way) for way in (latin, latin.upper()))
    return frozenset({latin.casefold(), *(text.casefold() for text in loose)})


def look_alike(one: str, other: str) -> bool:
    """Whether one name may be taken for the other."""
    return not readings(one).isdisjoint(readings(other))


@cache
def _prototypes() -> dict[str, str]:
    """One text for all characters that look alike: the longest ASCII one, if there is any."""
    alike: defaultdict[str, set[str]] = defaultdict(set)
    for letter, others in confusables_data.items():
        group = alike[letter] | {letter}
        for other in others:
            group |= alike[other["c"]] | {other["c"]}
        for each in group:
            alike[each] = group
    return {
        letter: min(group, key=lambda text: (not text.isascii(), -len(text), text.isupper(), text))
        for letter, group in alike.items()
        if len(letter) == 1
    }
