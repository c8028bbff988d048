"""Wagers: kinds that fit their use, and sizes that can be known when the wager is made."""

from __future__ import annotations

from collections.abc import Iterator

from feltworks.rules.amounts import Size
from feltworks.rules.checks.places import all_choices
from feltworks.rules.mistakes import Mistake
from feltworks.rules.schema import Rules


def check_wagers(rules: Rules) -> Iterator[Mistake]:
    """The unit, what is offered, and what a wager's size hangs on."""
    unit = rules.game.unit
    if unit in rules.wagers and rules.wagers[unit].kind != "required":
        allowed = ", ".join(rules.wagers_of("required")) or "a required wager"
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
