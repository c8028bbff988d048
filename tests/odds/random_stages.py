"""Random rounds: cards dealt or turned street by street, and what may be done in between."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from .random_decks import Shape

SIZES = ("1", "2", "1/2", "3/2")
SEVERAL_SIZES = ("1 or 2", "1/2, 1 or 3", "1 to 3")


OPEN_CARDS = ("board dealt", "board turned", "dealer's dealt", "dealer's turned")


class StageMaker:
    """Makes the stages of one game, the wagers they bet and a rule for ties at each decision.

    `needs` makes a hand that a choice may need when so many board cards are seen.
    """

    def __init__(
        self,
        luck: Random,
        shape: Shape,
        names: tuple[Sequence[str], Sequence[str]],
        open_cards: str,
        needs: Callable[[int], dict[str, str] | None],
    ) -> None:
        self.luck = luck
        self.shape = shape
        self.contests, self.required = names
        self.zone = "board" if open_cards.startswith("board") else "dealer"
        self.turned = open_cards.endswith("turned") and bool(shape.board)
        self.needs = needs
        self.stages: list[dict[str, Any]] = []
        self.bets: list[str] = []
        self.indifferent: dict[str, str] = {}

    def flip(self) -> bool:
        return self.luck.random() < 0.5

    def seldom(self) -> bool:
        return self.luck.random() < 1 / 12

    def one_of(self, *choices: Any) -> Any:
        return self.luck.choice(choices)

    def make(self) -> None:
        self.deal()
        once = self.flip()
        decided, seen = False, 0
        for number, stage in enumerate(self.stages):
            seen += _open_cards(stage, self.zone)
            must = len(self.contests) > 1 and number == 0
            if not must and self.one_of(*(False,) * 5, True):
                continue
            stage["decide"] = self.decision(stage["id"], seen, once=once, enters=must)
            if once and decided and "raise" in self.bets:
                stage["while_not_out"] = "raise"
            decided = True
            self.break_ties(stage)
        self.take_back_once()

    def deal(self) -> None:
        """The hands, then open cards: turned over or dealt, a card burnt before or not."""
        hole = {"to": "hole", "cards": self.shape.hole, "face": self.one_of("down", "up")}
        hands = [hole, {"to": "dealer", "cards": self.shape.hidden, "face": "down"}]
        if self.turned:
            hands.append({"to": self.zone, "cards": self.shape.board, "face": "down"})
        self.stages.append({"id": "hands", "deal": hands})
        for number, cards in enumerate(self.shape.streets):
            steps: list[dict[str, Any]] = [{"burn": 1}] if self.flip() else []
            step = {"turn": self.zone} if self.turned else {"to": self.zone, "face": "up"}
            steps.append({**step, "cards": cards})
            if number == 0 and self.one_of(True, False, False):
                hands += steps
            else:
                self.stages.append({"id": f"street-{number + 1}", "deal": steps})

    def decision(self, stage: str, seen: int, *, once: bool, enters: bool) -> list[Any]:
        """The choices of one stage; `enters` makes every one enter a contest."""
        wager = "raise" if once else f"bet-on-{stage}"
        played: list[dict[str, Any]] = []
        if self.one_of(True, True, False):
            played.append({"id": "check"})
        for name in ("bet",) if played and self.flip() else ("small", "large"):
            size = self.one_of(*SIZES, *SIZES, *SEVERAL_SIZES)
            of = self.one_of(*self.required)
            played.append({"id": name, "bet": wager, "size": f"{size} x {of}"})
        if len(played) > 2:
            played.pop(self.luck.randrange(len(played)))
        for choice in played:
            if enters or (len(self.contests) > 1 and self.seldom()):
                choice["plays"] = self.one_of(*self.contests)
            if self.seldom():
                choice["ends"] = True
        if (needs := self.needs(seen)) and self.one_of(True, False, False):
            played[-1]["requires"] = needs
        if wager not in self.bets and any("bet" in choice for choice in played):
            self.bets.append(wager)
        written = ["check" if choice == {"id": "check"} else choice for choice in played]
        return ["fold", *written] if self.flip() else written

    def take_back_once(self) -> None:
        """At one decision a second wager may be taken down instead of betting on."""
        decisions = [stage for stage in self.stages if "decide" in stage]
        sized_on = " x second"
        if "second" not in self.required or not decisions or sized_on in str(decisions):
            return
        if self.flip():
            stage = self.one_of(*decisions)
            choice: dict[str, Any] = {"take_back": "second"}
            if len(self.contests) > 1:
                choice["plays"] = self.one_of(*self.contests)
            stage["decide"] = [*stage["decide"], choice]

    def break_ties(self, stage: dict[str, Any]) -> None:
        ids = [choice if isinstance(choice, str) else choice["id"] for choice in stage["decide"]]
        rule = self.one_of(None, "bet", "fold", *(id_ for id_ in ids if self._one_size(stage, id_)))
        if rule is not None:
            self.indifferent[stage["id"]] = rule

    @staticmethod
    def _one_size(stage: dict[str, Any], id_: str) -> bool:
        """Whether a choice goes by its own id, which several sizes would add to."""
        sizes = [
            choice.get("size", "")
            for choice in stage["decide"]
            if not isinstance(choice, str) and choice["id"] == id_
        ]
        return not any(word in size for size in sizes for word in (" or ", " to ", ","))


def _open_cards(stage: dict[str, Any], zone: str) -> int:
    """The cards of a zone that a stage brings to light."""
    return sum(
        deal["cards"]
        for deal in stage["deal"]
        if deal.get("turn") == zone or (deal.get("to") == zone and deal["face"] == "up")
    )
