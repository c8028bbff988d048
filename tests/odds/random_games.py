"""Random games: whole rules files that nobody has written, for the solver to be tried on.

Every section is drawn at random within what the schema allows and a small deck can deal;
a few files have a decision that nobody ever comes to, which the solver has to refuse.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any

from tests.ask.rules import Rules

from feltworks.hands import CompiledRanking, compile_ranking, ranking

from .random_decks import deck_of, random_deck, random_shape
from .random_pays import PayMaker
from .random_stages import OPEN_CARDS, StageMaker

LIKE = {
    2: ("two-card",),
    3: ("three-card", "three-card-royal"),
    4: ("four-card",),
    5: ("five-card", "five-card-wild"),
}
SIZES = ("1", "2", "1/2", "3/2", "0.5")


@dataclass(frozen=True)
class RandomGame:
    """A rules file and how ties are to be broken in it."""

    document: dict[str, Any]
    indifferent: dict[str, str]

    @property
    def rules(self) -> Rules:
        return Rules.model_validate(self.document)


class GameMaker:
    """One game in the making."""

    def __init__(self, luck: Random) -> None:
        self.luck = luck
        self.deck_table = random_deck(luck)
        self.deck = deck_of(self.deck_table)
        self.shape = random_shape(luck, self.deck.size)
        # A player with one card has no hand without a board, so the dealer's cards stay hidden.
        self.open_cards: str = self.one_of(*OPEN_CARDS[: 4 if self.shape.hole > 1 else 2])
        self.rankings: dict[str, dict[str, Any]] = {}
        self.hands: dict[str, dict[str, Any]] = {}
        self.contests: dict[str, dict[str, Any]] = {}
        self.wagers: dict[str, dict[str, Any]] = {}
        self.settle: dict[str, dict[str, Any]] = {}
        self.jackpots: dict[str, dict[str, Any]] = {}

    def flip(self) -> bool:
        return self.luck.random() < 0.5

    def one_of(self, *choices: Any) -> Any:
        return self.luck.choice(choices)

    def make(self) -> RandomGame:
        self.make_hands()
        self.pays = PayMaker(self.luck, self._compiled())
        pocket = self.pays.hands.pop("pocket", None)
        self.qualify()
        self.make_required()
        names = (list(self.contests), list(self.wagers))
        stages = StageMaker(self.luck, self.shape, names, self.open_cards, self.needs)
        stages.make()
        for wager in stages.bets:
            self.wagers[wager] = {"name": wager, "kind": "decision"}
        for wager in self.wagers:
            self.settle[wager] = self.cells()
        if pocket is not None:
            self.pays.hands["pocket"] = pocket
        self.make_sides()
        return RandomGame(self._document(stages.stages), stages.indifferent)

    def make_ranking(self, cards: int) -> str:
        like = self.one_of(*LIKE[cards])
        if not self.deck.jokers and self.flip():
            return str(like)
        own: dict[str, Any] = {"like": like, "wild": bool(self.deck.jokers)}
        if self.flip():
            own["ace_low"] = self.flip()
        if self.flip():
            categories = list(ranking(like).categories)
            categories.pop(self.luck.randrange(len(categories) - 1))
            own["categories"] = categories
            own["labels"] = {}
        id_ = f"own-{len(self.rankings) + 1}"
        self.rankings[id_] = own
        return id_

    def make_hands(self) -> None:
        for contest in ("first", "second")[: self.one_of(0, 1, 1, 1, 2, 2)]:
            self.make_contest(contest)
        if not self.contests:
            self.hands["player-alone"] = self.make_hand("hole", self.shape.hole, cards=2)
        if self.shape.hole >= 2:
            count = self.luck.randint(2, min(5, self.shape.hole))
            self.hands["pocket"] = {"ranking": self.make_ranking(count), "from": {"hole": count}}

    @property
    def shared(self) -> int:
        """Cards on the board that player and dealer may both use."""
        return self.shape.board if self.open_cards.startswith("board") else 0

    def make_contest(self, id_: str) -> None:
        dealers = self.shape.hidden + self.shape.board - self.shared
        most = min(self.shape.hole, dealers) + self.shared
        cards = self.one_of(min(5, most), *range(2, min(5, most) + 1))
        mine = self.make_hand("hole", self.shape.hole, cards)
        theirs = self.make_hand("dealer", dealers, cards)
        self.hands[f"player-{id_}"] = mine
        self.hands[f"dealer-{id_}"] = {**theirs, "ranking": mine["ranking"]}
        self.contests[id_] = {"player": f"player-{id_}", "dealer": f"dealer-{id_}"}

    def make_hand(self, zone: str, count: int, cards: int) -> dict[str, Any]:
        """A hand of so many cards from a zone and perhaps the board."""
        hand: dict[str, Any] = {"ranking": "", "from": {zone: count}}
        if zone == "hole":
            hand["ranking"] = self.make_ranking(cards)
        if self.shared and (count < cards or self.luck.random() < 0.75):
            hand["from"]["board"] = self.shared
            if self.flip():
                hand["at_least"] = {zone: self.luck.randint(1, min(count, cards))}
        if sum(hand["from"].values()) > cards or self.flip():
            hand["use"] = cards
        return hand

    def _compiled(self) -> dict[str, CompiledRanking]:
        """The player's hands, compiled."""
        compiled = {}
        for id_, hand in self.hands.items():
            if not id_.startswith("dealer"):
                name, own = hand["ranking"], {}
                if name in self.rankings:
                    own = dict(self.rankings[name])
                    name = own.pop("like")
                compiled[id_] = compile_ranking(ranking(name, **own), self.deck)
        return compiled

    def needs(self, seen: int) -> dict[str, str] | None:
        """A hand that may be asked for when so many board cards lie open."""
        full = [
            hand for hand in self.pays.hands if self.hands[hand]["from"].get("board", seen) == seen
        ]
        if not full:
            return None
        hand = self.one_of(*full)
        return {"hand": hand, "is": self.pays.phrase(hand, of_cards=self.flip())}

    def qualify(self) -> None:
        for id_, contest in self.contests.items():
            if self.flip():
                hand = f"player-{id_}"
                contest["qualifies"] = self.one_of(
                    *[self.pays.better(hand)] * 4,
                    self.pays.phrase(hand),
                    self.pays.phrase(hand, of_cards=True),
                )

    def make_required(self) -> None:
        self.wagers["ante"] = {"name": "Ante", "kind": "required"}
        for id_, of in (("second", "ante"), ("third", "second"))[: self.one_of(0, 0, 1, 2)]:
            size = f"{self.one_of(*SIZES)} x {of}"
            self.wagers[id_] = {"name": id_, "kind": "required", "size": size}

    def cells(self) -> dict[str, Any]:
        """A main wager's cells for every case that can come."""
        make = self.pays.cell
        if not self.contests or self.luck.random() < 1 / 6:
            return {"folded": self.one_of("lose", "as always"), "always": self.pays.by_table()}
        cells = {
            "folded": make("lose"),
            "win": make("1:1"),
            "tie": make("push"),
            "lose": make("lose"),
        }
        if any("qualifies" in contest for contest in self.contests.values()):
            cells["not_qualified"] = make("push", "1:1", "compare")
        if len(self.contests) > 1 and self.pays.seldom():
            cells["contest"] = self.one_of(*self.contests)
        return cells

    def make_sides(self) -> None:
        makers = (self.free_side, self.jackpot_side, self.forfeited_side, self.contested_side)
        for number in range(self.one_of(0, 1, 1, 2)):
            id_ = f"side-{number + 1}"
            self.wagers[id_] = {"name": id_, "kind": "side"}
            self.settle[id_] = self.one_of(*makers)(id_)

    def free_side(self, id_: str) -> dict[str, Any]:
        always = self.pays.by_table(of_cards=self.flip())
        return {"always": [always, "1:1"] if self.pays.seldom() else always}

    def jackpot_side(self, id_: str) -> dict[str, Any]:
        pot = f"pot-of-{id_}"
        self.wagers[id_]["size"] = "$1"
        self.jackpots[pot] = {"name": pot, "wager": id_, "seed": "$500"}
        prizes = ("$5", "$2.50", f"100% of {pot}", f"25% of {pot}", "3:1", "lose")
        table = self.pays.table(of_cards=self.flip(), prizes=prizes)
        self.pays.tables[table]["stake"] = self.one_of("kept", "lost")
        return {"always": {"table": table, "else": "lose"}}

    def forfeited_side(self, id_: str) -> dict[str, Any]:
        self.wagers[id_]["size"] = f"{self.one_of(*SIZES)} x ante"
        return {"folded": "lose", "always": self.pays.by_table()}

    def contested_side(self, id_: str) -> dict[str, Any]:
        self.wagers[id_]["size"] = f"{self.one_of(*SIZES)} x ante"
        return self.cells()

    def _document(self, stages: list[dict[str, Any]]) -> dict[str, Any]:
        return {
            "game": {
                "id": "random",
                "name": "Random",
                "title": "A game nobody plays.",
                "deck": self.deck_table,
                "unit": "ante",
            },
            "zones": {"hole": "player", "dealer": "dealer", "board": "table"},
            "rankings": self.rankings,
            "hands": self.hands,
            "contests": self.contests,
            "wagers": self.wagers,
            "stages": stages,
            "settle": self.settle,
            "pays": self.pays.tables,
            "jackpots": self.jackpots,
            "table": {"seats": 1, "most_seats": 1},
        }


def random_game(seed: int) -> RandomGame:
    """A whole rules file, and a way of breaking ties."""
    return GameMaker(Random(seed)).make()
