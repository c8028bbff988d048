"""Every deal of a game laid out as rows, and what of it a player sees at each decision.

A zone is cut into groups where a hand ends or cards are seen at another moment, so that the order
within a group does not matter. Deals that look alike to the player at a decision are one position.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from itertools import accumulate, pairwise
from typing import NamedTuple

import numpy as np

from feltworks.arrays import Int64s
from feltworks.cards import Card
from feltworks.hands.totals import NO_CARD
from feltworks.odds.contests import tables_of
from feltworks.odds.dealing import Dealing
from feltworks.odds.deals import Faces, rank_copies
from feltworks.odds.draws import cards_dealt, rows_where
from feltworks.odds.errors import OddsRefused
from feltworks.odds.keys import KeysUsed
from feltworks.odds.rowcounts import Deals, RowCounts
from feltworks.odds.tree import Ending
from feltworks.rules.handbook import Handbook
from feltworks.rules.schema.stages import Stage


class SeenGroup(NamedTuple):
    """The places `first` up to `stop` of a zone, all seen at the same level, or never (None)."""

    zone: str
    first: int
    stop: int
    level: int | None


class _EveryStage(Dealing):
    """Also deals the cards of stages that do not always take place: a hand that needs them has
    caused the stage, and for all others they are like cards that stay in the deck."""

    def _takes_part(self, stage: Stage, keys: KeysUsed) -> bool:
        keys.use(f"stages.{stage.id}.if_out")
        for key in ("settles", "draws_if", "ends_if"):
            keys.use(f"stages.{stage.id}.{key}")
        return True


class SeenDeals(RowCounts):
    """The deals of a game with the wagers that are out."""

    def __init__(self, book: Handbook, keys: KeysUsed, wagers: Sequence[str]) -> None:
        rules = book.rules
        self.dealing = _EveryStage(rules, keys)
        self.levels: list[Stage] = self.dealing.levels
        compared = [hand for each in rules.contests.values() for hand in (each.player, each.dealer)]
        self.tests_asked = [
            (needs.hand, needs.is_)
            for stage in self.levels
            for needs in (stage.asked_if, *(choice.requires for choice in stage.decide))
            if needs is not None and needs.hand is not None
        ]
        compared += [hand for hand, _ in self.tests_asked]
        compared += [total.over for total in rules.totals.values() if total.over is not None]
        compared += [
            hand
            for stage in rules.stages
            for case in (*stage.draws_if, *stage.ends_if)
            for hand in case
        ]
        super().__init__(book, tables_of(book, wagers), "stages", tuple(dict.fromkeys(compared)))
        self._positions: dict[int, tuple[Int64s, int]] = {}
        self._refuse_early_settling()
        self._refuse_cards_that_may_not_come()
        self._refuse_early_draws()

    @cached_property
    def dealt(self) -> Deals:
        return self.deals()

    @property
    def drawn(self) -> None:
        """The deals by rule; points are counted over the same rows as ranks."""
        return None

    @cached_property
    def draws_by_rule(self) -> bool:
        """Whether a rule decides in which deals some cards are drawn."""
        return any(stage.draws_if or stage.ends_if for stage in self.book.rules.stages)

    @cached_property
    def groups(self) -> list[SeenGroup]:
        """The cards that a hand uses or a player sees before his last decision."""
        drawn = [self.book.rules.drawn_from(hand) for hand in self.hands]
        found = []
        for zone, moments in self.dealing.seen.items():
            cuts = {0, len(moments), *(hand[zone] for hand in drawn if zone in hand)}
            cuts |= {at for at in range(1, len(moments)) if moments[at] != moments[at - 1]}
            if self.draws_by_rule:
                cuts |= {*accumulate(cards_dealt(stage, zone) for stage in self.book.rules.stages)}
            for first, stop in pairwise(sorted(cuts)):
                level = moments[first]
                used = any(first < hand.get(zone, 0) for hand in drawn)
                if used or (level is not None and level < len(self.levels)):
                    found.append(SeenGroup(zone, first, stop, level))
        return found

    def _columns(self) -> tuple[dict[str, list[int]], list[int]]:
        places = [(each.zone, at) for each in self.groups for at in range(each.first, each.stop)]
        return self._lying(places), [group.stop - group.first for group in self.groups]

    def _as_rules_draw(self, faces: Faces, columns: Mapping[str, list[int]]) -> Faces:
        """All cards are laid out as if they always came, so every row counts as often as it is
        dealt; then those that a rule leaves in the deck are removed again, stage by stage."""
        if not self.draws_by_rule:
            return faces
        stage_of: list[int] = []
        for group in self.groups:
            stage_of += [self._stage_of(group)] * (group.stop - group.first)
        drawn, over = np.full_like(faces, NO_CARD), np.zeros(len(faces), np.bool_)
        for at, stage in enumerate(self.book.rules.stages):
            draws = ~over
            if stage.draws_if:
                draws &= rows_where(self.book, stage.draws_if, drawn, columns)
            for column, of in enumerate(stage_of):
                if of == at:
                    drawn[draws, column] = faces[draws, column]
            if stage.ends_if:
                over |= rows_where(self.book, stage.ends_if, drawn, columns)
        return drawn

    def _stage_of(self, group: SeenGroup) -> int:
        """The stage that deals a group."""
        dealt = accumulate(cards_dealt(stage, group.zone) for stage in self.book.rules.stages)
        return next(at for at, cards in enumerate(dealt) if group.first < cards)

    @cached_property
    def by_rank(self) -> bool:
        """Whether only ranks distinguish cards: no hand and no phrase depends on suits."""
        deck = self.book.deck
        phrases = [self.book.test(hand, phrase) for hand, phrase in self.tests_asked]
        tests = [*phrases, *(test for table in self.tables for test in self.tests(table))]
        demands = [
            demand.faces
            for test in tests
            if test.condition is not None
            for some in test.condition.alternatives
            for demand in some
        ]
        whole = all(
            len({face in faces for face in deck.faces if face.rank == rank}) == 1
            for faces in demands
            for rank in deck.ranks
        )
        ranked = [hand for hand in self.hands if hand not in self.book.rules.totals]
        return whole and not any(self.book.ranking(hand).minds_suits for hand in ranked)

    def _copies(self) -> Sequence[int]:
        return rank_copies(self.book.deck) if self.by_rank else self.book.deck.copies

    def seen_columns(self, level: int) -> list[int]:
        """The columns of the cards that a player knows at a level."""
        known = [
            group.level is not None and group.level <= level
            for group in self.groups
            for _ in range(group.first, group.stop)
        ]
        return [column for column, is_known in enumerate(known) if is_known]

    def positions(self, level: int) -> tuple[Int64s, int]:
        """The number of each deal's position at a level, and how many positions there are."""
        if level not in self._positions:
            faces = self.dealt.faces
            number = np.zeros(len(faces), np.int64)
            for column in self.seen_columns(level):
                codes = number * 256 + faces[:, column]
                number = np.unique(codes, return_inverse=True)[1].reshape(-1)
            self._positions[level] = number, int(number.max(initial=0)) + 1
        return self._positions[level]

    def as_row(self, level: int, own: Sequence[Card], board: Sequence[Card]) -> list[int]:
        """Seen cards in the order of a row's seen columns: own and open ones."""
        deck, zones = self.book.deck, self.book.rules.zones
        left = {True: list(own), False: list(board)}
        lies: dict[tuple[str, int], int] = {}
        for zone, place, when in self.dealing.order:
            if when <= level:
                number = deck.index(left[zones[zone] == "player"].pop(0))
                lies[zone, place] = number - number % len(deck.suits) if self.by_rank else number
        return [
            face
            for group in self.groups
            if group.level is not None and group.level <= level
            for face in sorted(lies[group.zone, at] for at in range(group.first, group.stop))
        ]

    def cards_seen(self, level: int) -> tuple[int, int]:
        """How many own cards and how many others a player knows at a level."""
        zones = self.book.rules.zones
        own = [zones[zone] == "player" for zone, _, when in self.dealing.order if when <= level]
        return sum(own), len(own) - sum(own)

    def as_cards(self, level: int, deal: int) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
        """The player's own cards and the open ones of a deal, in the order in which they are seen.

        If rows hold only ranks, each is shown as a card that the deck still has.
        """
        deck, faces = self.book.deck, self.dealt.faces[deal].tolist()
        left = list(deck.cards)
        lies: dict[tuple[str, int], Card] = {}
        column = 0
        for group in self.groups:
            for place in range(group.first, group.stop):
                if group.level is not None and group.level <= level:
                    face = deck.face(faces[column])
                    by_rank = self.by_rank
                    card = next(c for c in left if c == face or (by_rank and c.rank == face.rank))
                    left.remove(card)
                    lies[group.zone, place] = card
                column += 1
        seen = [(zone, lies[zone, at]) for zone, at, when in self.dealing.order if when <= level]
        own = tuple(card for zone, card in seen if self.book.rules.zones[zone] == "player")
        return own, tuple(card for zone, card in seen if self.book.rules.zones[zone] != "player")

    def contest_of(self, wager: str, ending: Ending) -> str | None:
        """The contest that decides a wager at an ending; none after a fold, or with cards alone."""
        cells = self.book.rules.settle[wager]
        if ending.is_folded(wager) or not cells.is_compared:
            return None
        return cells.decided_by(ending.contest)

    def is_settled_first(self, wager: str) -> bool:
        """Whether a wager is settled before any decision."""
        stages = self.book.rules.stages
        settled = [place for place, stage in enumerate(stages) if wager in stage.settles]
        asked = [place for place, stage in enumerate(stages) if stage.decide]
        return bool(settled) and settled[0] < asked[0]

    def _refuse_early_settling(self) -> None:
        rules = self.book.rules
        for stage in rules.stages:
            for wager in stage.settles:
                if rules.wagers[wager].kind != "side" or not self.is_settled_first(wager):
                    raise OddsRefused(
                        f"stages.{stage.id}.settles",
                        f"{wager} is settled before the end of the round and after a decision",
                    )

    def _refuse_cards_that_may_not_come(self) -> None:
        """Refuses a decision after cards that are not dealt in every round."""
        stages = self.book.rules.stages
        for place, stage in enumerate(stages):
            dealt = any(step.burn is None for step in stage.deal)
            if stage.if_out and dealt and any(each.decide for each in stages[place:]):
                raise OddsRefused(
                    f"stages.{stage.id}.if_out",
                    "somebody decides after cards that may not be dealt",
                )

    def _refuse_early_draws(self) -> None:
        """Refuses cards drawn by rule before the last decision."""
        stages = self.book.rules.stages
        for place, stage in enumerate(stages):
            decided = any(each.decide for each in stages[place:])
            for key, cases in (("draws_if", stage.draws_if), ("ends_if", stage.ends_if)):
                if cases and decided:
                    raise OddsRefused(
                        f"stages.{stage.id}.{key}",
                        "cards drawn by rule are weighed only after the last decision",
                    )

    def refuse_missing_cards(self, ending: Ending) -> None:
        """Refuses an ending that compares or pays hands whose cards were not dealt for it."""
        rules = self.book.rules
        out = {wager for wager, _ in ending.stakes}
        missing: dict[str, int] = {}
        dealt: dict[str, int] = {}
        for stage in rules.stages:
            for step in stage.deal:
                if step.to is not None:
                    if stage.if_out and not out & {*stage.if_out}:
                        missing.setdefault(step.to, dealt.get(step.to, 0))
                    dealt[step.to] = dealt.get(step.to, 0) + (step.cards or 0)
        hands = set[str]()
        for wager in out:
            contest = self.contest_of(wager, ending)
            if contest is not None:
                hands |= {rules.contests[contest].player, rules.contests[contest].dealer}
        for hand in hands:
            for zone, count in rules.drawn_from(hand).items():
                if zone in missing and count > missing[zone]:
                    raise OddsRefused(
                        "stages", f"a round may end with {hand} compared before {zone} is dealt"
                    )
