"""Totals and draws by rule: points that can be counted, and rules that look only at open cards. A
rule of drawing is about the cards of the table and the dealer, never a player's: a stage is drawn
for everybody or for nobody. A ranked hand has a fixed number of cards, so it cannot be drawn from
cards that a rule may leave in the shoe; a total counts what is there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from feltworks.cards import JOKER, RANKS
from feltworks.rules.checks.places import cards_dealt, drawing_rules
from feltworks.rules.handbook import why_too_large
from feltworks.rules.mistakes import Mistake
from feltworks.rules.schema import Rules
from feltworks.rules.schema.stages import Cases, Stage


def check_totals(rules: Rules) -> Iterator[Mistake]:
    """Every total, and every stage that is drawn or ended by one."""
    for id_ in rules.totals:
        yield from _total(rules, id_)
        yield from _never_turned(rules, id_)
    yield from _hands_left_short(rules)
    for key, cases, before in drawing_rules(rules):
        yield from _asked_in_the_open(rules, key, cases, before)
        if not all(cases):
            yield Mistake(key, "an empty case", "a total and what it must be")
    for stage in rules.stages:
        at = f"stages.{stage.id}"
        if not stage.draws_if:
            continue
        if stage.decide:
            yield Mistake(f"{at}.decide", "choices", "none where a rule draws: a stage of its own")
        served = [step for step in stage.deal if step.to is not None or step.burn is not None]
        players = [step.to for step in served if rules.zones.get(step.to or "") == "player"]
        if players or not served or len(served) < len(stage.deal):
            allowed = "cards to the table or the dealer where a rule draws"
            yield Mistake(f"{at}.deal", "none, turned cards or cards to players", allowed)


def _asked_in_the_open(
    rules: Rules, at: str, cases: Cases, before: Sequence[Stage]
) -> Iterator[Mistake]:
    """A rule is applied in public, so it may look only at what everybody sees by then."""
    dealt, shown = cards_dealt(before), cards_dealt(before, face_up=True)
    for hand in dict.fromkeys(hand for case in cases for hand in case if hand in rules.totals):
        for zone in rules.totals[hand].from_:
            if rules.zones.get(zone) == "player" or shown[zone] < dealt[zone]:
                found = f"{hand!r}, which counts cards of a player or face down in {zone}"
                yield Mistake(at, found, "totals of open cards of the table or the dealer")


def _never_turned(rules: Rules, id_: str) -> Iterator[Mistake]:
    """The dealer turns his own cards over in the end, but the table's only if a step says so."""
    dealt, shown = cards_dealt(rules.stages), cards_dealt(rules.stages, face_up=True)
    for zone in rules.totals[id_].from_:
        if rules.zones.get(zone) == "table" and shown[zone] < dealt[zone]:
            found = f"{dealt[zone] - shown[zone]} of the table's cards that nobody ever turns over"
            allowed = f'cards dealt face up, or a step such as "turn 1 of {zone}"'
            yield Mistake(f"totals.{id_}.from.{zone}", found, allowed)


def is_sound(rules: Rules, id_: str) -> bool:
    """Whether a total, and the one it is compared with, can be counted."""
    over = rules.totals[id_].over
    if over is not None and (over not in rules.totals or not _is_countable(rules, over)):
        return False
    return _is_countable(rules, id_)


def _is_countable(rules: Rules, id_: str) -> bool:
    return not any(_total(rules, id_)) and why_too_large(rules, id_) is None


def _total(rules: Rules, id_: str) -> Iterator[Mistake]:
    """One total: its cards are dealt, its ranks exist, and so does the one it is compared with."""
    total, at = rules.totals[id_], f"totals.{id_}"
    if not total.from_:
        yield Mistake(f"{at}.from", "no cards", "at least one card")
    yield from drawn_but_not_dealt(rules, at, total.from_)
    for rank in total.values:
        if rank not in (*RANKS, JOKER.rank):
            allowed = " ".join((*RANKS, JOKER.rank))
            yield Mistake(f"{at}.values", f"the rank {rank!r}", allowed)
    if total.over == id_:
        yield Mistake(f"{at}.over", "the total itself", "another total")


def drawn_but_not_dealt(rules: Rules, at: str, drawn: Mapping[str, int]) -> Iterator[Mistake]:
    """A hand or a total of more cards than its zones ever get."""
    dealt = cards_dealt(rules.stages)
    for zone, count in drawn.items():
        if zone in rules.zones and not 1 <= count <= dealt[zone]:
            many = f"1 to {dealt[zone]}, as many as are dealt there"
            allowed = many if dealt[zone] else "a zone dealt to"
            yield Mistake(f"{at}.from.{zone}", str(count), allowed)


def _hands_left_short(rules: Rules) -> Iterator[Mistake]:
    """Ranked hands that use cards which may not be dealt."""
    certain: Counter[str] = Counter()
    ended = False
    for stage in rules.stages:
        if not stage.draws_if and not ended:
            certain += cards_dealt([stage])
        ended = ended or bool(stage.ends_if)
    dealt = cards_dealt(rules.stages)
    for id_, hand in rules.hands.items():
        for zone, count in hand.from_.items():
            if certain[zone] < count <= dealt[zone]:
                found = f"{count}, of which {count - certain[zone]} may not be drawn by the rules"
                allowed = f"{certain[zone]} that are always dealt there, or a total"
                yield Mistake(f"hands.{id_}.from.{zone}", found, allowed)
