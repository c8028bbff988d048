"""A ranking is data: how many cards make a hand and which hand beats which.

It knows no deck. The same ranking over another deck compiles to other tables, because the deck
supplies the rank order, the suits, the jokers and the number of copies.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from functools import cache
from importlib.resources import files
from typing import Any, cast

from feltworks.cards import JOKER, RANKS
from feltworks.errors import did_you_mean
from feltworks.hands.errors import HandError
from feltworks.hands.shapes import LONGEST, SHAPES, lengths, shape_of

MOST_CARDS = 7


@dataclass(frozen=True, slots=True)
class Ranking:
    """One order of hands. `wild` holds the ranks that stand for any card ("Jo" is the joker).

    With `bug` they only complete straights and flushes, and otherwise are cards of the top rank.
    With `longest` a hand is its longest flush or straight flush, and the other cards do not count.
    """

    id: str
    title: str
    cards: int
    categories: tuple[str, ...]
    ace_low: bool = True
    flush_repeats: bool = False
    wild: tuple[str, ...] = ()
    bug: bool = False
    longest: str = ""
    labels: tuple[tuple[str, str], ...] = ()
    unsaid: tuple[str, ...] = ()
    """Categories whose label is read, but which this game calls by their own names."""

    @classmethod
    def from_data(cls, id: str, data: Mapping[str, Any]) -> Ranking:
        """Read a ranking as a file gives it; every mistake is a HandError."""
        known = [field.name for field in fields(cls) if field.name not in ("id", "unsaid")]
        for key in data:
            if key not in known:
                raise HandError(
                    f"ranking {id}: unknown key {key!r}{did_you_mean(str(key), known)}: "
                    f"allowed are {', '.join(known)}"
                )
        longest = _longest(id, data)
        for key in ("cards", *(() if longest else ("categories",))):
            if key not in data:
                raise HandError(f'ranking {id}: "{key}" is missing')
        cards = data["cards"]
        if type(cards) is not int or not 1 <= cards <= MOST_CARDS:
            raise HandError(f'ranking {id}: "cards" is {cards!r}; it must be 1 to {MOST_CARDS}')
        categories = (
            lengths(longest, cards) if longest else _categories(id, cards, data["categories"])
        )
        return cls(
            id=id,
            title=_text(id, "title", data.get("title", id)),
            cards=cards,
            categories=categories,
            ace_low=_flag(id, "ace_low", data.get("ace_low", True)),
            flush_repeats=_flag(id, "flush_repeats", data.get("flush_repeats", False)),
            wild=_wild(id, data.get("wild", False)),
            bug=_flag(id, "bug", data.get("bug", False)),
            longest=longest,
            labels=_labels(id, categories, data.get("labels", {})),
        )

    @property
    def minds_suits(self) -> bool:
        """Whether a category requires cards of one suit."""
        return any(shape_of(category).suited for category in self.categories)

    def label(self, category: str) -> str:
        """This ranking's name for a category."""
        return category if category in self.unsaid else dict(self.labels).get(category, category)


def ranking(id: str, **overrides: Any) -> Ranking:  # noqa: ANN401
    """A shipped ranking, with keys of its data replaced: `ranking("five-card", ace_low=False)`."""
    return ranking_like(id, id, overrides)


def ranking_like(shipped_id: str, id: str, changes: Mapping[str, Any]) -> Ranking:
    """A ranking of another name, made from a shipped one by replacing keys of its data."""
    shipped = _shipped()
    if shipped_id not in shipped:
        raise HandError(
            f"there is no ranking {shipped_id!r}{did_you_mean(shipped_id, shipped)}: "
            f"there are {', '.join(shipped)}"
        )
    return Ranking.from_data(id, {**shipped[shipped_id], **changes})


def ranking_ids() -> tuple[str, ...]:
    """The ids of the shipped rankings."""
    return tuple(_shipped())


@cache
def _shipped() -> dict[str, dict[str, Any]]:
    text = files("feltworks.hands").joinpath("rankings.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


def _longest(id: str, data: Mapping[str, Any]) -> str:
    """What the hand is the longest of, or None; then no other key may define categories."""
    found = data.get("longest", "")
    if found == "":
        return ""
    if found not in LONGEST:
        raise HandError(f'ranking {id}: "longest" is {found!r}; it must be {", ".join(LONGEST)}')
    for key in ("categories", "wild", "bug", "flush_repeats"):
        if data.get(key):
            raise HandError(f'ranking {id}: "{key}" beside "longest", which says all of that')
    return str(found)


def _is_list(found: object) -> bool:
    return isinstance(found, list | tuple)


def _categories(id: str, cards: int, found: object) -> tuple[str, ...]:
    if not _is_list(found):
        raise HandError(f'ranking {id}: "categories" must be a list, best first')
    names = tuple(cast("Sequence[object]", found))
    for name in names:
        if not isinstance(name, str) or name not in SHAPES:
            raise HandError(
                f"ranking {id}: unknown category {name!r}{did_you_mean(str(name), SHAPES)}: "
                f"there are {', '.join(SHAPES)}"
            )
        if names.count(name) > 1:
            raise HandError(f'ranking {id}: the category "{name}" is listed twice')
        if SHAPES[name].least_cards > cards:
            raise HandError(f'ranking {id}: {cards} card(s) cannot make the category "{name}"')
    if not names or names[-1] != "high card":
        raise HandError(f'ranking {id}: the last category must be "high card"')
    return cast("tuple[str, ...]", names)


def _flag(id: str, key: str, found: object) -> bool:
    if not isinstance(found, bool):
        raise HandError(f'ranking {id}: "{key}" is {found!r}; it must be true or false')
    return found


def _text(id: str, key: str, found: object) -> str:
    if not isinstance(found, str) or not found.strip():
        raise HandError(f'ranking {id}: "{key}" is {found!r}; it must be text')
    return found


def _wild(id: str, found: object) -> tuple[str, ...]:
    if isinstance(found, bool):
        return (JOKER.rank,) if found else ()
    allowed = (*RANKS, JOKER.rank)
    if not _is_list(found):
        raise HandError(f'ranking {id}: "wild" must be true, false or a list of ranks')
    wild = tuple(cast("Sequence[object]", found))
    for rank in wild:
        if rank not in allowed:
            raise HandError(f'ranking {id}: "wild" names {rank!r}; ranks are {", ".join(allowed)}')
    return tuple(rank for rank in allowed if rank in wild)


def _labels(id: str, categories: Sequence[str], found: object) -> tuple[tuple[str, str], ...]:
    if not isinstance(found, dict):
        raise HandError(f'ranking {id}: "labels" must be a table from category to name')
    names = set(SHAPES)
    for category, label in found.items():
        if category not in categories:
            raise HandError(
                f'ranking {id}: "labels" names {category!r}, which is none of its categories '
                f"{', '.join(categories)}"
            )
        label = " ".join(_text(id, f"labels.{category}", label).lower().replace("-", " ").split())
        if label in names and label != category:
            raise HandError(f'ranking {id}: the label "{label}" already names another hand')
        names.add(label)
    return tuple(sorted(found.items()))
