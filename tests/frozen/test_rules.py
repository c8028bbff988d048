"""Frozen rules files: they are still read, mean what they meant, and are known by their SHA-256."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.ask.rules import (
    approvals,
    canonical_form,
    differences,
    game_ids,
    read,
    read_document,
    stated_in_version_1,
    verdict_on,
)
from tests.ask.schema import in_version_1
from tests.cli.running import run

from .versions import ALL, FOLDERS, answers, asked, unlike, unpacked

FILES = [
    pytest.param(folder, name, id=f"{folder.name}-{name}")
    for folder in FOLDERS
    for name in sorted(path.stem for path in (folder / "rules").glob("*.toml"))
]


def identities(folder) -> dict[str, dict]:
    return unpacked(folder / "identities.json.xz")


@pytest.mark.slow
@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_every_document_is_known_by_the_sha256_it_had(folder):
    """Every file; of those that are written with another value one in eight."""
    frozen = identities(folder)
    assert len(frozen) > 100
    alike = [name for name in frozen if "=" in name]
    skipped = {name for place, name in enumerate(alike) if place % 8} if not ALL else set()
    for name, each in frozen.items():
        if name in skipped:
            continue
        assert read_document(each["document"], name).is_known_as(each["sha256"]), name


def test_what_0_1_wrote_is_known_by_version_1_key_by_key():
    folder = Path(__file__).parent / "0.1"
    for name, each in identities(folder).items():
        if "form" in each:
            loaded = read_document(each["document"], name)
            stated = canonical_form(loaded.written, loaded.document, stated_in_version_1)
            assert differences(each["form"], in_version_1(stated)) == {}
            assert loaded.sha256_of_version_1 == each["sha256"] != loaded.sha256


@pytest.mark.slow
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


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_what_was_approved_then_is_still_approved(folder):
    listed = {each for approval in approvals() for each in approval.sha256.values()}
    shipped = [path for path in (folder / "rules").glob("*.toml") if path.stem in game_ids()]
    assert len(shipped) >= 5
    for path in shipped:
        assert identities(folder)[path.stem]["sha256"] in listed
        assert verdict_on(read(path)).status == "approved"
