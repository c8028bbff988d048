"""Wagers and decisions: kinds that fit their use, and sizes that are known when the wager is made.

A choice may bet only what is allowed, with a size that depends on wagers that are out, on cards
that were seen.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from feltworks.rules.amounts import Size
from feltworks.rules.checks.places import all_choices, cards_dealt
from feltworks.rules.mistakes import Mistake
from feltworks.rules.schema import Rules
from feltworks.rules.schema.stages import Choice


def check_wagers(rules: Rules) -> Iterator[Mistake]:
    """Checks the unit, what is offered, and what a wager's size depends on."""
    unit = rules.game.unit
    required = rules.wagers_of("required")
    opens = required or [id_ for id_, wager in rules.wagers.items() if wager.alone]
    if unit in rules.wagers and unit not in opens:
        allowed = ", ".join(opens) or "a required wager"
        yield Mistake("game.unit", f"{unit!r}, a {rules.wagers[unit].kind} wager", allowed)
    yield from _offer(rules)
    for id_ in rules.wagers:
        yield from _wager(rules, id_)
    bet = {choice.bet for _, _, _, choice in all_choices(rules)}
    for id_ in rules.wagers_of("decision"):
        if id_ not in bet:
            allowed = "a wager that some choice bets, or another kind"
            yield Mistake(
                f"wagers.{id_}.kind", "'decision' for a wager that no choice bets", allowed
            )


def _offer(rules: Rules) -> Iterator[Mistake]:
    offered = rules.offer.side_wagers
    for id_ in offered:
        if id_ in rules.wagers and rules.wagers[id_].kind != "side":
            allowed = ", ".join(rules.wagers_of("side")) or "side wagers, and there are none"
            found = f"{id_!r}, a {rules.wagers[id_].kind} wager"
            yield Mistake("offer.side_wagers", found, allowed)
    if len(set(offered)) < len(offered):
        yield Mistake("offer.side_wagers", "a wager twice", "each side wager once")
    if rules.offer.at_most is not None and len(offered) > rules.offer.at_most:
        found = f"{len(offered)} side wagers: {', '.join(offered)}"
        yield Mistake("offer.side_wagers", found, f"at most {rules.offer.at_most} at once")


def _wager(rules: Rules, id_: str) -> Iterator[Mistake]:
    wager, at = rules.wagers[id_], f"wagers.{id_}"
    if wager.alone and wager.kind != "side":
        yield Mistake(f"{at}.alone", f"true for a {wager.kind} wager", "side wagers only")
    if wager.size is not None and wager.kind == "decision":
        allowed = "none here: the choice that bets it says the size"
        yield Mistake(f"{at}.size", f"{str(wager.size)!r}", allowed)
    for name, least in (("minimum", wager.minimum), ("minimum_alone", wager.minimum_alone)):
        for limit in ("size", "at_most"):
            most: Size | None = getattr(wager, limit)
            if least is not None and most is not None and least.cents > (most.cents or least.cents):
                yield Mistake(f"{at}.{name}", str(least), f"no more than {limit} = {most}")
    if wager.at_most is not None and len(wager.at_most.multiples) > 1:
        yield Mistake(f"{at}.at_most", f"{str(wager.at_most)!r}", 'one multiple: "1 x WAGER"')
    for name, size in (("size", wager.size), ("at_most", wager.at_most)):
        of = size.of if size is not None else None
        if of in rules.wagers and of != id_ and rules.wagers[of].kind != "required":
            allowed = ", ".join(rules.wagers_of("required")) or "a required wager"
            found = f"a size by {of!r}, a {rules.wagers[of].kind} wager that may not be there"
            yield Mistake(f"{at}.{name}", found, allowed)


def check_decisions(rules: Rules) -> Iterator[Mistake]:
    """Checks every choice against what has happened before it."""
    for key, place, _, choice in all_choices(rules):
        if choice.bet in rules.wagers and rules.wagers[choice.bet].kind != "decision":
            found = f"{choice.bet!r}, a {rules.wagers[choice.bet].kind} wager"
            allowed = ", ".join(rules.wagers_of("decision")) or "a wager of the kind decision"
            yield Mistake(f"{key}.bet", found, allowed)
        yield from _not_out_yet(rules, key, place, choice)
        yield from _bet_again(rules, key, place, choice)
        if choice.requires is not None and choice.requires.hand in rules.hands:
            yield from _hand_seen(rules, f"{key}.requires.hand", place, choice.requires.hand)
        if choice.plays is None and choice.bet and not _enters_elsewhere(rules, place, choice):
            allowed = f"the contest it enters: {', '.join(rules.contests)}"
            yield Mistake(f"{key}.plays", "no contest although others name one", allowed)
    for place in range(len(rules.stages)):
        yield from _asked_on_what_is_seen(rules, place)
    yield from _offered(rules)


def _asked_on_what_is_seen(rules: Rules, place: int) -> Iterator[Mistake]:
    """A condition for deciding is about cards that the player knows by then.

    Who decides shows the table how a contest stands, so its cards must lie open to all.
    """
    stage = rules.stages[place]
    key, asked = f"stages.{stage.id}.asked_if", stage.asked_if
    if asked is None:
        return
    if not stage.decide:
        yield Mistake(key, "a condition of a stage that asks nothing", "it on a stage with decide")
    hands = [asked.hand] if asked.hand is not None else []
    if asked.contest in rules.contests:
        contest = rules.contests[asked.contest]
        hands = [contest.player, contest.dealer]
    for hand in hands:
        if hand in rules.hands:
            yield from _hand_seen(rules, key, place, hand, by_all=asked.contest is not None)


def _offered(rules: Rules) -> Iterator[Mistake]:
    """A decision is offered to somebody, and leaves everybody a choice."""
    for stage in rules.stages:
        key = f"stages.{stage.id}"
        if stage.decide and all(choice.requires is not None for choice in stage.decide):
            found = "choices that all require a hand"
            yield Mistake(f"{key}.decide", found, "a choice that is open to every player")
        if stage.while_not_out in rules.wagers_of("required"):
            found = f"{stage.while_not_out!r}, a required wager that is always out"
            allowed = ", ".join(rules.wagers_of("decision")) or "a wager of the kind decision"
            yield Mistake(f"{key}.while_not_out", found, allowed)


def _not_out_yet(rules: Rules, key: str, place: int, choice: Choice) -> Iterator[Mistake]:
    """A choice measured by a wager, or that takes one down, although it cannot be out by then."""
    bet = {other.bet for _, at, _, other in all_choices(rules) if at < place and other.bet}
    out = {*rules.wagers_of("required"), *bet}
    of, back, given = choice.size and choice.size.of, choice.take_back, choice.gives_up
    for name, wager, told in (
        ("size", of, f"a size by {of!r}"),
        ("take_back", back, f"{back!r}"),
        ("gives_up", given, f"{given!r}"),
    ):
        if wager in rules.wagers and wager not in out:
            allowed = f"a wager that is out by then: {', '.join(sorted(out)) or 'there is none'}"
            yield Mistake(f"{key}.{name}", told, allowed)
    cells = rules.settle.get(given or "")
    if cells is not None and any(pay.all_tables for pay in cells.cell("folded") or ()):
        found = f"{given!r}, whose folded cell asks a pay table"
        yield Mistake(f"{key}.gives_up", found, "a wager that is settled without one when folded")


def _bet_again(rules: Rules, key: str, place: int, choice: Choice) -> Iterator[Mistake]:
    if choice.bet is None or rules.stages[place].while_not_out == choice.bet:
        return
    for _, at, earlier, other in all_choices(rules):
        if at < place and other.bet == choice.bet and not other.ends:
            found = f"{choice.bet!r}, which may be out since the stage {earlier.id}"
            allowed = f'another wager, or while_not_out = "{choice.bet}" on this stage'
            yield Mistake(f"{key}.bet", found, allowed)
            return


def _hand_seen(
    rules: Rules, key: str, place: int, hand: str, *, by_all: bool = False
) -> Iterator[Mistake]:
    """A hand that a choice requires, or a decision is asked on, must be visible to the player."""
    seen = _seen_by_player(rules, place)
    open_cards = cards_dealt(rules.stages[: place + 1], face_up=True)
    for zone, count in rules.hands[hand].from_.items():
        found = f"{hand!r}, which draws on {count} cards of {zone}"
        if zone in rules.zones and count > seen[zone]:
            allowed = f"a hand of what the player has seen: {seen[zone]} cards of {zone}"
            yield Mistake(key, found, allowed)
        elif zone in rules.zones and by_all and count > open_cards[zone]:
            allowed = f"a hand of cards that lie open to all: {open_cards[zone]} cards of {zone}"
            yield Mistake(key, found, allowed)


def _seen_by_player(rules: Rules, place: int) -> Counter[str]:
    """How many cards of each zone a player knows when the stage at that place asks for a
    decision."""
    seen: Counter[str] = Counter()
    for stage in rules.stages[: place + 1]:
        for step in stage.deal:
            own = rules.zones.get(step.to or "") == "player"
            if step.to is not None and (step.face == "up" or (own and step.face == "down")):
                seen[step.to] += step.cards or 0
            # A player has seen his own face-down cards before they are turned.
            if step.turn is not None and rules.zones.get(step.turn) != "player":
                seen[step.turn] += step.cards or 0
    return seen


def _enters_elsewhere(rules: Rules, place: int, choice: Choice) -> bool:
    """Whether there is only one contest, or another stage in which a contest must be picked."""
    played = any(other.plays for _, _, _, other in all_choices(rules))
    if len(rules.contests) < 2 or not played:
        return True
    return any(
        stage.decide and all(other.plays or other.folds for other in stage.decide)
        for at, stage in enumerate(rules.stages)
        if at < place or (at > place and not choice.ends)
    )
