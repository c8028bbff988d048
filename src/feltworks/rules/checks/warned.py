"""What a file may say but probably does not mean: pays and rules that make no sense but can be
dealt.

A warning never refuses a file. A row that loses or pushes above a lower one that pays is no
warning: a better hand that is meant to lose is written that way.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from fractions import Fraction

from feltworks.hands import HandTest
from feltworks.rules.amounts import Prize
from feltworks.rules.checks.places import cards_dealt, drawing_rules
from feltworks.rules.handbook import Handbook
from feltworks.rules.schema import Rules

NO_CARD = "no card"
"""The phrase for a total without cards."""


@dataclass(frozen=True, slots=True)
class RulesWarning:
    """Something at `key` that is allowed and looks like a slip, in a sentence."""

    key: str
    says: str

    def as_json(self) -> dict[str, str]:
        return asdict(self)


def warnings_about(rules: Rules) -> list[RulesWarning]:
    """Everything in a file without mistakes that its author should look at again."""
    return [
        *_better_hands_paid_less(rules),
        *_pays_that_cancel(rules),
        *_contests_with_itself(rules),
        *_before_its_cards(rules),
        *_never_without_cards(rules),
        *_unused_zones(rules),
    ]


def _unused_zones(rules: Rules) -> Iterator[RulesWarning]:
    """Zones that get no card, or whose cards no hand, total or decision has a use for."""
    dealt = cards_dealt(rules.stages)
    hands = [zone for hand in (*rules.hands, *rules.totals) for zone in rules.drawn_from(hand)]
    for zone in rules.zones:
        if not dealt[zone]:
            yield RulesWarning(f"zones.{zone}", "no stage deals a card to it, and nothing uses it")
        # Blackjack plays by the player's and the dealer's cards, without a hand of the file.
        elif zone not in hands and (rules.blackjack is None or rules.zones[zone] == "table"):
            yield RulesWarning(f"zones.{zone}", "its cards are dealt, but no hand draws on them")


def _better_hands_paid_less(rules: Rules) -> Iterator[RulesWarning]:
    book = Handbook(rules)
    for id_, table in rules.pays.items():
        if table.hand in rules.totals:
            continue
        tests = {row.id: book.test(table.hand, row.hand) for row in table.rows}
        for better in table.rows:
            above = _values(tests[better.id])
            worse = [
                row
                for row in table.rows
                if above is not None
                and (below := _values(tests[row.id])) is not None
                and below[1] < above[0]
                and _is_more(row.pays, better.pays)
            ]
            if worse:
                dearest = max(worse, key=lambda row: _amount(row.pays))
                yield RulesWarning(
                    f"pays.{id_}.rows.{better.id}.pays",
                    f"{better.hand} pays {better.pays}, less than the {dearest.pays} of "
                    f"{dearest.hand}, a lower hand",
                )


def _values(test: HandTest) -> tuple[int, int] | None:
    """The lowest and the highest hand of a row that depends only on the value."""
    if test.condition is not None or not any(test.spans):
        return None
    spans = [span for span in test.spans if span]
    return min(span.start for span in spans), max(span.stop for span in spans) - 1


def _is_more(one: Prize, other: Prize) -> bool:
    same = one.kind == other.kind and one.jackpot == other.jackpot
    return same and one.kind in ("odds", "dollars", "share") and _amount(one) > _amount(other)


def _amount(prize: Prize) -> Fraction:
    return prize.odds + prize.cents + prize.share


def _pays_that_cancel(rules: Rules) -> Iterator[RulesWarning]:
    """Cells of several pays that add up to nothing if no table pays."""
    for id_, cells in rules.settle.items():
        for case, cell in cells.all_cells.items():
            # What a hand gets if it is in no table of the cell.
            prizes = [prize for pay in cell if (prize := pay.pays or pay.else_) is not None]
            counted = [prize for prize in prizes if prize.kind in ("odds", "lose")]
            nets = [prize.odds if prize.kind == "odds" else Fraction(-1) for prize in counted]
            if len(counted) > 1 and sum(nets) == 0:
                told = " and ".join(map(str, counted))
                yield RulesWarning(
                    f"settle.{id_}.{case}",
                    f"{told} cancel each other: the wager pushes, which one push says too",
                )


def _contests_with_itself(rules: Rules) -> Iterator[RulesWarning]:
    for id_, contest in rules.contests.items():
        if contest.player == contest.dealer:
            says = f"{contest.player} is compared with itself: every round is a tie"
            yield RulesWarning(f"contests.{id_}", says)


def _before_its_cards(rules: Rules) -> Iterator[RulesWarning]:
    """Cases about a total before any of its cards can be dealt."""
    book = Handbook(rules)
    for key, cases, before in drawing_rules(rules):
        dealt = cards_dealt(before)
        for number, case in enumerate(cases, start=1):
            for hand, phrase in case.items():
                nothing = not any(dealt[zone] for zone in rules.totals[hand].from_)
                no_card = book.total(hand).value(())
                if nothing and not book.test(hand, phrase).matches(no_card, ()):
                    says = f"no card of {hand} is dealt by then: this never holds"
                    yield RulesWarning(f"{key}.{number}.{hand}", says)


def _never_without_cards(rules: Rules) -> Iterator[RulesWarning]:
    """Rows for no card of a total that always has some, because the first stage deals them."""
    certain = cards_dealt(stage for stage in rules.stages[:1] if not stage.draws_if)
    for id_, table in rules.pays.items():
        total = rules.totals.get(table.hand)
        if total is None or not any(certain[zone] for zone in total.from_):
            continue
        for row in table.rows:
            if row.hand == NO_CARD:
                yield RulesWarning(
                    f"pays.{id_}.rows.{row.id}", f"{table.hand} always has cards: this never pays"
                )
