"""Files with a mistake in them: each is told with its key, what was found and what is allowed."""

import re
import tomllib
from pathlib import Path

import pytest
from tests.ask.rules import RulesError, check_document, check_file, game_ids, load_text
from tests.ask.shipped import forbid_parsing

from .sample import SAMPLES, SIXTH, edited, long_text, sample_text

LARGEST = 262_144
"""As many bytes as a file may have."""

BROKEN = [
    {"text": long_text, "sample": "three-queens", **case}
    for name in ("broken.toml", "nonsense.toml")
    for case in tomllib.loads(Path(__file__).with_name(name).read_text())["broken"]
]
BROKEN += [
    {"text": sample_text, "sample": "three-card-poker", **case}
    for case in tomllib.loads(Path(__file__).with_name("broken_short.toml").read_text())["broken"]
]


@pytest.mark.slow
@pytest.mark.parametrize("broken", BROKEN, ids=lambda broken: broken["what"])
def test_the_mistake_is_told(broken):
    sample = broken["text"](broken["sample"])
    changes = [(broken["old"], broken["new"]), broken.get("also", ("", ""))]
    text = edited(*map(tuple, changes), text=sample)
    with pytest.raises(RulesError) as caught:
        if broken.get("checked"):
            check_document(tomllib.loads(text), "game.toml")
        load_text(text, "game.toml")
    keys = {mistake.key for mistake in caught.value.mistakes}
    assert keys == {broken["key"], *broken.get("besides", [])}, str(caught.value)
    blamed = [str(found) for found in caught.value.mistakes if found.key == broken["key"]]
    assert blamed, str(caught.value)
    for words in broken["says"]:
        assert any(words in told for told in blamed), blamed
    for line in str(caught.value).splitlines():
        assert line.startswith("game.toml: ")
        assert "; allowed: " in line


def test_the_sample_is_sound_before_it_is_broken():
    check_file(SAMPLES / "three-queens.toml")


def test_at_least_thirty_files_are_broken():
    assert len({broken["what"] for broken in BROKEN}) == len(BROKEN) >= 30


def test_all_mistakes_are_told_at_once():
    text = edited(
        ('title = "Three', 'titel = "Three'),
        ('pays = "30:1"', 'pays = "30;1"'),
        ('bet = "play"', 'bet = "plays"'),
        ('ranking = "five-card"', 'ranking = "five-cards"'),
        ('sets = "table.seats"', 'sets = "table.chairs"'),
    )
    with pytest.raises(RulesError) as caught:
        load_text(text, "game.toml")
    keys = {mistake.key for mistake in caught.value.mistakes}
    assert keys == {
        "game.title",
        "game.titel",
        "pays.pair-up.rows.three-of-a-kind.pays",
        "stages.look.decide.bet.bet",
        "hands.six.ranking",
        "options.seats.sets",
        "wagers.play.kind",
    }
    assert len(str(caught.value).splitlines()) == len(caught.value.mistakes)


@pytest.mark.parametrize("game", game_ids())
def test_one_slip_of_the_pen_blames_nothing_that_is_sound(game):
    text = re.sub("^title =", "titel =", sample_text(game), count=1, flags=re.M)
    with pytest.raises(RulesError) as caught:
        load_text(text, "game.toml")
    assert {mistake.key for mistake in caught.value.mistakes} == {"game.title", "game.titel"}


@pytest.mark.parametrize(
    ("old", "new", "keys"),
    [
        ('mechanism = "ring"', 'mechanism = "rnig"', {"game.mechanism"}),
        ('mechanism = "ring"', 'mechanism = "poker"', {"game.mechanism"}),
        ('structure = "fixed-limit"', 'structure = "fixed"', {"ring.structure"}),
        ("raises = 3\n", 'raises = "3"\n', {"ring.raises"}),
        ('pays = "30:1"', "pays = true", {"pays.pocket-poker.rows.royal.pays"}),
        ("[offer]\nside_wagers = []", "[offer]\nside_wagers = 0", {"offer.side_wagers"}),
        ("[hands.pocket]", "[hands.Pocket]", {"hands.Pocket"}),
    ],
)
def test_a_value_of_the_wrong_form_blames_no_option_that_patches_it(old, new, keys):
    with pytest.raises(RulesError) as caught:
        load_text(edited((old, new), text=long_text("mini-tex-ring")), "game.toml")
    assert {mistake.key for mistake in caught.value.mistakes} == keys


def test_a_mistake_that_only_an_option_brings_out_names_the_option(tmp_path):
    text = edited(
        (
            '"contests.main.qualifies" = "king high or better"',
            '"contests.main.qualifies" = "kings up"',
        )
    )
    file = tmp_path / "game.toml"
    file.write_text(text)
    with pytest.raises(RulesError) as caught:
        check_file(file)
    (told,) = caught.value.mistakes
    assert told.key == 'options.qualifier.values.king.sets."contests.main.qualifies"'
    assert told.given == "qualifier = king"
    assert "(with the option qualifier = king)" in str(told)
    load_text(text, "game.toml")  # as written it is sound


def test_a_default_that_does_not_say_what_the_file_says(tmp_path):
    file = tmp_path / "game.toml"
    file.write_text(edited(('default = "queen"', 'default = "king"')))
    with pytest.raises(RulesError) as caught:
        check_file(file)
    (told,) = caught.value.mistakes
    assert told.key == "options.qualifier.default"
    assert "king high or better" in told.found


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"", "an empty file"),
        (b"# nothing but a remark\n", "an empty file"),
        (b"[game\nid = 1", "line 1: found text that is not TOML"),
        (b'[game]\nid = "a"\nid = "b"\n', "line 3: found text that is not TOML"),
        (b'[game]\n\nid = "\xff"\n', "line 3: found the byte 0xff; allowed: UTF-8 text"),
        (b"a = " + b"[" * 100_000, "brackets nested too deeply"),
        (b"a = " + b"9" * 5000, "not TOML"),
        (b"\x00\x01\x02", "not TOML"),
        (b"just a letter to the editor", "line 1: found text that is not TOML"),
        (b"game = 1", "game: found 1; allowed: a table"),
        (b"[[game]]\nid = 'x'", "game: found a list; allowed: a table"),
    ],
    ids=[
        "empty",
        "only-a-remark",
        "open-bracket",
        "key-twice",
        "not-utf-8",
        "nested-without-end",
        "a-number-without-end",
        "zero-bytes",
        "prose",
        "section-is-a-number",
        "section-is-a-list",
    ],
)
def test_a_file_that_is_no_rules_file_at_all(tmp_path, data, says):
    file = tmp_path / "game.toml"
    file.write_bytes(data)
    with pytest.raises(RulesError) as caught:
        check_file(file)
    assert says in str(caught.value)


def test_a_file_that_is_too_large_is_refused_before_it_is_parsed(tmp_path, monkeypatch):
    file = tmp_path / "game.toml"
    file.write_text(SIXTH + "#" * LARGEST)
    forbid_parsing(monkeypatch)
    with pytest.raises(RulesError, match="found more than 262,144 bytes; allowed: at most 262,144"):
        check_file(file)


def test_a_file_of_the_largest_size_is_read():
    load_text(SIXTH + "#" * (LARGEST - len(SIXTH.encode())), "game.toml")


@pytest.mark.parametrize("path", ["missing.toml", "."])
def test_a_file_that_cannot_be_read(tmp_path, path):
    with pytest.raises(RulesError, match="a file that can be read"):
        check_file(tmp_path / path)
