"""Accounts are values; their text is made and read in the books alone."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from feltworks.house.audit.chain import ChainCheck
from feltworks.house.audit.running import RunningBooks
from feltworks.house.books import Writer
from feltworks.house.books.chain import GENESIS, entry_in, sealed
from feltworks.house.cage import checked_name
from feltworks.house.ledger import PURSES, LedgerAccount, accounts, read_account

from .units import sold

WRITTEN = [
    (accounts.player("ann"), "player:ann"),
    (accounts.player("a:b: c"), "player:a:b: c"),
    (accounts.escrow("t-1"), "escrow:t-1"),
    (accounts.tray("t-1"), "tray:t-1"),
    (accounts.tokes("t-1"), "tokes:t-1"),
    (accounts.drop("t-1", "gran"), "drop:t-1:gran"),
    (accounts.displayed("gran"), "jackpot:gran"),
    (accounts.undisplayed("gran")[0], "backup:gran:1"),
    (accounts.undisplayed("gran")[1], "backup:gran:2"),
    (accounts.reserve("gran"), "reserve:gran"),
    (accounts.counted("gran"), "counted:gran"),
    (accounts.custody("gran"), "custody:gran"),
    (accounts.seed("gran"), "seed:gran"),
    (accounts.fees("gran"), "fees:gran"),
    (accounts.HOUSE, "house"),
    (accounts.CAGE, "cage"),
]


@pytest.mark.parametrize(("account", "text"), WRITTEN, ids=lambda each: str(each))
def test_each_kind_of_account_has_one_text(account, text):
    """Books that are kept for years have these very texts in their hashes."""
    assert str(account) == text
    assert read_account(text) == account
    assert len(account.owner) == PURSES[account.purse].owners


def test_every_purse_is_among_them():
    assert {account.purse for account, _ in WRITTEN} == PURSES.keys()


anything = st.lists(st.sampled_from([*PURSES, ":", "x", "", " "])).map("".join) | st.text()


@given(anything, anything)
def test_whatever_somebody_wrote_is_read_and_no_two_texts_as_one_account(one, other):
    assert str(read_account(one)) == one
    assert (read_account(one) == read_account(other)) == (one == other)


@given(st.text(min_size=1, max_size=60).filter(lambda text: text == text.strip()))
def test_any_name_a_player_may_have_is_read_back(name):
    if name.isprintable():
        assert read_account(str(accounts.player(checked_name(name)))) == accounts.player(name)


@pytest.mark.parametrize("text", ["wallet:a", "cage:x", "house:", "", ":", "Player:ann"])
def test_a_text_that_names_no_account_of_a_known_purse_is_told_apart(text):
    assert read_account(text).purse not in PURSES


def test_an_entry_for_no_known_purse_is_found_by_the_audit(fresh):
    entry = [["cage:x", -5, "chips", -5], ["player:ann", 5, "chips", 5]]
    heading = (1, "2025-11-14T10:00:00.000000Z", "2025-11-14", "chips sold", "player ann", None)
    record = sealed(heading, {"postings": entry}, GENESIS)
    with fresh.reading() as reader:
        found = [each.text for each in ChainCheck(RunningBooks(reader)).take(record)]
    assert "cage:x is an account of no known purse" in found


@pytest.mark.slow
@pytest.mark.both_databases
def test_the_books_write_the_text_and_give_the_value_back(fresh):
    writer, name = Writer(fresh), "x:1 of y"
    written = writer.write(sold(name, 500))
    assert written.content["postings"][1] == [f"player:{name}", 500, "chips", 500]
    ((_, then), (posting, after)) = entry_in(written.content)
    assert (posting.account, then, after) == (accounts.player(name), -500, 500)
    with fresh.reading() as reader:
        assert reader.accounts("player") == {LedgerAccount("player", (name,)): 500}
        assert reader.purses() == {"cage": -500, "player": 500}
        assert reader.cents(accounts.player("x")) == 0
        assert reader.is_used(accounts.player(name)) and not reader.is_used(accounts.player("x"))


@pytest.mark.both_databases
def test_an_account_that_is_empty_again_was_used(fresh):
    writer = Writer(fresh)
    writer.write_each([sold("ann", 500), sold("ann", -500)])
    with fresh.reading() as reader:
        assert reader.cents(accounts.player("ann")) == 0
        assert reader.is_used(accounts.player("ann"))
