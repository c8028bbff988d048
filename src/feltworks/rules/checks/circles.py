"""Things that are defined by each other in a circle, and so not at all."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping

from feltworks.hands import ranking_ids
from feltworks.rules.checks.names import unknown
from feltworks.rules.mistakes import Mistake
from feltworks.rules.schema import Rules

Links = Mapping[str, list[str]]


def check_circles(rules: Rules) -> Iterator[Mistake]:
    """Wagers sized by each other, rankings made like each other."""
    sizes = {id_: _sized_by(rules, id_) for id_ in rules.wagers}
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
    """Rankings of the file that never come to a shipped one."""
    return endless(_likes(rules))


def circles(leads_to: Links) -> list[tuple[str, ...]]:
    """Circles that between them pass through every member of one, each starting at its first."""
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
    """Everything from which a way leads round and round: what is left when dead ends are cut."""
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
    """The shortest circle through a member, empty when it only leads into one."""
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


def _sized_by(rules: Rules, wager: str) -> list[str]:
    sizes = (rules.wagers[wager].size, rules.wagers[wager].at_most)
    return [size.of for size in sizes if size is not None and size.of is not None]
