"""The separate account of a jackpot: deposits with their documents, and play that stops."""

from __future__ import annotations

from datetime import date, timedelta

import pytest

from feltworks.house import House, HouseError

from .conftest import DAY
from .dealing import Rigged, bets, count_closed, likes
from .rooms import room
from .test_jackpot_play import CINCOS, NOTHING, displayed, in_order, spanish

ACCOUNT = 'account = "Trust account 1"'
LAW = "WAC 230-15-671 to 230-15-720"


def nothing_deposited(books):
    """A house that keeps its jackpot's money in an account, where nothing is deposited yet."""
    with House(books, create=True) as house:
        (objection,) = house.open(room(gran=ACCOUNT), DAY).objections
        assert (objection.table, objection.rule) == ("spanish", LAW)
        assert objection.text == (
            "Trust account 1 holds $0 of the $500 that the jackpot gran holds: play for it stops "
            "until $500 is deposited"
        )
        house.sell_chips("ann", 1_000_00, key="ann buys in")


@pytest.fixture
def opened(copied):
    with House(copied(nothing_deposited)) as house:
        yield house


def deposit(house, cents, dated=DAY, reference="Slip 4411"):
    return house.jackpots.deposit(
        "gran", cents, dated=dated, reference=reference, document="Bank receipt"
    )


def test_a_deposit_is_recorded_with_its_date_reference_and_document(opened):
    record = deposit(opened, 500_00)
    assert record.facts == {
        "deposit": 500_00,
        "account": "Trust account 1",
        "dated": "2025-11-14",
        "reference": "Slip 4411",
        "document": "Bank receipt",
    }
    assert opened.open(room(gran=ACCOUNT), DAY).opened == ("spanish", "texas")
    in_order(opened)


def test_a_deposit_asked_again_with_its_key_is_recorded_once(opened):
    told = {"dated": DAY, "reference": "Slip 1", "document": "Bank receipt", "key": "slip 1"}
    first = opened.jackpots.deposit("gran", 500_00, **told)
    assert opened.jackpots.deposit("gran", 500_00, **told) == first
    assert opened.jackpots.show("gran").banked == 500_00
    in_order(opened)


def test_accruals_are_deposited_within_a_week_or_the_table_does_not_open(opened):
    deposit(opened, 500_00)
    opened.open(room(gran=ACCOUNT), DAY)
    spanish(opened, s1=NOTHING).settled()
    count_closed(opened)
    week = DAY + timedelta(7)
    assert "spanish" in opened.open(room(gran=ACCOUNT), week).opened
    opened.close()
    (objection,) = opened.open(room(gran=ACCOUNT), week + timedelta(1)).objections
    assert "$500 of the $501 that the jackpot gran holds, and was last level on" in objection.text
    deposit(opened, 1_00, dated=week)
    assert "spanish" in opened.open(room(gran=ACCOUNT), week + timedelta(1)).opened
    in_order(opened)


def test_an_account_is_level_only_when_it_also_holds_what_is_not_displayed(opened):
    deposit(opened, 500_00)
    opened.open(room(gran=ACCOUNT), DAY)
    spanish(opened, s1=NOTHING).settled()
    count_closed(opened)
    jackpot = opened.jackpots.show("gran")
    assert (jackpot.displayed, jackpot.held.undisplayed) == (500_00, 1_00)
    deposit(opened, -1, reference="Returned cheque")
    deposit(opened, 1_00)
    (objection,) = opened.open(room(gran=ACCOUNT), DAY + timedelta(1)).objections
    assert "holds $500.99 of the $501 that the jackpot gran holds: play" in objection.text
    deposit(opened, 1)
    assert "spanish" in opened.open(room(gran=ACCOUNT), DAY + timedelta(1)).opened
    in_order(opened)


def test_play_for_a_jackpot_stops_at_once_when_its_account_falls_short(opened):
    deposit(opened, 500_00)
    opened.open(room(gran=ACCOUNT), DAY)
    deposit(opened, -20_00, reference="Returned cheque")
    with pytest.raises(HouseError, match=r"play for it stops until \$20 is deposited"):
        spanish(opened, s1=NOTHING).begun()
    # The table goes on without it.
    Rigged(opened, "spanish", bets(1, ante=500), {}, likes("fold")).settled()
    deposit(opened, 20_00)
    in_order(opened)


def test_a_prize_is_paid_out_of_the_account(opened):
    deposit(opened, 600_00)
    opened.open(room(gran=ACCOUNT), DAY)
    spanish(opened, s1=CINCOS).settled()
    jackpot = opened.jackpots.show("gran")
    assert (displayed(opened), jackpot.banked, jackpot.level_on) == (500_00, 100_00, None)
    # Accruals may wait a week for their deposit, the new seed may not.
    with pytest.raises(HouseError, match=r"play for it stops until \$400 is deposited"):
        spanish(opened, s1=NOTHING).begun()
    deposit(opened, 400_00)
    spanish(opened, s1=NOTHING).settled()
    in_order(opened)


def test_an_account_that_holds_the_new_seed_already_stays_level(opened):
    deposit(opened, 1_000_00)
    opened.open(room(gran=ACCOUNT), DAY)
    spanish(opened, s1=CINCOS).settled()
    assert opened.jackpots.show("gran").level_on == DAY
    opened.jackpots.seed("gran", 1, document="Slip 12")
    with pytest.raises(HouseError, match=r"play for it stops until \$0\.01 is deposited"):
        spanish(opened, s1=NOTHING).begun()
    in_order(opened)


def test_another_account_holds_nothing_of_what_the_one_before_it_held(opened):
    deposit(opened, 500_00)
    (objection,) = opened.open(room(gran='account = "Bank B"'), DAY).objections
    assert objection.text.startswith("Bank B holds $0 of the $500 that the jackpot gran holds:")
    in_order(opened)
    deposit(opened, 500_00)
    assert opened.open(room(gran='account = "Bank B"'), DAY).opened == ("spanish", "texas")
    in_order(opened)


@pytest.mark.parametrize(
    ("cents", "dated", "reference", "told"),
    [
        (0, DAY, "x", "a deposit of nothing is none"),
        (-1, DAY, "x", r"Trust account 1 is short of \$0\.01"),
        (1, DAY + timedelta(1), "x", "a deposit of 2025-11-15 cannot be recorded on 2025-11-14"),
        (1, DAY, " ", "a reference"),
        (10**30, DAY, "x", r"a deposit is \$10,000,000,000,000 at most"),
    ],
)
def test_what_is_no_deposit_is_refused(opened, cents, dated, reference, told):
    with pytest.raises(HouseError, match=told):
        deposit(opened, cents, dated, reference)


def test_a_practice_house_needs_no_account_and_deposits_to_none(house):
    with pytest.raises(HouseError, match="no separate account is named for gran"):
        deposit(house, 1_00, date(2025, 11, 14))
