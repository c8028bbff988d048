"""Random hands by name, pay tables and cells: whatever a wager may be settled by."""

from __future__ import annotations

from random import Random
from typing import Any

from feltworks.cards import RANK_WORDS
from feltworks.hands import CompiledRanking

ODDS = ("1:1", "2:1", "3:2", "5:1", "1:2", "40:1")
PLAIN = ("lose", "push", *ODDS)


class PayMaker:
    """Makes cells, and the pay tables they need, for the hands of one game."""

    def __init__(self, luck: Random, hands: dict[str, CompiledRanking]) -> None:
        self.luck = luck
        self.hands = hands
        self.tables: dict[str, dict[str, Any]] = {}

    def one_of(self, *choices: Any) -> Any:
        return self.luck.choice(choices)

    def seldom(self) -> bool:
        """True once in a dozen times."""
        return self.luck.random() < 1 / 12

    def phrase(self, hand: str, *, of_cards: bool = False) -> str:
        """A hand by name; with `of_cards` perhaps one that looks at single cards."""
        compiled = self.hands[hand]
        if of_cards:
            return self._card_phrase(compiled)
        value = self.luck.randrange(len(compiled.classes))
        other = self.luck.randrange(len(compiled.classes))
        label, name = self._label(compiled, value), compiled.describe(value)
        return str(
            self.one_of(
                label,
                f"{label} or better",
                name,
                f"{name} or better",
                f"{name} or worse",
                f"{label} to {self._label(compiled, other)}",
                "any hand",
            )
        )

    def better(self, hand: str) -> str:
        """A hand or better, as a qualifier says it."""
        compiled = self.hands[hand]
        value = self.luck.randrange(len(compiled.classes))
        named = self.one_of(self._label(compiled, value), compiled.describe(value))
        return f"{named} or better"

    @staticmethod
    def _label(compiled: CompiledRanking, value: int) -> str:
        return compiled.ranking.label(compiled.category_of(value))

    def _card_phrase(self, compiled: CompiledRanking) -> str:
        card = self.luck.choice(compiled.deck.cards)
        if card.is_joker:
            return "contains a joker"
        same_rank = sum(card.rank == other.rank for other in compiled.deck.cards)
        one, many = RANK_WORDS[card.rank]
        several = f"contains two {many}" if same_rank > 1 else f"contains {one}"
        by_name = (f"contains {card}", f"contains {one}", several)
        return str(self.one_of(*by_name, *by_name, "suited", "unsuited"))

    def table(self, *, of_cards: bool = False, prizes: tuple[str, ...] = PLAIN) -> str:
        """A new pay table's id."""
        hand = self.luck.choice(sorted(self.hands))
        id_ = f"table-{len(self.tables) + 1}"
        rows = [
            {
                "id": f"row-{len(self.tables) + 1}{letter}",
                "hand": self.phrase(hand, of_cards=of_cards and self.luck.random() < 0.5),
                "pays": self.luck.choice(prizes),
            }
            for letter in "abc"[: self.luck.randint(1, 3)]
        ]
        self.tables[id_] = {"hand": hand, "rows": rows}
        return id_

    def by_table(self, *, of_cards: bool = False) -> dict[str, Any]:
        """A pay by one table or two."""
        rest = {"else": self.one_of("lose", "lose", "push", "1:1")}
        if self.luck.random() < 0.5:
            return {"table": self.table(of_cards=of_cards), **rest}
        tables = [self.table(of_cards=of_cards), self.table()]
        return {"tables": tables, "rows": self.one_of("stack", "higher"), **rest}

    def cell(self, *usual: str) -> Any:
        """What a wager does in one case: mostly the usual, at times anything."""
        kind = self.luck.randrange(10)
        if kind < 5:
            return self.one_of(*usual)
        if kind < 7:
            return self.one_of(*PLAIN)
        if kind < 9:
            return self.by_table(of_cards=self.luck.random() < 1 / 10)
        return [self.one_of(*PLAIN), self.by_table()]
