"""The operations that only a table with a dealer's hand or a pay table has."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal, Self

from feltworks.cards import Card
from feltworks.round.chips import Transfer, spot, stack
from feltworks.round.operations import Operation, SeatOperation, WagerOperation, cards_text
from feltworks.round.viewers import Viewer
from feltworks.rules.settlement import Result

CardPosition = Literal["between", "no-gap", "outside"]
"""How a card lies to two others."""


class TakenBack(WagerOperation):
    """A decision takes a wager down before it is settled."""

    written = "seat {0.seat} takes {0.dollars} back from {0.wager}"

    def transfers(self) -> tuple[Transfer, ...]:
        return (Transfer(spot(self.seat, self.wager), stack(self.seat), self.cents),)


class Tucked(SeatOperation):
    """A folding player slides his cards, face down, under a side wager that wins."""

    written = "seat {0.seat} tucks under {0.under}"
    under: str


class Laid(SeatOperation):
    """A player's cards as he lays them, face down: those he plays, and the others aside.

    `behind` and `under` are the wagers they lie at.
    """

    cards: tuple[Card | None, ...]
    aside: tuple[Card | None, ...]
    behind: str | None = None
    under: str | None = None

    @property
    def line(self) -> str:
        text = f"seat {self.seat} lays {cards_text(self.cards)}"
        text += f" behind {self.behind}" if self.behind else ""
        if self.aside:
            where = f"under {self.under}" if self.under else "aside"
            text += f", {cards_text(self.aside)} {where}"
        return text

    def seen_by(self, viewer: Viewer) -> Self:
        if viewer.looks_at(self.seat):
            return self
        return replace(self, cards=(None,) * len(self.cards), aside=(None,) * len(self.aside))


class KeptFaceDown(SeatOperation):
    """Folded cards stay on the felt, beside the wager that still needs them if there is one."""

    beside: str | None

    @property
    def line(self) -> str:
        where = f" beside {self.beside}" if self.beside else ""
        return f"seat {self.seat} cards stay face down{where}"


class DrawRuled(Operation):
    """What the rules say about cards that may be drawn in a stage, and the totals they look at."""

    stage: str
    says: Literal["draws", "stands", "ends"]
    totals: tuple[tuple[str, str], ...]

    @property
    def line(self) -> str:
        totals = ", ".join(f"{hand} {total}" for hand, total in self.totals)
        return f"rule {self.stage} {self.says} on {totals}"


class Qualified(Operation):
    """What the dealer has in a contest, and whether that is enough; None if he need not qualify."""

    contest: str
    hand: str
    qualified: bool | None

    @property
    def line(self) -> str:
        if self.qualified is None:
            return f"dealer in {self.contest} has {self.hand}"
        verb = "qualifies" if self.qualified else "does not qualify"
        return f"dealer {verb} in {self.contest} with {self.hand}"


class Compared(SeatOperation):
    """What a seat has in a contest, and the result against the dealer.

    In a contest by position the result says where the card fell, and not who is higher.
    """

    contest: str
    hand: str
    result: Result | CardPosition

    @property
    def line(self) -> str:
        against: dict[Result | CardPosition, str] = {
            "win": "higher than the dealer",
            "tie": "equal to the dealer",
            "lose": "lower than the dealer",
            "between": "between the two",
            "no-gap": "where no rank lies between the two",
            "outside": "not between the two",
        }
        return f"seat {self.seat} in {self.contest} has {self.hand}, {against[self.result]}"
