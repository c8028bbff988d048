"""A file's identity: kept by anything that changes no rule, lost by anything that does.

Both versions of it are: that of today, and the one by which 0.1 knew files.
"""

import random
import tomllib
from dataclasses import replace

import pytest
from tests.ask.rules import (
    GAMES_DIR,
    Loaded,
    approvals,
    canonical_form,
    check_file,
    differences,
    game_ids,
    plain_rules,
    read,
    read_document,
    read_text,
    verdict_on,
)
from tests.ask.shipped import edit_deck, edit_ranking, ship_games_in

from .sample import SIXTH, edited, sample_text


def identities(loaded: Loaded) -> tuple[str, ...]:
    """By both versions; a file that uses a newer key has one only."""
    return tuple(filter(None, (loaded.sha256, loaded.sha256_of_version_1)))


def identity(*changes: tuple[str, str]) -> tuple[str, ...]:
    return identities(read_text(edited(*changes)))


HERE = identity()


def is_another(found: tuple[str, ...], before: tuple[str, ...] = HERE) -> bool:
    """Whether neither version is what it was."""
    return not set(found) & set(before)


@pytest.mark.slow
@pytest.mark.parametrize("game", game_ids())
def test_every_shipped_file_is_an_approved_one(game):
    """A shipped file that says something else needs a new entry in games/approved.toml."""
    verdict = verdict_on(check_file(game))
    assert verdict.status == "approved", verdict.sentence
    assert verdict.approval is not None
    assert verdict.approval.game == game


def test_every_approval_is_of_a_shipped_game():
    assert {approval.game for approval in approvals()} == set(game_ids())
    assert all(approval.source for approval in approvals())


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('title = "Three', 'title = "Another three'),
        ('name = "Ante"', 'name = "Ante, please"'),
        ('says = "What the dealer needs."', 'says = "Another sentence."'),
        ('says = "queen high"', 'says = "a queen"'),
        ("[hands.player]", '[hands.player]\nsource = "Clause 7"\nours = "A guess."'),
        ("[table]", '[[published]]\nwager = "main"\nfigures = { house_edge = "0.1" }\n\n[table]'),
        ("[zones]", "# a remark\n\n\n[zones]"),
        ("[settle.play]", '[settle.play]\nsource = "Clause 9"'),
    ],
)
def test_prose_is_no_part_of_it(old, new):
    assert identity((old, new)) == HERE


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('pays = "30:1"', 'pays = "30"'),
        ('pays = "30:1"', "pays = 30"),
        ('pays = "30:1"', 'pays = "30 to 1"'),
        ('pays = "30:1"', 'pays = "31 for 1"'),
        ('pays = "30:1"', 'pays = "60:2"'),
        ('size = "1 x ante"', 'size = "1.0 x ante"'),
        ('size = "1 x ante"', 'size = "2/2 x ante"'),
        ("alone = true", 'alone = true\nat_most = "none"'),
        ("[table]", "[table]\nmost_seats = 7"),
        ('unit = "ante"\n', ""),
        ('win = "1:1"', 'win = { pays = "1:1" }'),
        ('lose = "lose"', 'lose = ["lose"]'),
        ('decide = ["fold"', 'decide = [{ id = "fold", folds = true }'),
        ('{ hand = "flush", pays = "3:1" }', '{ id = "flush", hand = "flush", pays = "3:1" }'),
        ("default = 6", 'default = "6"'),
        ('deck = "standard-52"', 'deck = { ranks = "2 3 4 5 6 7 8 9 T J Q K A" }'),
    ],
)
def test_another_spelling_of_the_same_rule_keeps_it(old, new):
    assert identity((old, new)) == HERE


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('pays = "30:1"', 'pays = "31:1"'),
        ('pays = "1000:1"', 'pays = "$1000"'),
        ('folded = "lose"', 'folded = "push"'),
        ('size = "1 x ante"', 'size = "2 x ante"'),
        ('face = "down"', 'face = "up"'),
        ("alone = true", "alone = false"),
        ("[table]", "[table]\ntips = true"),
        ('side_wagers = ["pair-up", "six-card"]', 'side_wagers = ["pair-up"]'),
        ("highest = 7", "highest = 6"),
        ('"king high or better"', '"ace high or better"'),
        ('values.none = { says = "the', 'values.none = { analysis_only = true, says = "the'),
        ('id = "three-queens"', 'id = "four-queens"'),
        ("[table]", "[table]\nmost_seats = 6"),
        ('deck = "standard-52"', 'deck = { ranks = "2 3 4 5 6 7 8 9 T J Q K A", packs = 2 }'),
    ],
)
def test_another_rule_changes_it(old, new):
    assert is_another(identity((old, new)))


def test_an_option_counts_by_what_it_changes_not_by_how_it_is_spelled():
    file = sample_text("mini-tex")
    assert '"pays.pocket-poker.rows.royal.pays" = "35:1"' in file
    respelled = file.replace('rows.royal.pays" = "35:1"', 'rows.royal.pays" = 35')
    changed = file.replace('rows.royal.pays" = "35:1"', 'rows.royal.pays" = "36:1"')
    assert identities(read_text(respelled)) == identities(read("mini-tex"))
    assert is_another(identities(read_text(changed)), identities(read("mini-tex")))


def test_what_was_chosen_is_no_part_of_it():
    assert identities(read("mini-tex", {"seats": 2})) == identities(read("mini-tex"))


@pytest.mark.slow
@pytest.mark.parametrize("game", game_ids())
def test_the_order_of_tables_is_no_part_of_it(game):
    def shuffled(node: object) -> object:
        if isinstance(node, dict):
            keys = list(node)
            random.Random(7).shuffle(keys)
            return {key: shuffled(node[key]) for key in keys}
        return [shuffled(item) for item in node] if isinstance(node, list) else node

    document = shuffled(tomllib.loads(sample_text(game)))
    assert list(document) != list(tomllib.loads(sample_text(game)))
    assert identities(read_document(document, "shuffled.toml")) == identities(read(game))


def test_the_order_of_rows_and_stages_is_part_of_it():
    straight, flush = '{ hand = "straight", pays = "6:1" }', '{ hand = "flush", pays = "3:1" }'
    swapped = identity((straight, "SWAP"), (flush, straight), ("SWAP", flush))
    assert is_another(swapped)


def told_differences(one: Loaded, other: Loaded) -> dict[str, tuple[str, str]]:
    return differences(
        canonical_form(one.written, one.document, plain_rules),
        canonical_form(other.written, other.document, plain_rules),
    )


def test_differences_name_the_keys():
    one = read_text(SIXTH)
    other = read_text(edited(('pays = "30:1"', 'pays = "25:1"'), ("alone = true", "alone = false")))
    found = told_differences(one, other)
    assert found == {
        "pays.pair-up.rows.three-of-a-kind.pays": ("30:1", "25:1"),
        "wagers.pair-up.alone": ("true", "false"),
    }


def test_a_row_more_shows_as_keys_that_were_absent():
    more = '{ hand = "pair", pays = "1:1" }, { id = "ace", hand = "ace high", pays = "push" }'
    one, other = read_text(SIXTH), read_text(edited(('{ hand = "pair", pays = "1:1" }', more)))
    found = told_differences(one, other)
    assert found["pays.pair-up.rows.ace.pays"] == ("absent", "push")
    assert found["pays.pair-up.rows (order)"][1].endswith("flush, pair, ace")


@pytest.mark.slow
def test_a_file_unlike_the_approved_one_is_told_in_which_keys(tmp_path):
    path = tmp_path / "mini-tex.toml"
    path.write_text(sample_text("mini-tex").replace('size = "2 x ante"', 'size = "3 x ante"'))
    verdict = verdict_on(read(path))
    assert verdict.status == "differs"
    assert dict(verdict.differences) == {
        "stages.river.decide.bet.size": ("2 x ante", "3 x ante"),
    }


def with_shipped(monkeypatch, name, **changes):
    """The identities of all games when a shipped ranking has other keys."""
    edit_ranking(monkeypatch, name, lambda ranking: {**ranking, **changes})
    return {game: identities(read(game)) for game in game_ids()}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "changes", "changed"),
    [
        ("three-card", {"ace_low": False}, {"mini-tex", "mini-tex-ring"}),
        ("five-card-shoe", {"flush_repeats": False}, {"texas-21"}),
        (
            "five-card-wild",
            {"labels": {"five of a kind": "cincos", "pair": "dos"}},
            {"spanish-poker"},
        ),
        ("five-card", {"title": "Another title."}, set()),
        ("four-card", {"ace_low": False}, set()),
    ],
)
def test_a_shipped_ranking_is_part_of_the_files_that_use_it(monkeypatch, name, changes, changed):
    before = {game: identities(read(game)) for game in game_ids()}
    after = with_shipped(monkeypatch, name, **changes)
    assert {game for game in game_ids() if before[game] != after[game]} == changed
    assert all(is_another(after[game], before[game]) for game in changed)


def test_a_shipped_deck_is_part_of_the_files_that_use_it(monkeypatch):
    before = {game: read(game).sha256 for game in game_ids()}
    edit_deck(
        monkeypatch,
        "spanish-41",
        lambda deck: replace(deck, removed=(*deck.removed, deck.cards[0])),
    )
    after = {game: read_text(sample_text(game)).sha256 for game in game_ids()}
    assert {game for game in game_ids() if before[game] != after[game]} == {"spanish-poker"}


def test_a_change_of_ranking_is_told_under_the_rankings_name():
    other = edited(
        ('like = "five-card-wild"\nace_low = false', 'like = "five-card-wild"\nace_low = true'),
        text=sample_text("spanish-poker"),
    )
    verdict = verdict_on(read_text(other))
    assert verdict.differences["rankings.spanish.ace_low"] == ("false", "true")


@pytest.mark.slow
def test_a_shipped_file_that_was_edited_in_place_is_told_so(monkeypatch, tmp_path):
    for path in GAMES_DIR.glob("*.toml"):
        (tmp_path / path.name).write_text(path.read_text())
    edited_file = tmp_path / "mini-tex.toml"
    edited_file.write_text(edited_file.read_text().replace('"2 x ante"', '"3 x ante"'))
    ship_games_in(monkeypatch, tmp_path)
    verdict = verdict_on(check_file("mini-tex"))
    assert (verdict.status, dict(verdict.differences)) == ("differs", {})
    assert verdict.sentence.startswith("Not approved, and the file approved on 2008-08-20")
    edited_file.write_text("nonsense")
    other = read_text(sample_text("mini-tex").replace('"2 x ante"', '"4 x ante"'))
    assert verdict_on(other).status == "differs"


def test_a_game_nobody_approved_is_told_so():
    verdict = verdict_on(read_text(SIXTH))
    assert verdict.status == "unknown"
    assert "three-queens" in verdict.sentence
