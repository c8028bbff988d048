"""The frozen folders, one for each version that wrote something new, and what lies in them."""

from __future__ import annotations

import json
import lzma
import math
import os
import tarfile
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

FOLDERS = sorted(path for path in Path(__file__).parent.iterdir() if path.name[0].isdigit())
ALL = os.environ.get("FELTWORKS_FROZEN") == "all"
"""Whether everything is looked at again, or so much of what is alike as takes half a minute."""

FLOAT_TOLERANCE = 1e-11
"""Blackjack is worked out in float64, whose last digits are the processor's."""


@cache
def unpacked(path: Path) -> Any:
    """The JSON in a packed file."""
    return json.loads(lzma.decompress(path.read_bytes()))


@cache
def transcripts(folder: Path) -> dict[str, str]:
    """Every frozen transcript by its name, the first part of which is the game's."""
    with tarfile.open(folder / "transcripts.tar.xz") as archive:
        return {
            entry.name.removesuffix(".toml"): archive.extractfile(entry).read().decode()
            for entry in archive
        }


def answers(folder: Path, *words: str) -> list[tuple[list[str], Any]]:
    """The questions that begin with those words, and what was answered."""
    found = unpacked(folder / "answers.json.xz")
    return [
        (each["ask"], each["answer"]) for each in found if each["ask"][: len(words)] == [*words]
    ]


def asked(folder: Path, words: list[str]) -> list[str]:
    """The question as it is typed now: the game is the frozen copy of its file."""
    game = words.index("show") + 1 if "show" in words else 1
    return [
        *words[:game],
        str(folder / "rules" / f"{words[game]}.toml"),
        *words[game + 1 :],
        "--json",
    ]


def unlike(frozen: Any, found: Any, path: str = "") -> Iterator[str]:
    """Where an answer of now is not the frozen one; keys that are new are no matter.

    The identity of the rules is compared elsewhere: a later version may write it in another way.
    """
    if path.endswith(".rules_sha256"):
        return
    if isinstance(frozen, dict) and isinstance(found, dict):
        for key, value in frozen.items():
            if key not in found:
                yield f"{path}.{key} is missing"
            else:
                yield from unlike(value, found[key], f"{path}.{key}")
    elif isinstance(frozen, list) and isinstance(found, list) and len(frozen) == len(found):
        for place, (one, other) in enumerate(zip(frozen, found, strict=True)):
            yield from unlike(one, other, f"{path}.{place}")
    elif type(frozen) is float and type(found) is float:
        if not math.isclose(frozen, found, rel_tol=FLOAT_TOLERANCE, abs_tol=FLOAT_TOLERANCE):
            yield f"{path}: {frozen!r} was frozen, {found!r} found"
    elif type(frozen) is not type(found) or frozen != found:
        yield f"{path}: {frozen!r} was frozen, {found!r} found"
