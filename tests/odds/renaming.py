"""A rules file told in other words: every id replaced, every table the other way round.

What a file calls its wagers, hands, zones and so on is nobody's business but its own.
The new names sort the other way round from the old ones, so that whatever depends on a
name or on its place in the alphabet comes to light.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from copy import deepcopy
from typing import Any

from tests.ask.rules import Rules

Document = dict[str, Any]
Path = tuple[str, ...]

KEYS: dict[tuple[str, ...], str] = {
    ("zones",): "zone",
    ("hands",): "hand",
    ("hands", "*", "from"): "zone",
    ("hands", "*", "at_least"): "zone",
    ("contests",): "contest",
    ("wagers",): "wager",
    ("settle",): "wager",
    ("pays",): "table",
    ("pays", "*", "rows"): "row",
    ("jackpots",): "jackpot",
    ("rankings",): "ranking",
    ("stages",): "stage",
    ("stages", "*", "decide"): "choice",
    ("options",): "option",
    ("options", "*", "values"): "value",
}
"""Whose ids the keys of a table are."""

TEXTS: dict[tuple[str, ...], str] = {
    ("game", "id"): "game",
    ("game", "unit"): "wager",
    ("offer", "side_wagers", "*"): "wager",
    ("hands", "*", "ranking"): "ranking",
    ("rankings", "*", "like"): "ranking",
    ("contests", "*", "player"): "hand",
    ("contests", "*", "dealer"): "hand",
    ("stages", "*", "id"): "stage",
    ("stages", "*", "while_not_out"): "wager",
    ("stages", "*", "if_out", "*"): "wager",
    ("stages", "*", "settles", "*"): "wager",
    ("stages", "*", "deal", "*", "to"): "zone",
    ("stages", "*", "deal", "*", "turn"): "zone",
    ("stages", "*", "decide", "*", "id"): "choice",
    ("stages", "*", "decide", "*", "bet"): "wager",
    ("stages", "*", "decide", "*", "take_back"): "wager",
    ("stages", "*", "decide", "*", "plays"): "contest",
    ("stages", "*", "decide", "*", "requires", "hand"): "hand",
    ("settle", "*", "contest"): "contest",
    ("settle", "*", "*", "table"): "table",
    ("settle", "*", "*", "tables", "*"): "table",
    ("settle", "*", "*", "*", "table"): "table",
    ("settle", "*", "*", "*", "tables", "*"): "table",
    ("pays", "*", "hand"): "hand",
    ("pays", "*", "rows", "*", "id"): "row",
    ("jackpots", "*", "wager"): "wager",
    ("options", "*", "default"): "value",
}
"""Whose id a text is."""

SIZE = re.compile(r"(?P<said>.* x )(?P<id>[a-z0-9-]+)")
SHARE = re.compile(r"(?P<said>.*% of )(?P<id>[a-z0-9-]+)")
KEPT = {"choice": {"fold", "check", "bet"}}


class Renaming:
    """Old names to new ones, kind by kind."""

    def __init__(self, document: Document) -> None:
        self.document = spelled_out(document)
        self.names: dict[str, dict[str, str]] = {}
        for kind, name in sorted(set(self._named((), self.document))):
            known = self.names.setdefault(kind, {})
            if name not in KEPT.get(kind, ()):
                known[name] = self._new(kind, len(known))
        self.names["ranking"] = {
            name: new
            for name, new in self.names.get("ranking", {}).items()
            if name in document.get("rankings", {})
        }

    @staticmethod
    def _new(kind: str, number: int) -> str:
        joint = "_" if kind == "option" else "-"
        return f"{kind[:2]}{joint}{999 - number}"

    def _named(self, path: Path, node: object) -> Iterator[tuple[str, str]]:
        """Every id of the document with its kind."""
        if isinstance(node, dict):
            for key, inner in node.items():
                if kind := find(KEYS, path):
                    yield kind, key
                yield from self._named((*path, key), inner)
        elif isinstance(node, list):
            for inner in node:
                yield from self._named((*path, "*"), inner)
        elif isinstance(node, str) and (kind := find(TEXTS, path)):
            yield kind, node

    def new(self, kind: str, name: str) -> str:
        return self.names.get(kind, {}).get(name, name)

    def renamed(self) -> Document:
        """The whole document in new names, its tables in reverse order."""
        told: Document = self._told((), self.document)
        return told

    def _told(self, path: Path, node: Any) -> Any:
        if path[-1:] == ("sets",):
            return self._sets(path, node)
        if isinstance(node, dict):
            kind = find(KEYS, path)
            return {
                (self.new(kind, key) if kind else key): self._told((*path, key), inner)
                for key, inner in reversed(node.items())
            }
        if isinstance(node, list):
            return [self._told((*path, "*"), inner) for inner in node]
        return self._text(path, node) if isinstance(node, str) else node

    def _text(self, path: Path, text: str) -> str:
        if kind := find(TEXTS, path):
            return self.new(kind, text)
        if path[-1] in ("size", "at_most") and (found := SIZE.fullmatch(text)):
            return found["said"] + self.new("wager", found["id"])
        if found := SHARE.fullmatch(text):
            return found["said"] + self.new("jackpot", found["id"])
        return text

    def _sets(self, path: Path, patch: Any) -> Any:
        """The keys that an option sets are paths into the document."""
        if isinstance(patch, str):
            return self._way(patch)
        return {
            self._way(way): self._told(tuple(way.split(".")), value)
            for way, value in reversed(patch.items())
        }

    def _way(self, way: str) -> str:
        steps = tuple(way.split("."))
        kinds = [find(KEYS, steps[:place]) for place in range(len(steps))]
        return ".".join(
            self.new(kind, step) if kind else step for kind, step in zip(kinds, steps, strict=True)
        )


def find(patterns: dict[tuple[str, ...], str], path: Path) -> str | None:
    """The kind that a pattern gives to a path; a star stands for any one step."""
    for pattern, kind in patterns.items():
        if len(pattern) == len(path) and all(
            want in ("*", step) for want, step in zip(pattern, path, strict=True)
        ):
            return kind
    return None


def spelled_out(document: Document) -> Document:
    """A copy in which every row and choice says its id, and nothing is published."""
    copy = deepcopy(document)
    copy.pop("published", None)
    rules = Rules.model_validate(copy)
    for id_, table in copy.get("pays", {}).items():
        rows = zip(table["rows"], rules.pays[id_].rows, strict=True)
        table["rows"] = [{**row, "id": read.id} for row, read in rows]
    for stage, read_stage in zip(copy["stages"], rules.stages, strict=True):
        if "decide" in stage:
            choices = zip(stage["decide"], read_stage.decide, strict=True)
            stage["decide"] = [
                choice if isinstance(choice, str) else {**choice, "id": read.id}
                for choice, read in choices
            ]
    return copy
