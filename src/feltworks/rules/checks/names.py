"""Names: every name that is used names one thing, and nothing is defined by itself.

Wagers whose sizes depend on each other in a circle, and rankings made like each other in a circle,
have no size and no categories.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Collection, Iterable, Iterator, Mapping

from feltworks.errors import did_you_mean
from feltworks.hands import ranking_ids
from feltworks.rules.checks.places import all_cases, all_choices, all_pays, all_prizes, all_sizes
from feltworks.rules.mistakes import Mistake
from feltworks.rules.schema import Rules

Reference = tuple[str, str | None]
"""A key, and the name that it has there; None if the file leaves it out."""


def check_names(rules: Rules) -> Iterator[Mistake]:
    """References to nothing, and ids that are used twice."""
    pays = list(all_pays(rules))
    kinds: tuple[tuple[str, Collection[str], Iterable[Reference]], ...] = (
        ("wager", rules.wagers, _wagers(rules)),
        ("hand", rules.hands, _hands(rules)),
        ("hand", {**rules.hands, **rules.totals}, _hands_or_totals(rules)),
        ("total", rules.totals, _totals(rules)),
        ("contest", rules.contests, _contests(rules)),
        ("zone", rules.zones, _zones(rules)),
        ("pay table", rules.pays, ((k, id_) for k, _, pay in pays for id_ in pay.all_tables)),
        ("jackpot", rules.jackpots, ((key, prize.jackpot) for key, prize in all_prizes(rules))),
    )
    for kind, known, references in kinds:
        for key, name in references:
            if name is not None and name not in known:
                yield unknown(key, kind, name, known)
    yield from _doubles("totals", "hand", [*rules.hands, *rules.totals])
    yield from _doubles("stages", "stage", [stage.id for stage in rules.stages])
    for stage in rules.stages:
        yield from _doubles(f"stages.{stage.id}.decide", "choice", [c.id for c in stage.decide])
        yield from _doubles(f"stages.{stage.id}.if_out", "wager", stage.if_out, "each wager once")
    settled = [id_ for stage in rules.stages for id_ in stage.settles]
    yield from _doubles("stages", "settled wager", settled, "each wager settled once")
    for key, _, pay in pays:
        yield from _doubles(f"{key}.tables", "pay table", pay.tables, "each pay table once")
    for id_, table in rules.pays.items():
        yield from _doubles(f"pays.{id_}.rows", "row", [row.id for row in table.rows])


def unknown(key: str, kind: str, name: str, known: Collection[str]) -> Mistake:
    """The mistake of naming something that the file does not have."""
    allowed = ", ".join(known) or f"none: the file declares no {kind}"
    return Mistake(key, f"the {kind} {name!r}{did_you_mean(name, known)}", allowed)


def _doubles(
    key: str, kind: str, ids: Iterable[str], allowed: str | None = None
) -> Iterator[Mistake]:
    for id_, times in Counter(ids).items():
        if times > 1:
            found = f"the {kind} {id_!r} {times} times"
            yield Mistake(key, found, allowed or f"each {kind} under its own id")


def _wagers(rules: Rules) -> Iterator[Reference]:
    yield "game.unit", rules.game.unit
    for key, size in all_sizes(rules):
        if not key.startswith("ring."):
            yield key, size.of
    yield from (("offer.side_wagers", id_) for id_ in rules.offer.side_wagers)
    for stage in rules.stages:
        at = f"stages.{stage.id}"
        yield f"{at}.while_not_out", stage.while_not_out
        yield from ((f"{at}.if_out", id_) for id_ in stage.if_out)
        yield from ((f"{at}.settles", id_) for id_ in stage.settles)
    for name in ("bet", "take_back", "gives_up"):
        yield from _named_by_choices(rules, name)
    yield from ((f"settle.{id_}", id_) for id_ in rules.settle)
    yield from ((f"jackpots.{id_}.wager", jackpot.wager) for id_, jackpot in rules.jackpots.items())


def _named_by_choices(rules: Rules, name: str) -> Iterator[Reference]:
    return ((f"{at}.{name}", getattr(choice, name)) for at, _, _, choice in all_choices(rules))


def _hands(rules: Rules) -> Iterator[Reference]:
    for key, _, _, choice in all_choices(rules):
        if choice.requires is not None:
            yield f"{key}.requires.hand", choice.requires.hand
    for stage in rules.stages:
        if stage.asked_if is not None:
            yield f"stages.{stage.id}.asked_if.hand", stage.asked_if.hand
    if rules.ring is not None:
        yield "ring.hand", rules.ring.hand


def _hands_or_totals(rules: Rules) -> Iterator[Reference]:
    for id_, contest in rules.contests.items():
        yield f"contests.{id_}.player", contest.player
        yield f"contests.{id_}.dealer", contest.dealer
    yield from ((f"pays.{id_}.hand", table.hand) for id_, table in rules.pays.items())


def _totals(rules: Rules) -> Iterator[Reference]:
    yield from ((f"totals.{id_}.over", total.over) for id_, total in rules.totals.items())
    yield from ((key, hand) for key, hand, _ in all_cases(rules))


def _contests(rules: Rules) -> Iterator[Reference]:
    yield from _named_by_choices(rules, "plays")
    for id_, cells in rules.settle.items():
        yield f"settle.{id_}.contest", cells.contest
        yield from ((f"settle.{id_}.contests", contest) for contest in cells.contests)
    for stage in rules.stages:
        if stage.asked_if is not None:
            yield f"stages.{stage.id}.asked_if.contest", stage.asked_if.contest


def _zones(rules: Rules) -> Iterator[Reference]:
    for id_, hand in rules.hands.items():
        yield from ((f"hands.{id_}.from", zone) for zone in hand.from_)
        yield from ((f"hands.{id_}.at_least", zone) for zone in hand.at_least)
    for id_, total in rules.totals.items():
        yield from ((f"totals.{id_}.from", zone) for zone in total.from_)
    for stage in rules.stages:
        for place, deal in enumerate(stage.deal, start=1):
            yield f"stages.{stage.id}.deal.{place}.to", deal.to
            yield f"stages.{stage.id}.deal.{place}.turn", deal.turn
    for key, _, _, choice in all_choices(rules):
        if choice.discard is not None:
            yield f"{key}.discard.of", choice.discard.of


Links = Mapping[str, list[str]]


def check_circles(rules: Rules) -> Iterator[Mistake]:
    """Wagers sized by each other, rankings made like each other."""
    sizes = {
        id_: [size.of for size in (wager.size, wager.at_most) if size is not None and size.of]
        for id_, wager in rules.wagers.items()
    }
    for circle in circles(sizes):
        path = " -> ".join((*circle, circle[0]))
        allowed = "sizes that lead to a wager the player chooses"
        yield Mistake(f"wagers.{circle[0]}.size", f"wagers sized in a circle: {path}", allowed)
    for circle in circles(_likes(rules)):
        path = " -> ".join((*circle, circle[0]))
        allowed = f"a chain that ends at {', '.join(ranking_ids())}"
        yield Mistake(f"rankings.{circle[0]}.like", f"rankings in a circle: {path}", allowed)
    known = (*rules.rankings, *ranking_ids())
    for id_, own in rules.rankings.items():
        if own.like not in known:
            yield unknown(f"rankings.{id_}.like", "ranking", own.like, known)


def circular_rankings(rules: Rules) -> set[str]:
    """Rankings of the file that never lead to a shipped one."""
    return endless(_likes(rules))


def circles(leads_to: Links) -> list[tuple[str, ...]]:
    """Circles that together pass through every member of one, each starting at its first."""
    left = endless(leads_to)
    within = {one: [other for other in leads_to[one] if other in left] for one in leads_to}
    found: list[tuple[str, ...]] = []
    caught: set[str] = set()
    for start in leads_to:
        if start in left and start not in caught:
            circle = _way_back(within, start)
            found += [circle] if circle else []
            caught.update(circle)
    return found


def endless(leads_to: Links) -> set[str]:
    """Everything from which a path never ends: what is left after removing dead ends."""
    comes_from: dict[str, list[str]] = {}
    ways = dict.fromkeys(leads_to, 0)
    for one, others in leads_to.items():
        for other in others:
            if other in leads_to:
                comes_from.setdefault(other, []).append(one)
                ways[one] += 1
    dead_ends = [one for one, count in ways.items() if count == 0]
    for end in dead_ends:
        for one in comes_from.get(end, ()):
            ways[one] -= 1
            if ways[one] == 0:
                dead_ends.append(one)
    return set(leads_to) - set(dead_ends)


def _way_back(leads_to: Links, start: str) -> tuple[str, ...]:
    """The shortest circle through a member; empty if it only leads into one."""
    reached_from: dict[str, str] = {}
    waiting = deque([start])
    while waiting and start not in reached_from:
        here = waiting.popleft()
        for following in leads_to[here]:
            if following not in reached_from:
                reached_from[following] = here
                waiting.append(following)
    if start not in reached_from:
        return ()
    path = [reached_from[start]]
    while path[-1] != start:
        path.append(reached_from[path[-1]])
    return tuple(reversed(path))


def _likes(rules: Rules) -> dict[str, list[str]]:
    return {id_: [own.like] for id_, own in rules.rankings.items()}
