"""The short forms of a rules file, spelled out before anything else looks at the file.

A file may leave out what another part of it already says, and write simple things as words:
`[wagers] ante = "required"`, `[hands.dealer] like = "player"`, `[settle."ante, flop"]`. Schema,
checks and identity only see the long form, so a file in the short form has the identity of the same
file in the long one. A file in the long form is left as it is.

Mistakes are found in the long form; `SpelledOut.as_written` gives them the key that the author
wrote. Words that cannot be read stay in the document, where the schema refuses them.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from copy import deepcopy
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from typing import Any

from feltworks.errors import did_you_mean
from feltworks.rules.catalogue import name_from_id
from feltworks.rules.keypath import in_full
from feltworks.rules.mistakes import Mistake, origin_of, quote
from feltworks.rules.optionforms import spell_options
from feltworks.rules.schema.part import MOST, PROSE
from feltworks.rules.schema.settle import AS_ALWAYS, COMPARE

PLAYED_CASES = ("not_qualified", "win", "tie", "lose")
NOT_LIKE = frozenset({*PROSE, "set_by_player"})
"""Keys that a hand `like` another does not inherit: the dealer always lays his best cards."""


@dataclass(slots=True)
class SpelledOut:
    """A document in the long form, and as it was written.

    `origins` has the written key for keys that the author did not write; `set_by` has them for the
    keys that an option sets, by the option with its value. `unclear` are options for which no
    default can be found, because several values say what the file says, or because a number is set
    in place of a table: another mistake may be why.
    """

    document: dict[str, Any]
    written: Mapping[str, Any] = field(default_factory=dict)
    origins: dict[str, str] = field(default_factory=dict)
    set_by: dict[str, dict[str, str]] = field(default_factory=dict)
    mistakes: list[Mistake] = field(default_factory=list)
    unclear: list[Mistake] = field(default_factory=list)

    def as_written(self, mistakes: Iterable[Mistake]) -> list[Mistake]:
        """The mistakes under the keys that the author wrote.

        What a block is `like` may be wrong itself: then it is reported there alone.
        """
        written = [replace(mistake, key=self._written_key(mistake)) for mistake in mistakes]
        told = {(each.found, each.allowed) for each in written if not _is_like(each)}
        return [
            each for each in written if not (_is_like(each) and (each.found, each.allowed) in told)
        ]

    def _written_key(self, mistake: Mistake) -> str:
        set_by = self.set_by.get(mistake.given or "", {})
        return origin_of(self.origins, origin_of(set_by, mistake.key))

    def section(self, name: str) -> dict[str, Any]:
        """A section by its name; empty if there is none, or one that the schema refuses."""
        found = self.document.get(name)
        return found if isinstance(found, dict) and len(found) <= MOST else {}

    def written_blocks(self, section: str) -> dict[str, Any]:
        """The blocks of a section as they were written, each under its own id."""
        found = self.written.get(section)
        blocks = found.items() if isinstance(found, dict) else ()
        return {id_: block for key, block in blocks for id_ in _ids(key)}

    def with_block(self, section: str, id_: str, block: object) -> SpelledOut:
        """The document with that block in the section, spelled out as if it stood in the file.

        The other blocks of the section are empty, except for the one that it is `like`.
        """
        blocks: dict[str, Any] = {}
        if isinstance(block, dict) and "like" in block:
            for other, found in self.written_blocks(section).items():
                is_like = isinstance(found, dict) and "like" in found
                empty = {"like": found["like"]} if is_like else {}
                blocks[other] = deepcopy(found) if other == block["like"] else empty
        blocks[id_] = deepcopy(block)
        sections = self.document.items()
        copy = {name: dict(found) if isinstance(found, dict) else found for name, found in sections}
        whole = SpelledOut({**copy, section: blocks})
        _SPELL[section](whole)
        return whole

    def refuse(self, key: str, found: str, allowed: str) -> None:
        self.mistakes.append(Mistake(key, found, allowed))


def _is_like(mistake: Mistake) -> bool:
    return mistake.key.endswith(".like")


def spell_out(document: Mapping[str, Any]) -> SpelledOut:
    """A document in the long form; the given one is not changed."""
    spelled = SpelledOut(deepcopy(dict(document)), document)
    for spell in _SPELL.values():
        spell(spelled)
    spell_options(spelled)
    return spelled


def _wagers(spelled: SpelledOut) -> None:
    """A wager in one word is its kind; its name comes from its id; side wagers are offered.

    Edges are quoted on a required wager if it is the only one. The side wagers are offered in
    alphabetical order, because the tables of a TOML file have no meaningful order.
    """
    wagers = spelled.section("wagers")
    for id_, wager in wagers.items():
        if isinstance(wager, str):
            wagers[id_] = {"kind": wager}
            spelled.origins[f"wagers.{id_}.kind"] = f"wagers.{id_}"
        if isinstance(wagers[id_], dict) and id_ and "name" not in wagers[id_]:
            wagers[id_]["name"] = name_from_id(id_)
            spelled.origins[f"wagers.{id_}.name"] = f"wagers.{id_}"
    _inherit(spelled, "wagers", wagers)
    offer = spelled.document.get("offer", {})
    if isinstance(offer, dict) and (side := _wagers_of(spelled, "side")):
        spelled.document["offer"] = {"side_wagers": sorted(side), **offer}
    if len(required := _wagers_of(spelled, "required")) == 1:
        spelled.section("game").setdefault("unit", required[0])


def _wagers_of(spelled: SpelledOut, kind: str) -> list[str]:
    wagers = spelled.section("wagers").items()
    return [id_ for id_, wager in wagers if isinstance(wager, dict) and wager.get("kind") == kind]


def _hands(spelled: SpelledOut) -> None:
    """A hand `like` another has its keys, with the dealer's cards."""
    for at, hand, key, value in _like(spelled, "hands", spelled.section("hands")):
        if key not in ("from", "at_least") or not isinstance(value, dict):
            hand[key] = value
        elif (drawn := _of_the_dealer(spelled, value, f"{at}.like")) is not None:
            hand[key] = drawn
            spelled.origins[f"{at}.{key}"] = f"{at}.like"


def _like(
    spelled: SpelledOut, section: str, blocks: Mapping[str, Any]
) -> Iterator[tuple[str, dict[str, Any], str, Any]]:
    """Each key that a block inherits from the one it is `like`: place, block, key, value."""
    tables = {id_: block for id_, block in blocks.items() if isinstance(block, dict)}
    others = [id_ for id_, block in tables.items() if "like" not in block]
    for id_, block in tables.items():
        if id_ in others:
            continue
        at = f"{section}.{id_}"
        if (like := block.pop("like")) not in others:
            allowed = f"another of {section}: {', '.join(others) or 'there is none'}"
            spelled.refuse(f"{at}.like", f"{quote(like)}{_why(like, id_, tables, others)}", allowed)
            meant = get_close_matches(like, others, n=1) if isinstance(like, str) else []
            if not meant:
                continue
            # With the keys of the block that was meant, the rest of the file can be checked.
            like = meant[0]
        for key, value in blocks[like].items():
            if key not in NOT_LIKE and key not in block:
                written = origin_of(spelled.origins, f"{section}.{like}.{key}")
                spelled.origins[f"{at}.{key}"] = written
                yield at, block, key, deepcopy(value)


def _why(like: object, id_: str, tables: Collection[str], others: Collection[str]) -> str:
    """What is wrong with a block that another cannot be `like`, as far as that can be told."""
    if not isinstance(like, str) or like == id_:
        return ""
    return ", which is `like` another itself" if like in tables else did_you_mean(like, others)


def _inherit(spelled: SpelledOut, section: str, blocks: Mapping[str, Any]) -> None:
    """Gives each block that is `like` another its keys."""
    for _, block, key, value in _like(spelled, section, blocks):
        block[key] = value


def _totals(spelled: SpelledOut) -> None:
    _inherit(spelled, "totals", spelled.section("totals"))


def _of_the_dealer(
    spelled: SpelledOut, counts: Mapping[str, object], at: str
) -> dict[str, object] | None:
    """Counts by zone, with the dealer's zone in place of the player's."""
    zones = spelled.section("zones")
    own = [zone for zone in counts if zones.get(zone) == "player"]
    dealers = [zone for zone, owner in zones.items() if owner == "dealer"]
    if own and ((len(own), len(dealers)) != (1, 1) or dealers[0] in counts):
        found = (
            f"a hand of {', '.join(counts)}, where the dealer has {', '.join(dealers) or 'none'}"
        )
        mistake = Mistake(at, found, "one zone of each to be exchanged; or a `from` of its own")
        spelled.mistakes += [] if mistake in spelled.mistakes else [mistake]
        return None
    return {dealers[0] if zone in own else zone: count for zone, count in counts.items()}


def _contests(spelled: SpelledOut) -> None:
    """A contest is between the hands `player` and `dealer` unless it names others."""
    for contest in spelled.section("contests").values():
        for side in ("player", "dealer"):
            if isinstance(contest, dict) and side in _hand_names(spelled):
                contest.setdefault(side, side)


def _hand_names(spelled: SpelledOut) -> set[str]:
    return {*spelled.section("hands"), *spelled.section("totals")}


def _stages(spelled: SpelledOut) -> None:
    """Steps of dealing and choices that are words."""
    stages = spelled.document.get("stages")
    for stage in stages if isinstance(stages, list) else ():
        if isinstance(stage, dict):
            stage.update({key: in_full(key, found) for key, found in stage.items()})


def _pays(spelled: SpelledOut) -> None:
    """Rows that are words; a pay table looks at the hand `player` unless it names another."""
    pays = spelled.section("pays")
    for id_, table in pays.items():
        if isinstance(table, list):
            pays[id_] = {"rows": table}
            spelled.origins[f"pays.{id_}.rows"] = f"pays.{id_}"
    for at, table, key, value in _like(spelled, "pays", pays):
        table[key] = value
        # Rows may fit the other table's hand and not this one's: the mistake is at `like`.
        spelled.origins[f"{at}.{key}"] = f"{at}.like"
    for id_ in pays:
        if isinstance(pays[id_], dict):
            pays[id_].update({key: in_full(key, found) for key, found in pays[id_].items()})
            if "player" in _hand_names(spelled):
                pays[id_].setdefault("hand", "player")


def _settle(spelled: SpelledOut) -> None:
    """One block for several wagers, a bonus on top, side wagers paid by a table of their name."""
    settle = spelled.document.get("settle", {})
    if not isinstance(settle, dict) or len(settle) > MOST:
        return
    blocks: dict[str, Any] = {}
    for key, cells in settle.items():
        ids = _ids(key)
        for id_ in ids:
            if id_ in blocks:
                spelled.refuse(f'settle."{key}"', f"the wager {id_!r} again", "each wager once")
                continue
            blocks[id_] = deepcopy(cells)
            if len(ids) > 1:
                spelled.origins[f"settle.{id_}"] = f'settle."{key}"'
    _inherit(spelled, "settle", blocks)
    refused = {mistake.key for mistake in spelled.mistakes}
    for id_, cells in blocks.items():
        if isinstance(cells, dict) and "bonus" in cells and f"settle.{id_}.like" not in refused:
            _add_bonus(spelled, f"settle.{id_}", cells)
    for id_ in _wagers_of(spelled, "side"):
        cells = blocks.get(id_, {})
        has_cells = not isinstance(cells, dict) or {*PLAYED_CASES, "always"} & cells.keys()
        if id_ in spelled.section("pays") and not has_cells:
            blocks[id_] = {**cells, "always": {"table": id_, "else": "lose"}}
    if blocks:
        spelled.document["settle"] = blocks


def _ids(key: str) -> list[str]:
    """The ids of the wagers that one key names with commas between them."""
    ids = [id_.strip() for id_ in key.split(",")]
    return ids if len(ids) <= MOST else [key]


def _add_bonus(spelled: SpelledOut, at: str, cells: dict[str, Any]) -> None:
    bonus = cells.pop("bonus")
    cases = [case for case in PLAYED_CASES if cells.get(case, COMPARE) not in (AS_ALWAYS, COMPARE)]
    if not isinstance(bonus, str):
        spelled.refuse(f"{at}.bonus", quote(bonus), "the id of a pay table")
    elif not cases or "always" in cells:
        found = "a bonus without cells for win, tie and lose, or beside always"
        spelled.refuse(f"{at}.bonus", found, "it beside win, tie and lose")
    else:
        for case in cases:
            pays = cells[case] if isinstance(cells[case], list) else [cells[case]]
            cells[case] = [*pays, {"table": bonus, "else": "push"}]
            origin = spelled.origins.get(at, at)
            spelled.origins[f"{at}.{case}.{len(pays) + 1}"] = f"{origin}.bonus"
            if len(pays) == 1:
                spelled.origins[f"{at}.{case}.1"] = f"{origin}.{case}"


def _published(spelled: SpelledOut) -> None:
    """Figures under the name of their source."""
    claims = spelled.document.get("published")
    if isinstance(claims, dict):
        for source, claim in claims.items():
            if isinstance(claim, dict) and "source" in claim:
                at = f'published."{source}".source'
                spelled.refuse(at, quote(claim["source"]), "the source as the name of the table")
        spelled.document["published"] = [
            {"source": source, **claim} if isinstance(claim, dict) else claim
            for source, claim in claims.items()
        ]
        for place, source in enumerate(claims, start=1):
            spelled.origins[f"published.{place}"] = f'published."{source}"'


_SPELL: Mapping[str, Callable[[SpelledOut], None]] = {
    "wagers": _wagers,
    "hands": _hands,
    "totals": _totals,
    "contests": _contests,
    "stages": _stages,
    "pays": _pays,
    "settle": _settle,
    "published": _published,
}
