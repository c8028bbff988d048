"""The documents of a game clause by clause: where each lives, the test that shows it, its state.

`games/clauses/GAME.toml` holds them in our own words. A clause holds, is open (with a note on what
is missing), or is not applicable. `python -m feltworks.rules.clauses > docs/conformance.md` updates
the page.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from typing import Any, Literal

from feltworks.errors import FeltworksError, did_you_mean
from feltworks.rules.catalogue import GAMES_DIR, listings

ClauseState = Literal["holds", "open", "not-applicable"]
STATES: tuple[ClauseState, ...] = ("holds", "open", "not-applicable")
CLAUSES_DIR = GAMES_DIR / "clauses"


@dataclass(frozen=True, slots=True, kw_only=True)
class Clause:
    """One clause; `where` is a rules key, a module or a file of data, `test` a test's path."""

    document: str
    section: str
    id: str
    says: str
    where: str
    test: str | None = None
    state: ClauseState = "holds"
    note: str | None = None

    def as_json(self) -> dict[str, Any]:
        return asdict(self)


def games_with_clauses() -> tuple[str, ...]:
    """The games whose documents were split into clauses."""
    return tuple(sorted(path.stem for path in CLAUSES_DIR.glob("*.toml")))


def clauses_of(game: str) -> tuple[Clause, ...]:
    """Every clause of a game's documents, in their order."""
    known = games_with_clauses()
    if game not in known:
        close = did_you_mean(game, known)
        raise FeltworksError(
            f"no document is known for {game!r}{close}: there are those of {', '.join(known)}"
        )
    listed = tomllib.loads((CLAUSES_DIR / f"{game}.toml").read_text(encoding="utf-8"))
    return tuple(
        Clause(document=section["document"], section=section["title"], **clause)
        for section in listed["section"]
        for clause in section["clauses"]
    )


def counted(clauses: Iterable[Clause]) -> str:
    """How many clauses there are in each state, in words."""
    states = Counter(clause.state for clause in clauses)
    words = {"holds": "hold", "open": "open", "not-applicable": "not applicable"}
    return ", ".join(f"{states[state]} {words[state]}" for state in STATES if states[state])


def page() -> str:
    """The page of all games."""
    return "\n".join(_page())


def _page() -> Iterator[str]:
    yield "# Conformance"
    yield ""
    yield (
        "The documents that approve the five games, clause by clause and in our own words: where "
        "a clause lives, the test that shows it, and its state. `feltworks rules clauses GAME` "
        "prints the same. A clause that is open says what is missing."
    )
    yield ""
    names = {listing.id: listing.name for listing in listings()}
    for game in games_with_clauses():
        clauses = clauses_of(game)
        yield f"## {names[game]}"
        yield ""
        yield f"{len(clauses)} clauses: {counted(clauses)}."
        yield ""
        above = None
        for clause in clauses:
            heading = f"{clause.document}: {clause.section}"
            if heading != above:
                if above is not None:
                    yield ""
                yield f"### {heading}"
                yield ""
                yield "| clause | says | lives in | shown by | state |"
                yield "|---|---|---|---|---|"
                above = heading
            yield _row(clause)
        yield ""


def _row(clause: Clause) -> str:
    state = clause.state.replace("-", " ")
    told = f"{state}: {clause.note}" if clause.note else state
    shown = f"`{clause.test}`" if clause.test else ""
    return f"| {clause.id} | {clause.says} | {clause.where} | {shown} | {told} |"


if __name__ == "__main__":
    print(page(), end="")
