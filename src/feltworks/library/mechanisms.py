"""What each mechanism means to the library, under its name: how a position is given and advised.

Each advisor is made once for a game, which solves the game, and then answers positions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import partial

from feltworks.blackjack import choices as blackjack
from feltworks.cards import Card
from feltworks.errors import FeltworksError, did_you_mean
from feltworks.library.advice import Advice
from feltworks.library.choice import PlayerChoice
from feltworks.library.opening import HouseOpening, RingOpening, TableOpening
from feltworks.ring.betting import BET, CALL, CHECK, FOLD, RAISE
from feltworks.round import Limits, Round
from feltworks.round.moves import UNTUCKED
from feltworks.rules.amounts import number_text
from feltworks.rules.schema import Rules

Zones = Mapping[str, "tuple[Card, ...]"]
Answer = Callable[[str | None, Zones], Advice]
"""From a decision and the cards known there, by zone, to the advice."""


class AdviceError(FeltworksError):
    """A position that the game does not have, or that cannot be advised on."""


HAND = "hand"
"""The one decision of blackjack: what to do with a hand."""


@dataclass(frozen=True, kw_only=True)
class LibraryMechanism:
    """`advisor` solves the rules and answers positions; None if no choice has a worth.

    `opening` opens the rounds of a table, from a first one and the seats that are taken; `limits`
    are the default limits of a table. `choices` are the ids of everything that a player may ever
    decide; `is_between_players` if players play each other.
    """

    opening: Callable[[Round, tuple[int, ...]], TableOpening]
    choices: Callable[[Rules], tuple[str, ...]]
    advisor: Callable[[Rules], Answer] | None = None
    limits: Limits = field(default_factory=Limits)
    is_between_players: bool = False


def advisor(rules: Rules) -> Answer:
    """The advisor for these rules; refused if players play each other."""
    make = MECHANISMS[rules.game.mechanism].advisor
    if make is None:
        raise AdviceError(
            f"in {rules.game.id} players play each other, and what a choice is worth depends on "
            "them; at a table, advise() tells your part of the pot"
        )
    return make(rules)


def _stage_advisor(rules: Rules) -> Answer:
    """For games whose decisions are in the stages: `hole="As Kd"`, `board="2c 7h 9d"`."""
    from feltworks.odds.dealadvice import advisor_for
    from feltworks.players.causes import HandCauses

    advisor, causes = advisor_for(rules), HandCauses(rules)

    def answer(decision: str | None, zones: Zones) -> Advice:
        if not advisor.decisions:
            raise AdviceError(f"{rules.game.id} asks the player for no decision")
        for zone in zones:
            if zone not in rules.zones:
                raise AdviceError(
                    f"{rules.game.id} has no zone {zone!r}{did_you_mean(zone, rules.zones)}: "
                    f"its zones are {', '.join(rules.zones)}"
                )
        own, board = _as_seen(rules, zones)
        if decision is None:
            counts = {each: advisor.board_cards(each) for each in advisor.decisions}
            decision = next((each for each, n in counts.items() if n == len(board)), None)
            if decision is None:
                told = ", ".join(f"{each} with {n}" for each, n in counts.items())
                raise AdviceError(f"no decision is taken with {len(board)} open cards: {told}")
        found = advisor.advise(decision, own, board)
        why = partial(causes.lines, found.decision, zones)
        named = _named_choices(rules, found.decision, found.values)
        values = {named[name]: value for name, value in found.values.items()}
        return Advice(found.decision, named[found.best], values, rules.unit, why)

    return answer


def _named_choices(rules: Rules, decision: str, names: Iterable[str]) -> dict[str, PlayerChoice]:
    """The choices at a decision by the names that the odds give them."""
    sizes: dict[str, PlayerChoice] = {}
    for choice in rules.stage(decision).decide:
        of = choice.sized()
        for id_, multiple in of:
            amount = choice.size and len(of) > 1 and f"{number_text(multiple)} x {choice.size.of}"
            sizes[id_] = PlayerChoice(choice.id, amount or None)
    named = {}
    for name in names:
        id_, _, cards = name.partition(" ")
        named[name] = PlayerChoice(sizes[id_], cards=cards)
    return named


def _as_seen(rules: Rules, zones: Zones) -> tuple[list[Card], list[Card]]:
    """The player's own cards and the open ones, each in the order in which they are dealt."""
    left = {zone: list(cards) for zone, cards in zones.items()}
    seen: dict[bool, list[Card]] = {True: [], False: []}
    for step in (step for stage in rules.stages for step in stage.deal):
        zone = step.to or step.turn or ""
        is_own = rules.zones.get(zone) == "player"
        if zone in left and (step.face == "up" or step.turn or (is_own and step.face == "down")):
            seen[is_own] += left[zone][: step.cards]
            del left[zone][: step.cards]
    for zone, more in left.items():
        seen[rules.zones[zone] == "player"] += more
    return seen[True], seen[False]


def _blackjack_advisor(rules: Rules) -> Answer:
    """For blackjack: `player="As 7d"`, `dealer="9c"`."""
    from feltworks.odds.blackjack.advice import HandAdvisor
    from feltworks.odds.blackjack.fromrules import blackjack_of, shoe_of
    from feltworks.players.blackjackcauses import BlackjackCauses

    advisor = HandAdvisor(shoe_of(rules), blackjack_of(rules))

    def answer(decision: str | None, zones: Zones) -> Advice:
        if zones.keys() != {"player", "dealer"} or len(zones["dealer"]) != 1:
            raise AdviceError(
                "a position of blackjack is the player's cards and the dealer's up card: "
                'advise(player="As 7d", dealer="9c")'
            )
        if decision not in (None, HAND):
            raise AdviceError(
                f"blackjack has no decision {decision!r}{did_you_mean(decision or '', [HAND])}: "
                f"there is {HAND}, which need not be named"
            )
        cards, (up,) = zones["player"], zones["dealer"]
        found = advisor.advise(cards, up)
        lines = BlackjackCauses(advisor, cards, up).lines
        why = partial(lines, choices=list(found.values))
        values = {PlayerChoice(action): value for action, value in found.values.items()}
        return Advice(HAND, PlayerChoice(found.best), values, rules.unit, why)

    return answer


def _stage_choices(rules: Rules) -> tuple[str, ...]:
    choices = [choice for stage in rules.stages for choice in stage.decide]
    folds = [f"{choice.id}{UNTUCKED}" for choice in choices if choice.folds]
    return tuple(dict.fromkeys([*(choice.id for choice in choices), *folds]))


def _blackjack_choices(rules: Rules) -> tuple[str, ...]:
    hand = (blackjack.HIT, blackjack.STAND, blackjack.DOUBLE, blackjack.SPLIT)
    offered = (blackjack.SURRENDER, blackjack.INSURE, blackjack.EVEN_MONEY, blackjack.DECLINE)
    return *hand, *offered


def _ring_choices(rules: Rules) -> tuple[str, ...]:
    return FOLD, CHECK, CALL, BET, RAISE


MECHANISMS: Mapping[str, LibraryMechanism] = {
    "table": LibraryMechanism(opening=HouseOpening, choices=_stage_choices, advisor=_stage_advisor),
    "blackjack": LibraryMechanism(
        opening=HouseOpening, choices=_blackjack_choices, advisor=_blackjack_advisor
    ),
    "ring": LibraryMechanism(
        opening=RingOpening,
        choices=_ring_choices,
        limits=Limits(10_00, 40_00),
        is_between_players=True,
    ),
}
