"""Frozen rules files: they are still read, mean what they meant, and are known by their SHA-256."""

from __future__ import annotations

import pytest
from tests.cli.running import run

from feltworks.rules.loader import read, read_document

from .versions import FOLDERS, answers, asked, unlike, unpacked

FILES = [
    pytest.param(folder, name, id=f"{folder.name}-{name}")
    for folder in FOLDERS
    for name in sorted(path.stem for path in (folder / "rules").glob("*.toml"))
]


def identities(folder) -> dict[str, dict]:
    return unpacked(folder / "identities.json.xz")


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_every_document_is_known_by_the_sha256_it_had(folder):
    frozen = identities(folder)
    assert len(frozen) > 100
    for name, each in frozen.items():
        assert read_document(each["document"], name).sha256 == each["sha256"], name


@pytest.mark.parametrize(("folder", "game"), FILES)
def test_the_rules_are_shown_with_every_key_they_had(folder, game, capsys):
    shown = answers(folder, "rules", "show", game)
    assert shown
    for words, frozen in shown:
        loaded = read(folder / "rules" / f"{game}.toml", frozen["options"])
        found = loaded.rules.model_dump(mode="json", by_alias=True, exclude_none=True)
        assert list(unlike(frozen["rules"], found)) == [], words
        assert frozen["rules_sha256"] == identities(folder)[game]["sha256"]
    words, frozen = shown[0]
    assert list(unlike(frozen, run(capsys, *asked(folder, words)).data)) == []
