"""Keys that seal decks: nobody reads a deck without them, and a sealed deck opens in its place."""

from __future__ import annotations

import stat
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

import pytest

from feltworks.cards import CommitmentError, commit, deck, read_secret
from feltworks.house.books import Database
from feltworks.house.errors import BooksAway, HouseError
from feltworks.house.keys import DeckKeys, KeyLost

DECK = {"table": "t1", "number": 3, "digest": "0" * 64}


@pytest.fixture
def keys(tmp_path):
    return DeckKeys(tmp_path / "room" / "house.db.deck-keys")


def test_a_sealed_deck_opens_again_and_tells_nothing(keys):
    secret = commit(deck("standard-52").cards).secret()
    sealed = keys.seal(secret, **DECK)
    assert keys.open(sealed, **DECK) == secret
    assert secret[2:22] not in sealed and "As Kd" not in sealed
    # The same deck sealed twice is two texts: whoever compares them learns nothing either.
    assert keys.seal(secret, **DECK) != sealed


@pytest.mark.parametrize("other", [{"table": "t2"}, {"number": 4}, {"digest": "1" * 64}])
def test_a_sealed_deck_put_in_the_place_of_another_does_not_open(keys, other):
    sealed = keys.seal("secret", **DECK)
    with pytest.raises(KeyLost, match="not what was sealed"):
        keys.open(sealed, **{**DECK, **other})


@pytest.mark.parametrize("text", ["", "1 2", "1 abc !!!", "2 abc aaaa", "1 00000000 aaaa"])
def test_what_is_no_sealed_deck_is_said_to_be_none(keys, text):
    keys.seal("secret", **DECK)
    with pytest.raises(KeyLost):
        keys.open(text, **DECK)


def test_the_newest_key_seals_and_the_older_ones_still_open(keys):
    before = keys.seal("first", **DECK)
    fresh = keys.change()
    after = keys.seal("second", **DECK)
    assert before.split()[1] != fresh.id == after.split()[1]
    again = DeckKeys(keys.path)
    assert again.open(before, **DECK) == "first" and again.open(after, **DECK) == "second"
    assert [key.id for key in again.all()] == [before.split()[1], fresh.id]


def test_a_key_that_somebody_else_adds_seals_from_then_on(keys):
    keys.seal("first", **DECK)
    fresh = DeckKeys(keys.path).change()
    assert keys.seal("second", **DECK).split()[1] == fresh.id


def test_without_its_key_a_deck_is_lost_and_the_key_is_named(keys):
    sealed = keys.seal("secret", **DECK)
    keys.path.unlink()
    lost = pytest.raises(KeyLost, match=f"with the key {sealed.split()[1]}, which is not in")
    with lost:
        DeckKeys(keys.path).open(sealed, **DECK)
    DeckKeys(keys.path).change()
    with lost:
        keys.open(sealed, **DECK)


def test_a_file_that_is_gone_while_tables_deal_is_waited_for(keys):
    """A new key in its place would leave the decks in play without theirs."""
    sealed = keys.seal("secret", **DECK)
    kept = keys.path.rename(keys.path.with_name("kept"))
    with pytest.raises(BooksAway, match="are gone: put the file back"):
        keys.seal("another", **DECK)
    with pytest.raises(BooksAway, match="are gone: put the file back"):
        keys.open(sealed, **DECK)
    keys.path.mkdir()
    with pytest.raises(BooksAway, match="cannot be used"):
        keys.seal("another", **DECK)
    keys.path.rmdir()
    kept.rename(keys.path)
    assert keys.seal("another", **DECK).split()[1] == sealed.split()[1]
    assert keys.open(sealed, **DECK) == "secret"


def test_the_file_is_its_owners_alone(keys):
    keys.seal("secret", **DECK)
    lock = keys.path.with_name(f"{keys.path.name}.lock")
    assert set(keys.path.parent.iterdir()) == {keys.path, lock}
    assert all(stat.S_IMODE(path.stat().st_mode) == 0o600 for path in (keys.path, lock))


def changed(path):
    return DeckKeys(path).change().id


@pytest.mark.slow
def test_keys_that_several_processes_make_at_once_are_all_kept(keys):
    with ProcessPoolExecutor(4, mp_context=get_context("fork")) as pool:
        made = list(pool.map(changed, [keys.path] * 24))
    assert sorted(key.id for key in keys.all()) == sorted(made)


def test_where_decks_were_sealed_no_first_key_is_made(keys):
    """Whoever forgot to put the file in its place is told so, and decides."""
    before = DeckKeys(keys.path).change()
    kept = keys.path.rename(keys.path.with_name("kept"))
    with pytest.raises(BooksAway, match="have sealed decks and there are no deck keys at") as told:
        keys.seal("secret", **DECK, is_first=lambda: False)
    assert "house key --add FILE" in str(told.value) and "house key --new" in str(told.value)
    assert not keys.path.exists()
    keys.add(kept)
    assert keys.seal("secret", **DECK, is_first=lambda: False).split()[1] == before.id


@pytest.mark.parametrize("text", ["", "[]", '{"keys": [{}]}', '{"keys": [{"id": 1}]}'])
def test_a_file_that_holds_no_keys_is_told_in_one_sentence(keys, text):
    keys.path.parent.mkdir()
    keys.path.write_text(text)
    with pytest.raises(HouseError, match="is no file of deck keys"):
        keys.seal("secret", **DECK)


def test_a_short_key_is_refused(keys):
    keys.path.parent.mkdir()
    keys.path.write_text('{"keys": [{"id": "a", "made": "", "key": "00"}]}')
    with pytest.raises(HouseError, match="not 32 bytes"):
        keys.seal("secret", **DECK)


def test_the_keys_lie_beside_the_books_or_among_the_users_data(tmp_path, monkeypatch):
    monkeypatch.delenv("FELTWORKS_KEYS", raising=False)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    beside = Database(str(tmp_path / "house.db"))
    assert DeckKeys.of(beside).path == tmp_path / "house.db.deck-keys"
    served = Database("postgresql://ann@far/room")
    assert DeckKeys.of(served).path.name == "room.deck-keys"
    monkeypatch.setenv("FELTWORKS_KEYS", str(tmp_path / "elsewhere"))
    assert DeckKeys.of(served).path == tmp_path / "elsewhere"


def test_a_commitment_is_written_down_and_read_back():
    promise = commit(deck("standard-52").cards)
    assert read_secret(promise.secret()) == promise


@pytest.mark.parametrize("text", ["", "9\nab\nAs", "1\nab\nAs", f"1\n{'0' * 64}\nA"])
def test_what_is_no_secret_of_a_deck_is_refused(text):
    with pytest.raises(CommitmentError):
        read_secret(text)
