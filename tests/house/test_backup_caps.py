"""Backups within their cap whenever the primary is low: booked with the win, held by the audit."""

from __future__ import annotations

import pytest
from tests.ask.shipped import forget_backup_caps
from tests.rules.sample import edited, sample_text

from feltworks.house import House, HouseError, read_house

from .conftest import DAY
from .dealing import count_and_reopen
from .rooms import text
from .test_jackpot_play import CINCOS, NOTHING, ROYAL, in_order, raised_to, spanish

# The amounts of the document would take thousands of rounds to reach.
SMALL = (
    'first_at = "$5,000", second_at = "$5,000", cap = "$5,000", cap_lifts_at = "$20,000"',
    'first_at = "$600", second_at = "$2", cap = "$2", cap_lifts_at = "$1,000"',
)


def cards(folder, rules, *more, gran="", backups="on"):
    """A house whose Spanish Poker has small amounts, and keeps backups."""
    (folder / "small.toml").write_text(edited(SMALL, text=rules))
    options = ", ".join((f'gran_backups = "{backups}"', "backup_share = 90", *more))
    file = text(spanish=f"options = {{ {options} }}", gran=gran)
    return read_house(
        file.replace('game = "spanish-poker"', 'game = "small.toml"'), "house.toml", folder
    )


def with_a_second_backup(books, opened, *, counted):
    """Ten losing dollars beside a primary of $1,000: two to the first backup, seven to a second."""
    house = House(books, create=True)
    house.open(opened, DAY)
    house.sell_chips("ann", 1_000_00, key="ann buys in")
    raised_to(house, 1_000_00)
    for _ in range(10):
        spanish(house, s1=NOTHING).settled()
    if counted:
        count_and_reopen(house, opened=opened)
    assert held(house) == (1_001_00, 2_00, 7_00)
    return house


def held(house):
    found = house.jackpots.show("gran").held
    return found.displayed, found.first, found.second


def last_won(house):
    with house.database.reading() as reader:
        return [each for each in reader.about("jackpot gran") if each.kind == "jackpot won"][-1]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("mode", "more", "gran"),
    [
        ("counted", (), ""),
        ("metered", ('gran_mode = "meter"',), 'contribution = "100%"'),
    ],
)
def test_a_royal_that_takes_the_primary_below_its_mark_moves_what_a_second_backup_has_too_much(
    books, tmp_path, mode, more, gran
):
    opened = cards(tmp_path, sample_text("spanish-poker"), *more, gran=gran)
    house = with_a_second_backup(books, opened, counted=mode == "counted")
    with house:
        spanish(house, s1=ROYAL[1]).settled()
        record = last_won(house)
        # $1,001 less a quarter, and five dollars from the second backup, in the win's own entry.
        assert record.facts["from_backups"] == 5_00
        assert {each.account.purse for each in record.postings} >= {"jackpot", "backup"}
        assert held(house)[1:] == (2_00, 2_00)
        assert record.content["after"]["displayed"] >= 750_75 + 5_00
        assert house.jackpots.statement("gran").difference == 0
        in_order(house)


@pytest.mark.slow
def test_after_cincos_no_second_backup_stands_above_the_cap_as_the_first(books, tmp_path):
    opened = cards(tmp_path, sample_text("spanish-poker"))
    with with_a_second_backup(books, opened, counted=True) as house:
        spanish(house, s1=CINCOS).settled()
        # Won to the last cent: the excess and the first backup, and seed up to $500.
        assert held(house) == (500_00, 2_00, 0)
        in_order(house)


def test_by_option_a_backup_above_its_cap_stays(books, tmp_path):
    opened = cards(tmp_path, sample_text("spanish-poker"), 'gran_above_cap = "stays"')
    with with_a_second_backup(books, opened, counted=True) as house:
        spanish(house, s1=CINCOS).settled()
        assert held(house) == (500_00, 7_00, 0)
        in_order(house)


def test_the_audit_has_its_own_definition_of_backups_within_their_cap(tmp_path, monkeypatch):
    opened = cards(tmp_path, sample_text("spanish-poker"))
    with with_a_second_backup(str(tmp_path / "house.db"), opened, counted=True) as house:
        # Writer and audit share this arithmetic, so a fault in it must be found by something else.
        forget_backup_caps(monkeypatch)
        spanish(house, s1=ROYAL[1]).settled()
        (fault,) = house.audit().violations
    assert fault.check == "jackpots"
    assert "backup:gran:2 holds $7, above $2, and gran displays $750.75, below $1,000" in fault.text


@pytest.mark.slow
def test_terms_that_no_longer_let_a_backup_stand_above_its_cap_lower_it_at_once(books, tmp_path):
    """The staff changes the option: an entry of its own takes what is above the cap."""
    stays = cards(tmp_path, sample_text("spanish-poker"), 'gran_above_cap = "stays"')
    with with_a_second_backup(books, stays, counted=True) as house:
        spanish(house, s1=ROYAL[1]).settled()
        assert held(house) == (750_75, 2_00, 7_00)
        count_and_reopen(house, opened=cards(tmp_path, sample_text("spanish-poker")))
        assert held(house)[1:] == (2_00, 2_00)
        with house.database.reading() as reader:
            kinds = [each.kind for each in reader.about("jackpot gran")]
        assert kinds.count("jackpot backups lowered") == 1
        in_order(house)


@pytest.mark.slow
def test_backups_that_hold_money_cannot_be_switched_off(books, tmp_path):
    rules = sample_text("spanish-poker")
    opened, off = cards(tmp_path, rules), cards(tmp_path, rules, backups="off")
    with with_a_second_backup(books, opened, counted=True) as house:
        with pytest.raises(HouseError, match=r"backups of the jackpot gran hold \$9 and cannot be"):
            count_and_reopen(house, opened=off)
        house.open(opened, DAY)
        spanish(house, s1=ROYAL[1]).settled()
        assert held(house)[1:] == (2_00, 2_00)
        in_order(house)


@pytest.mark.slow
def test_empty_backups_are_switched_off(books, tmp_path):
    rules = sample_text("spanish-poker")
    with House(books, create=True) as house:
        house.open(cards(tmp_path, rules), DAY)
        house.open(cards(tmp_path, rules, backups="off"), DAY)
        assert house.jackpots.show("gran").terms.backups is None
        in_order(house)
