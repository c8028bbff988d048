"""What a supervisor can declare at this moment of a round, and who decides what follows.

The rules of play decide what follows. Where they say nothing about it the house's policy does, and
without a policy the round is void. Only what can have happened is offered: a machine can fail only
if there is one, a dealer's card can be exposed only while one lies face down, a wrong number of
cards is found only once some are out.

The consequence is shown before it is declared, and must reveal no card: until then the named cards
are compared only with those that lie open to everybody. Only the declaration, which is recorded
with the supervisor's name, looks where they lie; a card that is not hidden is then named in the
note.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal, TypeVar

from feltworks.cards import Card, join_cards
from feltworks.errors import short_repr
from feltworks.round.contract import Round
from feltworks.round.felt import picture
from feltworks.round.moves import MACHINE_FAILURE, CardCheck, Irregularity
from feltworks.round.operations import Burnt, Dealt, Voided
from feltworks.round.reasons import NotAllowed
from feltworks.round.terms import Consequence, Terms
from feltworks.rules.schema import Rules
from feltworks.rules.schema.table import Irregularities

OF_THE_DEALER = "exposed-dealer-card"
OF_CARDS = (OF_THE_DEALER, "face-up-card")
"""Irregularities that expose cards."""
LONGEST_NOTE = 300

R = TypeVar("R", bound="Round")
Declaration = Sequence[Irregularity | CardCheck]


@dataclass(frozen=True, slots=True)
class Declarable:
    """An irregularity that can be declared now; `says` describes it in a sentence.

    `needs_seat` if one hand is void and must be named; `names_cards` if cards can have been seen;
    `card_check` if a supervisor checks the cards before they are shuffled again.
    """

    kind: str
    says: str
    consequence: Consequence
    by: Literal["rules", "house"]

    @property
    def needs_seat(self) -> bool:
        return self.consequence == "void-seat"

    @property
    def names_cards(self) -> bool:
        return self.kind in OF_CARDS

    @property
    def card_check(self) -> bool:
        return self.kind == MACHINE_FAILURE


def ruling(rules: Rules, terms: Terms, kind: str) -> tuple[Consequence, Literal["rules", "house"]]:
    """What follows, and who decided it."""
    if getattr(rules.irregularities, kind.replace("-", "_")) == "void":
        return "void", "rules"
    return terms.policy.get(kind, "void"), "house"


def declarable(round: Round) -> tuple[Declarable, ...]:
    """What a supervisor can declare now; empty once the round is void."""
    if any(isinstance(entry, Voided) for entry in round.log):
        return ()
    fields = Irregularities.model_fields
    can_be = {
        "wrong-card-count": any(isinstance(entry, Dealt) for entry in round.log),
        OF_THE_DEALER: any(
            lying.face != "up"
            for (seat, _), cards in picture(round.log).cards.items()
            if seat is None
            for lying in cards
        ),
    }
    return tuple(
        Declarable(
            kind,
            fields[kind.replace("-", "_")].description or kind,
            *ruling(round.rules, round.terms, kind),
        )
        for kind in round.rules.irregularity_kinds
        if can_be.get(kind, True)
    )


def foreseen(round: R, declared: Declaration) -> R:
    """The round as it would go on, whatever cards were named; `NotAllowed` if it cannot."""
    for move in declared:
        if isinstance(move, Irregularity):
            _check_possible(round, move)
    return round.play_all(
        replace(move, cards=()) if isinstance(move, Irregularity) else move for move in declared
    )


def after_declaration(round: R, declared: Declaration) -> R:
    """The round as it goes on; a card that is not hidden is named in the note instead."""
    foreseen(round, declared)
    for move in declared:
        held = _with_hidden_cards(round, move) if isinstance(move, Irregularity) else move
        round = round.play(held)
    return round


def _check_possible(round: Round, move: Irregularity) -> None:
    """Raises `NotAllowed` for what everybody at the table can see did not happen."""
    kinds = [each.kind for each in declarable(round)]
    if move.kind in round.rules.irregularity_kinds and move.kind not in kinds:
        can = f"{', '.join(kinds)} can be declared" if kinds else "nothing can be declared"
        raise NotAllowed("cannot-have-happened", f"Not {short_repr(move.kind)}: {can} now.")
    if move.cards and move.kind not in OF_CARDS:
        raise NotAllowed("no-cards-named", f"No cards are seen by {short_repr(move.kind)}.")
    not_open = _cards_not_open(round)
    for card, times in Counter(move.cards).items():
        if times > not_open[card]:
            raise NotAllowed("not-hidden", f"{card} lies open, or is named too often.")


def _cards_not_open(round: Round) -> Counter[Card]:
    """The whole deck without the cards that lie open."""
    cards = Counter(round.chances()) + Counter(round.terms.discarded)
    cards.update(e.card for e in round.log if isinstance(e, Dealt | Burnt) and e.card is not None)
    for lying in picture(round.log).cards.values():
        cards.subtract(each.card for each in lying if each.face == "up" and each.card is not None)
    return cards


def _with_hidden_cards(round: Round, move: Irregularity) -> Irregularity:
    hidden: tuple[Card, ...] = ()
    missing: tuple[Card, ...] = ()
    for card in move.cards:
        reason = round.why_not(replace(move, cards=(*hidden, card)))
        if reason is not None and reason.rule == "not-hidden":
            missing += (card,)
        else:
            hidden += (card,)
    if not missing:
        return move
    told = f"; not found hidden: {join_cards(missing)}"
    return replace(move, note=move.note[: LONGEST_NOTE - len(told)] + told, cards=hidden)
