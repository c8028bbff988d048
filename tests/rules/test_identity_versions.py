"""Two versions of a file's identity: a key more in the schema is no matter to either."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from tests.ask.rounds import TranscriptError, replay_text
from tests.ask.rules import (
    GAMES_DIR,
    Loaded,
    approvals,
    canonical_form,
    earlier_files,
    game_ids,
    load,
    read,
    read_document,
    read_text,
    verdict_on,
)
from tests.ask.schema import defaults, defaults_of_version_1, in_version_1, later_rules
from tests.ask.shipped import ship_approvals, ship_games_in, ship_schema

from .sample import edited, long_text, sample_text
from .test_identity import identities

# --- a key more --------------------------------------------------------------------------------


@pytest.fixture
def later(monkeypatch):
    ship_schema(monkeypatch, later_rules())


PLACES = [
    (),
    ("table",),
    ("wagers", "ante"),
    ("pays", "pocket-poker"),
    ("pays", "pocket-poker", "rows", 0),
    ("stages", 0),
    ("stages", 1, "decide", 1),
    ("options", "dealer_qualifier"),
    ("options", "dealer_qualifier", "values", "ace-king"),
]


def with_lights(document: dict[str, Any], place: tuple, lights: bool) -> dict[str, Any]:
    copy = json.loads(json.dumps(document, default=str))
    part = copy
    for step in place:
        part = part[step]
    part["lights"] = lights
    return copy


@pytest.mark.slow
@pytest.mark.parametrize("game", game_ids())
def test_a_new_key_that_is_not_used_changes_neither_identity(game, monkeypatch):
    before = read(game)
    known = identities(before)
    ship_schema(monkeypatch, later_rules())
    after = read(game)
    assert after.written.table.lights is False
    assert identities(after) == known
    assert verdict_on(after).status == "approved"


@pytest.mark.slow
@pytest.mark.parametrize("place", PLACES, ids=lambda place: ".".join(map(str, place)) or "file")
def test_a_new_key_at_its_default_is_as_good_as_absent_and_used_it_is_another_file(later, place):
    before = read("mini-tex")
    off, on = (
        read_document(with_lights(before.document, place, lights), "") for lights in (False, True)
    )
    assert identities(off) == identities(before)
    assert not set(identities(on)) & set(identities(before))
    assert not on.is_known_as(before.sha256_of_version_1)
    assert verdict_on(on).status == "differs"


@pytest.mark.slow
def test_an_option_that_switches_a_new_key_on_is_another_option(later):
    patch = '"table.folded_hands" = "left"'
    assert patch in long_text("mini-tex")
    text = long_text("mini-tex").replace("[table]", "[table]\nlights = false", 1)
    assert identities(read_text(text)) == identities(read("mini-tex"))
    switched = read_text(edited((patch, f'{patch}, "table.lights" = true'), text=text))
    assert not set(identities(switched)) & set(identities(read("mini-tex")))


# --- defaults ----------------------------------------------------------------------------------


def written_out(loaded: Loaded) -> dict[str, Any]:
    """The file with every key in it, but its options, whose patches go by the file's own paths."""
    full = loaded.written.model_dump(mode="json", by_alias=True, exclude_none=True)
    for cells in full["settle"].values():
        for case, pays in cells.items():
            cells[case] = pays[0] if isinstance(pays, list) and len(pays) == 1 else pays
    for jackpot in full["jackpots"].values():
        if "backups" not in jackpot:
            # To say that they are kept where there are none is a mistake.
            del jackpot["backups_kept"]
    return {**full, "options": loaded.document.get("options", {})}


@pytest.mark.slow
@pytest.mark.parametrize("game", game_ids())
def test_a_file_with_every_default_written_out_is_the_same_file(game):
    loaded = read(game)
    full = written_out(loaded)
    assert full["table"]["pays_rounded"] == "down"
    assert len(json.dumps(full)) > len(json.dumps(loaded.document, default=str))
    assert identities(read_document(full, "full.toml")) == identities(loaded)


def test_a_patch_that_writes_what_is_so_anyway_is_no_patch():
    written = 'sets = { "table.folded_hands" = "collected" } }'
    assert written in long_text("mini-tex")
    without = edited((written, "sets = {} }"), text=long_text("mini-tex"))
    assert identities(read_text(without)) == identities(read("mini-tex"))


def test_the_form_has_no_key_at_its_default_and_version_1_has_them_all():
    loaded = read("mini-tex")
    form = canonical_form(loaded.written, loaded.document)
    assert "irregularities" not in form and "mechanism" not in form["game"]
    assert "alone" not in form["wagers"]["ante"]
    first = in_version_1(form)
    assert first["irregularities"]["misbet"] == "house-policy"
    assert first["game"]["mechanism"] == "table"
    assert first["wagers"]["ante"]["alone"] is False
    assert "ring" not in first and "blackjack" not in first


def test_no_default_of_then_has_changed():
    """A default that changes would give a file that leaves the key out another meaning unseen."""
    recorded, schema = defaults_of_version_1(), defaults()
    assert len(recorded) > 60
    for path, default in recorded.items():
        if not path.startswith("options"):
            assert schema[path] == default, path


# --- who names a file by the version of then -----------------------------------------------------


@pytest.mark.slow
def test_an_approval_of_version_1_is_still_an_approval(monkeypatch):
    listed = approvals()
    first = tuple(
        replace(each, sha256={"1": each.sha256["1"]}) for each in listed if "1" in each.sha256
    )
    ship_approvals(monkeypatch, first)
    for approval in first:
        shipped = [read(each) for each in (approval.game, *earlier_files(approval.game))]
        (then,) = [each for each in shipped if each.sha256_of_version_1 is not None]
        verdict = verdict_on(then)
        assert verdict.status == "approved"
        assert verdict.sha256 == then.sha256 not in first[0].sha256.values()
    other = read_text(sample_text("mini-tex").replace('size = "2 x ante"', 'size = "3 x ante"'))
    assert verdict_on(other).status == "differs"
    assert set(verdict_on(other).differences) == {"stages.river.decide.bet.size"}


@pytest.mark.slow
def test_every_approval_is_listed_by_both_versions():
    for approval in approvals():
        shipped = map(read, (approval.game, *earlier_files(approval.game)))
        named = [{"2": each.sha256, "1": each.sha256_of_version_1} for each in shipped]
        assert {"1": None, **approval.sha256} in named


def golden() -> tuple[str, Loaded]:
    """A transcript as it is written today, and the rules it names."""
    from tests.table.golden_rounds import FOLDER

    path = FOLDER / "mini-tex.toml"
    return path.read_text(encoding="utf-8"), read("mini-tex")


def test_a_transcript_names_the_identity_of_today_and_may_name_that_of_then():
    text, rules = golden()
    assert rules.sha256 in text
    table, transcript, round = replay_text(text)
    assert table.transcript(round, transcript.reveal) == text
    old = text.replace(rules.sha256, rules.sha256_of_version_1)
    table, transcript, round = replay_text(old)
    assert table.transcript(round, transcript.reveal) == text


def test_a_transcript_that_names_neither_is_refused():
    text, rules = golden()
    with pytest.raises(TranscriptError, match="line 3: these are not the rules of"):
        replay_text(text.replace(rules.sha256, "0" * 64))


def test_a_transcript_of_a_file_that_was_shipped_earlier_is_replayed_by_that_file(
    monkeypatch, tmp_path
):
    """Once a shipped game has changed, the file that it was is kept under its version."""
    text, rules = golden()
    old = text.replace(rules.sha256, rules.sha256_of_version_1)
    for path in GAMES_DIR.glob("*.toml"):
        (tmp_path / path.name).write_text(path.read_text())
    changed = sample_text("mini-tex").replace('size = "2 x ante"', 'size = "3 x ante"')
    (tmp_path / "mini-tex.toml").write_text(changed)
    ship_games_in(monkeypatch, tmp_path)
    for each in (text, old):
        with pytest.raises(TranscriptError, match="these are not the rules of"):
            replay_text(each)
    earlier = tmp_path / "earlier" / "0.1" / "mini-tex.toml"
    earlier.parent.mkdir(parents=True)
    earlier.write_text(sample_text("mini-tex").replace("3 x ante", "2 x ante"))
    assert "mini-tex" in game_ids() and load("mini-tex") != load(earlier)
    for each in (text, old):
        assert replay_text(each)[2].turn.waits_for == "nothing"
