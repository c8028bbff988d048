"""Counts that took long are kept on disk, and what is read back is what was counted."""

import os
import subprocess
import sys
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

import pytest
from tests.ask.rules import EXAMPLES_DIR, load

from feltworks.cards import Card, decks
from feltworks.hands import rankings
from feltworks.odds import kept as keeping
from feltworks.odds.analyse import analyse
from feltworks.odds.kept import KeptCounts, counts_folder
from feltworks.odds.progressive import JackpotError
from feltworks.odds.report import OddsSettings, recalled, report
from feltworks.odds.whatif import read_changes, tables_of_wager, with_pays

ROOT = Path(__file__).parents[2]
TCP = EXAMPLES_DIR / "three-card-poker.toml"
GAMES = ("mini-tex", "pick-2-poker", "spanish-poker", "texas-21", "mini-tex-ring", TCP)


@pytest.fixture
def kept(tmp_path, monkeypatch):
    """A folder in which every count is kept, however short it was."""
    monkeypatch.setattr(keeping, "WORTH_KEEPING_SECONDS", 0.0)
    return KeptCounts(tmp_path / "counts", {"dealer_qualifier": "pair"})


def counted_again(what, done, of):
    raise AssertionError(f"{what}: it was to be kept")


def the_file(kept):
    (path,) = kept.folder.iterdir()
    return path


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_what_is_read_back_is_what_was_counted(kept, game):
    """Several parts, jackpots, side wagers that hang on play, wagers that are weighed."""
    rules = load(game)
    counted = analyse(rules)
    assert analyse(rules, kept=kept).wagers == counted.wagers
    found = analyse(load(game), kept=kept, progress=counted_again)
    assert (found.wagers, found.indifferent) == (counted.wagers, counted.indifferent)
    assert [*found.wagers] == [*counted.wagers]
    assert (found.weighed is None) == (counted.weighed is None)
    for id_, odds in found.wagers.items():
        assert [type(row.combinations) for row in odds.outcomes] == [int] * len(odds.outcomes)
        assert odds.expected_value == counted.wagers[id_].expected_value


@pytest.mark.parametrize(
    ("shipped", "id_", "edit"),
    [
        (rankings, "three-card", lambda ranking: {**ranking, "ace_low": False}),
        (decks, "standard-52", lambda deck: replace(deck, removed=(Card("2", "c"),))),
    ],
)
def test_a_shipped_ranking_or_deck_that_is_edited_is_counted_again(
    kept, monkeypatch, shipped, id_, edit
):
    """Rules name them, but what a count is known by has them card by card."""
    analyse(load(TCP), kept=kept)
    analyse(load(TCP), kept=kept, progress=counted_again)
    edited = {**shipped._shipped(), id_: edit(shipped._shipped()[id_])}
    monkeypatch.setattr(shipped, "_shipped", lambda: edited)
    with pytest.raises(AssertionError, match="it was to be kept"):
        analyse(load(TCP), kept=kept, progress=counted_again)


def test_a_side_wager_that_folding_forfeits_comes_back_whole(kept):
    rules = load("pick-2-poker", {"bonuses_on_fold": "lost"})
    first, again = (analyse(rules, kept=kept).wagers for _ in range(2))
    assert first == again
    assert any(odds.together is not None for odds in again.values())


def test_a_report_finds_what_is_kept_and_works_out_jackpots_and_pays_anew(kept):
    rules = load("spanish-poker")
    (jackpot,) = rules.jackpots
    plain = report(rules, kept=kept)
    for dollars in (10_000, 99_999):
        settings = OddsSettings(jackpots={jackpot: dollars})
        found = report(rules, settings, kept=kept, progress=counted_again)
        assert found == report(rules, settings) and found != plain
    assert sorted(entry.wager for entry in kept.entries()) == ["all wagers", "main"]


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_a_whole_report_is_told_again_without_a_look_at_a_card(kept, monkeypatch, game):
    rules, settings = load(game), OddsSettings(values_only=True)
    first = report(rules, settings, kept=kept)
    monkeypatch.setattr("feltworks.odds.analyse.analyse", counted_again)
    found = recalled(load(game), settings, kept)
    told = [(each.analysis.wagers, each.analysis.indifferent) for each in (first, found)]
    assert told[0] == told[1] and found.progressives == first.progressives
    assert (found.analysis.weighed is None) == (first.analysis.weighed is None)
    assert recalled(rules, settings, None) is None


def test_a_whole_report_is_of_one_question_and_asks_jackpots_anew(kept):
    rules = load("spanish-poker")
    (jackpot,) = rules.jackpots
    report(rules, kept=kept)
    (decision, *_) = report(rules).analysis.indifferent
    for settings in (
        OddsSettings(indifferent={decision: "fold"}),
        OddsSettings(pays=("ante.flush=6",)),
    ):
        assert recalled(rules, settings, kept) is None
    assert recalled(load("mini-tex"), OddsSettings(), kept) is None
    settings = OddsSettings(jackpots={jackpot: 99_999})
    assert recalled(rules, settings, kept) == report(rules, settings)
    with pytest.raises(JackpotError, match="no jackpot 'other'"):
        recalled(rules, OddsSettings(jackpots={"other": 1}), kept)


@pytest.mark.parametrize("damage", [b"{}", b'{"wagers": [], "tie_rules": {}}', b'{"wagers": 1}'])
def test_a_whole_report_of_another_form_is_none(kept, damage):
    rules = load("mini-tex")
    first = report(rules, kept=kept)
    path = next(entry.path for entry in kept.entries() if entry.wager == "all wagers")
    path.write_bytes(sha256(damage).hexdigest().encode() + b"\n" + damage)
    assert recalled(rules, OddsSettings(), kept) is None
    assert report(rules, kept=kept) == first == recalled(rules, OddsSettings(), kept)


def test_what_another_wager_pays_does_not_matter_and_what_this_one_pays_does(kept):
    rules, beside = load("mini-tex"), OddsSettings(pays=("pocket-poker.pair=4",))
    report(rules, kept=kept)
    found = report(rules, beside, kept=kept, progress=counted_again)
    assert found == report(rules, beside) and found.analysis != report(rules).analysis
    rules, own = load(TCP), OddsSettings(pays=("ante.straight=3",))
    report(rules, kept=kept)
    found = report(rules, own, kept=kept)
    assert found == report(rules, own)
    assert kept.find(found.rules, "main", {}) is None  # it was known, and not counted
    assert kept.find(rules, "main", {}) not in (None, found.analysis.wagers["main"])


def test_each_wager_that_hangs_on_play_is_kept_by_what_it_pays_itself(kept):
    rules = load("pick-2-poker", {"bonuses_on_fold": "lost"})
    counted = analyse(rules, kept=kept)
    wagers = {entry.wager for entry in kept.entries()}
    assert wagers == {"main", "five-card-bonus"}
    row = rules.pays[next(iter(tables_of_wager(rules, "five-card-bonus")))].rows[0]
    text = f"five-card-bonus.{row.id}=7"
    changed = with_pays(rules, read_changes(rules, [text]))
    assert kept.find(changed, "main", {}) == counted.wagers["main"]
    assert kept.find(changed, "five-card-bonus", {}) is None
    assert analyse(changed, kept=kept) == analyse(changed)


def test_another_question_is_another_count(kept):
    rules = load("mini-tex")
    analyse(rules, kept=kept)
    analyse(load("mini-tex", {"dealer_qualifier": "ace-king"}), kept=kept)
    (decision, *_) = analyse(rules).indifferent
    tied = analyse(rules, indifferent={decision: "fold"}, kept=kept)
    assert tied.indifferent[decision] == "fold"
    assert len([*kept.folder.iterdir()]) == 3


def test_prose_does_not_matter_and_code_does(kept, monkeypatch):
    rules = load("mini-tex")
    analyse(rules, kept=kept)
    titled = rules.model_copy(
        update={"game": rules.game.model_copy(update={"title": "Another title."})}
    )
    analyse(titled, kept=kept, progress=counted_again)
    monkeypatch.setattr(keeping, "code_hash", lambda: "another")
    assert kept.find(rules, "main", {}) is None


def test_a_short_count_is_not_kept(tmp_path):
    kept = KeptCounts(tmp_path / "counts")
    rules = load("mini-tex")
    found = analyse(rules).wagers["main"]
    kept.add(rules, "main", {}, found, keeping.WORTH_KEEPING_SECONDS - 0.01)
    assert not kept.folder.exists()
    kept.add(rules, "main", {}, found, keeping.WORTH_KEEPING_SECONDS + 0.01)
    assert kept.find(rules, "main", {}) == found


def test_files_of_others_in_the_folder_are_not_listed_and_so_not_removed(kept):
    analyse(load("mini-tex"), kept=kept)
    mine = {entry.path for entry in kept.entries()}
    for name in ("package.json", "0123456789abcdef.json"):
        (kept.folder / name).write_text("{}")
    (kept.folder / f"{'0' * 32}.json").mkdir()
    assert {entry.path for entry in kept.entries()} == mine


@pytest.mark.parametrize("damage", ["cut", "changed", "empty", "not text", "another form"])
def test_a_damaged_file_is_counted_again_and_written_anew(kept, damage):
    rules = load("mini-tex")
    counted = analyse(rules, kept=kept)
    path = the_file(kept)
    whole = path.read_bytes()
    path.write_bytes(
        {
            "cut": whole[: len(whole) // 2],
            "changed": whole.replace(b'"combinations": 1', b'"combinations": 2', 1),
            "empty": b"",
            "not text": b"\xff\xfe\x00",
            "another form": b"4f53cda18c2baa0c0354bb5f9a3ecbe5ed12ab4d8e11ba873c2f11161202b945\n[]",
        }[damage]
    )
    assert path.read_bytes() != whole
    assert kept.find(rules, "main", {}) is None
    assert [entry.game for entry in kept.entries()] == ["damaged"]
    assert analyse(rules, kept=kept) == counted
    assert analyse(rules, kept=kept, progress=counted_again) == counted
    assert [entry.game for entry in kept.entries()] == ["mini-tex"]


def test_what_was_not_used_for_longest_goes_first(kept, monkeypatch):
    rules = [load("mini-tex", {"dealer_qualifier": q}) for q in ("pair", "ace-king")]
    for number, each in enumerate(rules):
        analyse(each, kept=kept)
        os.utime(kept._path(each, "main", {}), (number, number))
    assert kept.find(rules[0], "main", {}) is not None  # used now
    sizes = sum(path.stat().st_size for path in kept.folder.iterdir())
    monkeypatch.setattr(keeping, "MOST_BYTES", sizes + 100)
    third = load(TCP)
    kept.add(third, "main", {}, kept.find(rules[0], "main", {}), 1.0)
    there = [kept.find(each, "main", {}) is not None for each in (*rules, third)]
    assert there == [True, False, True]


def test_a_disk_that_takes_nothing_is_no_error(kept, monkeypatch):
    rules = load("mini-tex")
    occupied = kept.folder.with_name("file")
    occupied.write_text("not a folder")
    nowhere = KeptCounts(occupied)
    assert analyse(rules, kept=nowhere) == analyse(rules) and nowhere.entries() == []

    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", full)
    assert analyse(rules, kept=kept) == analyse(rules)
    assert [*kept.folder.iterdir()] == []


def test_the_folder_is_the_users_unless_another_is_named(tmp_path, monkeypatch):
    monkeypatch.setenv("FELTWORKS_COUNTS", "")
    assert counts_folder() is None and KeptCounts.of_user() is None
    monkeypatch.setenv("FELTWORKS_COUNTS", str(tmp_path))
    assert counts_folder() == tmp_path
    monkeypatch.delenv("FELTWORKS_COUNTS")
    monkeypatch.setenv("FELTWORKS_CACHE", str(tmp_path))
    assert counts_folder() == tmp_path / "counts"


def test_an_entry_says_what_it_is_of(kept):
    analyse(load("mini-tex"), kept=kept)
    (entry,) = kept.entries()
    assert (entry.game, entry.wager) == ("mini-tex", "main")
    assert entry.options == {"dealer_qualifier": "pair"}
    assert entry.bytes == the_file(kept).stat().st_size and entry.count_seconds >= 0
    assert entry == replace(entry, path=the_file(kept))


def test_what_is_kept_is_told_without_loading_the_kernels():
    """A new process answers at once: Numba alone takes longer to load than a person waits."""
    probe = (
        "import sys, feltworks.odds.report, feltworks.odds.simple.sheet\n"
        "print([name for name in ('numba', 'numpy') if name in sys.modules])"
    )
    ran = subprocess.run([sys.executable, "-c", probe], capture_output=True, check=True, text=True)
    assert ran.stdout == "[]\n"
