"""A table's sheet: everything that decides how its rounds are dealt and booked.

The sheet is filed when the table opens and every round names it, so that a round can be dealt, and
years later checked, from the books alone: rules, options, limits, policy, jackpots.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields
from datetime import date
from functools import cached_property, lru_cache
from typing import Any, Protocol

from feltworks.house.books import Batch, Reader
from feltworks.house.books.chain import canonical, paper_hash
from feltworks.house.errors import BooksError, HouseError
from feltworks.pit import OpenTable, open_table
from feltworks.round import Limits, PayoutLimits, Terms
from feltworks.round.terms import Consequence
from feltworks.rules.loader import read_text
from feltworks.rules.schema import Rules


@dataclass(frozen=True)
class Sheet:
    """A table's rules, options, limits and jackpots.

    `jackpots` gives the house's name of each jackpot of the rules that is played for here.
    """

    table: str
    game: str
    rules_text: str = field(repr=False)
    rules_name: str
    rules_sha256: str
    options: Mapping[str, str]
    limits: Limits
    seats: int
    tray: int
    approved: bool
    verdict: str
    under: date | None = None
    policy: Mapping[str, Consequence] = field(default_factory=dict)
    payout_limits: PayoutLimits = field(default_factory=PayoutLimits)
    jackpots: Mapping[str, str] = field(default_factory=dict)

    @cached_property
    def dealt(self) -> OpenTable:
        """The engine that deals the rounds."""
        return _dealt_by(self.rules_text, self.rules_name, tuple(sorted(self.options.items())))

    @property
    def rules(self) -> Rules:
        return self.dealt.rules

    @cached_property
    def wagers(self) -> dict[str, str]:
        """The wager that plays for each jackpot, by the jackpot's name in the rules."""
        return {id: self.rules.jackpots[id].wager for id in self.jackpots}

    @property
    def posted_payout_limits(self) -> str:
        """The payout limits as the table posts them; empty if it has none."""
        says = self.payout_limits.says
        return f"{says} Jackpots are paid in full." if says and self.jackpots else says

    @cached_property
    def text(self) -> str:
        """The sheet as it is filed; its rules are a filed text of their own."""
        told = {each.name: getattr(self, each.name) for each in fields(Sheet)}
        del told["rules_text"]
        return canonical(
            {
                **told,
                "rules": paper_hash(self.rules_text),
                "options": dict(self.options),
                "limits": asdict(self.limits),
                "under": self.under and self.under.isoformat(),
                "policy": dict(self.policy),
                "payout_limits": self.payout_limits.as_json(),
                "jackpots": dict(self.jackpots),
            }
        )

    @cached_property
    def hash(self) -> str:
        return paper_hash(self.text)

    def terms(self, posted: Mapping[str, int], commitment: str | None = None) -> Terms:
        """The terms of rounds, given the displayed amount of each jackpot in the rules."""
        return Terms(
            self.limits,
            self.under,
            dict(posted),
            dict(self.policy),
            commitment,
            payout_limits=self.payout_limits,
        )

    def fits(self, terms: Terms) -> bool:
        """Whether terms are this table's, whatever the jackpots, the deck and its commitment."""
        return (
            terms.limits == self.limits
            and terms.under == self.under
            and terms.policy == self.policy
            and terms.payout_limits == self.payout_limits
        )


@lru_cache(maxsize=64)
def _dealt_by(text: str, name: str, options: tuple[tuple[str, str], ...]) -> OpenTable:
    """The engine for a rules text; cached, as compiling takes a moment and tables share rules."""
    return open_table(read_text(text, name, dict(options)))


class Papers(Protocol):
    """Where filed texts are read from."""

    def paper(self, hash: str) -> str | None: ...


class Sheets:
    """Reads sheets and caches them, so that the rules of a table are compiled once."""

    def __init__(self) -> None:
        self._known: dict[str, Sheet] = {}

    def read(self, books: Papers, hash: str) -> Sheet:
        if hash not in self._known:
            self._known[hash] = read_sheet(books, hash)
        return self._known[hash]

    def of_table(self, books: Batch | Reader, table: str) -> Sheet:
        """The sheet of a table that is open."""
        state = books.state(f"table {table}")
        if state is None or not state["open"]:
            raise HouseError(f"table {table} is not open")
        return self.read(books, state["sheet"])


def read_sheet(books: Papers, hash: str) -> Sheet:
    """A sheet as it was filed."""
    found: dict[str, Any] = json.loads(filed_text(books, hash))
    limits = found["limits"]
    return Sheet(
        **{
            **{key: value for key, value in found.items() if key != "rules"},
            "rules_text": filed_text(books, found["rules"]),
            "limits": Limits(**{**limits, "chips": tuple(limits["chips"])}),
            "under": found["under"] and date.fromisoformat(found["under"]),
            "payout_limits": PayoutLimits(**found["payout_limits"]),
        }
    )


def filed_text(books: Papers, hash: str) -> str:
    """The text that is filed under a hash; a `BooksError` if it is missing or was changed."""
    text = books.paper(hash)
    if text is None:
        raise BooksError(f"the paper {hash[:12]} is missing from the books")
    if paper_hash(text) != hash:
        raise BooksError(f"the paper {hash[:12]} was changed: it does not fit its hash")
    return text
