"""Things that are defined by each other in a circle, and so not at all."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from feltworks.hands import ranking_ids
from feltworks.rules.checks.names import unknown
from feltworks.rules.mistakes import Mistake
from feltworks.rules.schema import Rules


def check_circles(rules: Rules) -> Iterator[Mistake]:
    """Wagers sized by each other, rankings made like each other."""
    sizes = {id_: _sized_by(rules, id_) for id_ in rules.wagers}
    for circle in circles(sizes):
        path = " -> ".join((*circle, circle[0]))
        allowed = "sizes that lead to a wager the player chooses"
        yield Mistake(f"wagers.{circle[0]}.size", f"wagers sized in a circle: {path}", allowed)
    likes = {id_: [own.like] for id_, own in rules.rankings.items()}
    for circle in circles(likes):
        path = " -> ".join((*circle, circle[0]))
        allowed = f"a chain that ends at {', '.join(ranking_ids())}"
        yield Mistake(f"rankings.{circle[0]}.like", f"rankings in a circle: {path}", allowed)
    known = (*rules.rankings, *ranking_ids())
    for id_, own in rules.rankings.items():
        if own.like not in known:
            yield unknown(f"rankings.{id_}.like", "ranking", own.like, known)


def circular_rankings(rules: Rules) -> set[str]:
    """Rankings of the file that never come to a shipped one."""
    likes = {id_: [own.like] for id_, own in rules.rankings.items()}
    caught = {id_ for circle in circles(likes) for id_ in circle}
    while more := {id_ for id_, own in rules.rankings.items() if own.like in caught} - caught:
        caught |= more
    return caught


def circles(leads_to: Mapping[str, list[str]]) -> list[tuple[str, ...]]:
    """Each circle once, starting at its first member in the order given."""
    found: list[tuple[str, ...]] = []
    for start in leads_to:
        if any(start in circle for circle in found):
            continue
        circle = _way_back(leads_to, (start,))
        if circle is not None:
            found.append(circle)
    return found


def _way_back(leads_to: Mapping[str, list[str]], path: tuple[str, ...]) -> tuple[str, ...] | None:
    for following in leads_to.get(path[-1], []):
        if following == path[0]:
            return path
        if following not in path:
            circle = _way_back(leads_to, (*path, following))
            if circle is not None:
                return circle
    return None


def _sized_by(rules: Rules, wager: str) -> list[str]:
    sizes = (rules.wagers[wager].size, rules.wagers[wager].at_most)
    return [size.of for size in sizes if size is not None and size.of is not None]
