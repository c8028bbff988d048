"""Counts that took long are stored on disk, and what is read back is what was counted."""

import json
import os
import subprocess
import sys
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

import pytest
from tests.ask.odds import odds, reported_odds, tie_rules
from tests.ask.rules import EXAMPLES_DIR, load
from tests.ask.shipped import edit_deck, edit_ranking
from tests.ask.stored import (
    JackpotError,
    NotStoredError,
    StoredCounts,
    folder_of_user,
    stored_by_other_code,
)
from tests.cli.running import run

from feltworks.cards import Card

from .test_same_play import changed

TCP = EXAMPLES_DIR / "three-card-poker.toml"
FEATURES = Path(__file__).parent / "games" / "features"
QUICK = FEATURES / "best-five-of-seven.toml"
GAMES = ("mini-tex", "pick-2-poker", "spanish-poker", "texas-21", "mini-tex-ring", TCP)
WHOLE = "all wagers"
"""The name under which the odds of all wagers are stored together."""


@pytest.fixture
def stored(tmp_path):
    """A folder in which every count is stored, however short it was."""
    return StoredCounts(tmp_path / "counts", {"dealer_qualifier": "pair"})


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES, ids=str)
def test_what_is_read_back_is_what_was_counted(stored, game):
    """Several parts, jackpots, side wagers that hang on play, wagers in float64."""
    rules = load(game)
    counted, ties = odds(rules), tie_rules(rules)
    assert stored.recalled(rules) is None
    first = stored.odds(rules)
    assert (first.wagers, first.ties) == (counted, ties)
    assert stored.odds(load(game), may_count=False) == first == stored.recalled(load(game))
    stored.remove(WHOLE)
    again = stored.odds(load(game), may_count=False)
    assert again == first and [*again.wagers] == [*counted]
    for wager in again.wagers.values():
        assert {type(row.combinations) for row in wager.outcomes} == {int}


@pytest.mark.parametrize(
    ("edit", "id_", "change"),
    [
        (edit_ranking, "three-card", lambda ranking: {**ranking, "ace_low": False}),
        (edit_deck, "standard-52", lambda deck: replace(deck, removed=(Card("2", "c"),))),
    ],
)
def test_a_shipped_ranking_or_deck_that_is_edited_is_counted_again(
    stored, monkeypatch, edit, id_, change
):
    """Rules name them, but what a count is known by has them card by card."""
    stored.odds(load(TCP))
    stored.odds(load(TCP), may_count=False)
    edit(monkeypatch, id_, change)
    with pytest.raises(NotStoredError):
        stored.odds(load(TCP), may_count=False)


@pytest.mark.slow
def test_a_side_wager_that_folding_forfeits_comes_back_whole(stored):
    rules = load("pick-2-poker", {"bonuses_on_fold": "lost"})
    first = stored.odds(rules).wagers
    stored.remove(WHOLE)
    assert stored.odds(rules, may_count=False).wagers == first
    assert any(wager.together is not None for wager in first.values())


@pytest.mark.slow
def test_jackpots_are_worked_out_anew_from_what_is_stored(stored):
    rules = load("spanish-poker")
    (jackpot,) = rules.jackpots
    plain = stored.odds(rules)
    for dollars in (10_000, 99_999):
        expected = reported_odds(rules, jackpots={jackpot: dollars})
        found = stored.odds(rules, jackpots={jackpot: dollars}, may_count=False)
        assert found.wagers == expected != plain.wagers
        assert stored.recalled(rules, jackpots={jackpot: dollars}) == found
    assert sorted(entry.wager for entry in stored.entries()) == [WHOLE, "main"]
    with pytest.raises(JackpotError, match="no jackpot 'other'"):
        stored.recalled(rules, jackpots={"other": 1})


@pytest.mark.slow
def test_another_question_is_another_count(stored):
    rules = load("mini-tex")
    stored.odds(rules)
    decision = next(iter(tie_rules(rules)))
    other = load("mini-tex", {"dealer_qualifier": "ace-king"})
    for asked, more in (
        (rules, {"ties": {decision: "fold"}}),
        (rules, {"pays": ("pocket-poker.pair=4",)}),
        (other, {}),
    ):
        assert stored.recalled(asked, **more) is None
    assert stored.odds(other).wagers == odds(other)
    tied = stored.odds(rules, ties={decision: "fold"})
    assert tied.ties[decision] == "fold"
    assert tied.wagers == odds(rules, {decision: "fold"})
    assert [entry.wager for entry in stored.entries()].count("main") == 3


@pytest.mark.parametrize("damage", [b"{}", b'{"wagers": [], "tie_rules": {}}', b'{"wagers": 1}'])
def test_odds_stored_in_another_form_are_not_used(stored, damage):
    rules = load(QUICK)
    first = stored.odds(rules)
    path = next(entry.path for entry in stored.entries() if entry.wager == WHOLE)
    path.write_bytes(sha256(damage).hexdigest().encode() + b"\n" + damage)
    assert stored.recalled(rules) is None
    assert stored.odds(rules) == first == stored.recalled(rules)


@pytest.mark.slow
def test_what_another_wager_pays_does_not_matter_and_what_this_one_pays_does(stored):
    rules, beside = load("mini-tex"), ["pocket-poker.pair=4"]
    plain = stored.odds(rules)
    found = stored.odds(rules, pays=beside, may_count=False)
    assert found.wagers == reported_odds(rules, pays=beside) != plain.wagers
    rules, own = load(TCP), ["ante-bonus.straight=3"]
    plain = stored.odds(rules)
    found = stored.odds(rules, pays=own)
    assert not stored.holds(changed(rules, *own)), "it was known, and not counted"
    assert found.wagers == reported_odds(rules, pays=own)
    assert found.wagers["main"] != plain.wagers["main"]


@pytest.mark.slow
def test_each_wager_that_hangs_on_play_is_stored_by_what_it_pays_itself(stored):
    rules = load("pick-2-poker", {"bonuses_on_fold": "lost"})
    stored.odds(rules)
    assert {entry.wager for entry in stored.entries()} == {WHOLE, "main", "five-card-bonus"}
    cell = rules.settle["five-card-bonus"].always
    assert cell is not None
    (table,) = (id_ for pay in cell for id_ in pay.all_tables)
    dearer = changed(rules, f"{table}.{rules.pays[table].rows[0].id}=7")
    assert stored.holds(dearer) and not stored.holds(dearer, "five-card-bonus")
    assert stored.odds(dearer).wagers == odds(dearer)


def test_prose_does_not_matter_and_code_does(stored):
    rules = load(QUICK)
    stored.odds(rules)
    titled = rules.game.model_copy(update={"title": "Another title."})
    stored.odds(rules.model_copy(update={"game": titled}), may_count=False)
    with stored_by_other_code(), pytest.raises(NotStoredError):
        stored.odds(rules, may_count=False)


def test_a_short_count_is_not_stored(tmp_path):
    stored = StoredCounts(tmp_path / "counts", from_seconds=1_000)
    rules = load(QUICK)
    assert stored.odds(rules).wagers == odds(rules)
    assert not stored.folder.exists()


def test_files_of_others_in_the_folder_are_not_listed_and_so_not_removed(stored):
    stored.odds(load(QUICK))
    mine = {entry.path for entry in stored.entries()}
    for name in ("package.json", "0123456789abcdef.json"):
        (stored.folder / name).write_text("{}")
    (stored.folder / f"{'0' * 32}.json").mkdir()
    assert {entry.path for entry in stored.entries()} == mine


@pytest.mark.parametrize("damage", ["cut", "changed", "empty", "not text", "another form"])
def test_a_damaged_file_is_counted_again_and_written_anew(stored, damage):
    rules = load(QUICK)
    counted = stored.odds(rules)
    stored.remove(WHOLE)
    (entry,) = stored.entries()
    whole = entry.path.read_bytes()
    entry.path.write_bytes(
        {
            "cut": whole[: len(whole) // 2],
            "changed": whole.replace(b'"combinations": 1', b'"combinations": 2', 1),
            "empty": b"",
            "not text": b"\xff\xfe\x00",
            "another form": b"4f53cda18c2baa0c0354bb5f9a3ecbe5ed12ab4d8e11ba873c2f11161202b945\n[]",
        }[damage]
    )
    assert entry.path.read_bytes() != whole
    assert not stored.holds(rules)
    assert [entry.game for entry in stored.entries()] == ["damaged"]
    assert stored.odds(rules) == counted
    stored.remove(WHOLE)
    assert stored.odds(rules, may_count=False) == counted
    assert {entry.game for entry in stored.entries()} == {rules.game.id}


def test_what_was_not_used_for_longest_goes_first(stored, tmp_path):
    names = ("best-five-of-seven", "wagers-taken-back", "a-larger-raise-needs-a-hand")
    first, second, third = (load(FEATURES / f"{name}.toml") for name in names)
    elsewhere = StoredCounts(tmp_path / "elsewhere", {"dealer_qualifier": "pair"})
    elsewhere.odds(third)
    room = sum(entry.bytes for entry in elsewhere.entries())
    for number, each in enumerate((first, second)):
        stored.odds(each)
        stored.remove(WHOLE)
        (entry,) = [entry for entry in stored.entries() if entry.game == each.game.id]
        os.utime(entry.path, (number, number))
    assert stored.holds(first)  # used now
    room += next(entry.bytes for entry in stored.entries() if entry.game == first.game.id)
    with stored.holding_at_most(room + 50):
        stored.odds(third)
    assert [*map(stored.holds, (first, second, third))] == [True, False, True]


def test_a_disk_that_takes_nothing_is_no_error(stored, tmp_path, monkeypatch):
    rules = load(QUICK)
    counted = odds(rules)
    occupied = tmp_path / "file"
    occupied.write_text("not a folder")
    nowhere = StoredCounts(occupied)
    assert nowhere.odds(rules).wagers == counted and nowhere.entries() == []

    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", full)
    assert stored.odds(rules).wagers == counted
    assert [*stored.folder.iterdir()] == []


def test_the_folder_is_the_users_unless_another_is_named(tmp_path, monkeypatch):
    monkeypatch.setenv("FELTWORKS_COUNTS", "")
    assert folder_of_user() is None
    monkeypatch.setenv("FELTWORKS_COUNTS", str(tmp_path))
    assert folder_of_user() == tmp_path
    monkeypatch.delenv("FELTWORKS_COUNTS")
    monkeypatch.setenv("FELTWORKS_CACHE", str(tmp_path))
    assert folder_of_user() == tmp_path / "counts"


def test_an_entry_says_what_it_is_of(stored):
    rules = load(QUICK)
    stored.odds(rules)
    for entry in stored.entries():
        assert (entry.game, entry.wager in (WHOLE, "main")) == (rules.game.id, True)
        assert entry.options == {"dealer_qualifier": "pair"}
        assert entry.bytes == entry.path.stat().st_size and entry.count_seconds >= 0


@pytest.mark.slow
def test_what_is_stored_is_shown_without_loading_the_kernels(tmp_path, monkeypatch, capsys):
    """A new process answers at once: Numba alone takes longer to load than a person waits."""
    monkeypatch.setenv("FELTWORKS_COUNTS", str(tmp_path))
    words = ["odds", str(TCP), "--json"]
    stored = StoredCounts(tmp_path)
    stored.odds(load(TCP))
    told = run(capsys, *words).data
    probe = (
        "import sys\n"
        "from feltworks.cli import main\n"
        f"sys.argv = ['feltworks', *{words}]\n"
        "try:\n"
        "    main()\n"
        "finally:\n"
        "    print([name for name in ('numba', 'numpy') if name in sys.modules], file=sys.stderr)\n"
    )
    ran = subprocess.run([sys.executable, "-c", probe], capture_output=True, check=True, text=True)
    assert (json.loads(ran.stdout), ran.stderr) == (told, "[]\n")
