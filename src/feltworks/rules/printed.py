"""Whose published figures are in a rules file.

A file that starts as a copy of a shipped one also has the figures that were published for the
shipped game. They hold as long as the rules stay the same, whatever the game is called. Once
anything else differs, they are figures of another game, and nothing of this game is compared with
them.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from itertools import chain
from pathlib import Path
from typing import Any

from feltworks.rules.catalogue import GAMES_DIR, LISTS
from feltworks.rules.identity import differences


@cache
def shipped_files_by_source() -> Mapping[str, tuple[Path, ...]]:
    """The shipped files, of this version and earlier ones, in which each source's figures are."""
    found: dict[str, tuple[Path, ...]] = {}
    folders = (GAMES_DIR.glob(pattern) for pattern in ("*.toml", "examples/*.toml", "earlier/*/*"))
    for path in chain.from_iterable(map(sorted, folders)):
        if path.suffix == ".toml" and path.stem not in LISTS:
            claims = tomllib.loads(path.read_text(encoding="utf-8")).get("published", {})
            named = claims if isinstance(claims, dict) else [each.get("source") for each in claims]
            for source in named:
                found[source] = (*found.get(source, ()), path)
    return found


def changed_keys(shipped: Mapping[str, Any], file: Mapping[str, Any]) -> list[str]:
    """The keys in which two files differ in their one spelling, other than the game's id."""
    return [key for key in differences(dict(shipped), dict(file)) if key != "game.id"]
