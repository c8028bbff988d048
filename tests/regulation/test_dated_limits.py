"""The state's limits by date, each figure as the notes on the code give it."""

from datetime import date
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from feltworks.regulation import (
    KINDS,
    RegulationError,
    all_conditions,
    conditions,
    jackpot_law,
    payout_cap,
    ring_law,
    state_file,
    wager_law,
)

DATED = ("largest_wager", "games_on_a_hand", "ring", "payout_cap")


@pytest.mark.parametrize(
    ("on", "dollars"),
    [
        (date(1999, 1, 1), 100),
        (date(2004, 6, 30), 100),
        (date(2004, 7, 1), 100),
        (date(2007, 12, 31), 100),
        (date(2008, 1, 1), 200),
        (date(2008, 12, 31), 200),
        (date(2009, 1, 1), 300),
        (date(2023, 7, 31), 300),
        (date(2023, 8, 1), 400),
        (date(2040, 1, 1), 400),
    ],
)
def test_wac_230_15_140_the_largest_single_wager(on, dollars):
    assert wager_law(on).largest.cents == dollars * 100


def test_from_july_2004_up_to_three_tables_may_go_to_two_hundred():
    assert wager_law(date(2004, 6, 30)).largest.some_tables is None
    some = wager_law(date(2005, 1, 1)).largest.some_tables
    assert some is not None and (some.cents, some.tables) == (20_000, 3)
    assert wager_law(date(2008, 6, 1)).largest.some_tables is None


@pytest.mark.parametrize(
    ("on", "most", "above_small"),
    [
        (date(2007, 12, 31), 2, 2),
        (date(2008, 1, 1), 3, 3),
        (date(2009, 8, 31), 3, 3),
        (date(2009, 9, 1), 6, 3),
    ],
)
def test_wac_230_15_040_separate_games_on_one_hand(on, most, above_small):
    games = wager_law(on).games
    assert (games.most, games.most_above_small) == (most, above_small)


def test_the_small_games_of_2009_are_five_dollars_or_less():
    small = wager_law(date(2010, 1, 1)).games.small
    assert small is not None and (small.games, small.cents) == (3, 500)


def test_wac_230_15_135_a_bet_and_three_raises_in_at_most_five_rounds():
    for on, dollars in ((date(2008, 8, 20), 40), (date(2018, 1, 1), 300)):
        law = ring_law(on)
        assert (law.rounds, law.wagers_a_round, law.largest_cents) == (5, 4, dollars * 100)


def test_wac_230_15_490_a_cap_leaves_room_for_top_odds_counted_to_fifty():
    rule = payout_cap(date(2008, 8, 20))
    assert rule.least_player_cap_cents(500, 10_000, Fraction(200)) == 10_000 * 50
    assert rule.least_player_cap_cents(500, 10_000, Fraction(30)) == 10_000 * 30
    # The smallest wager at its full odds can be more than the largest at fifty.
    assert rule.least_player_cap_cents(5_000, 10_000, Fraction(500)) == 5_000 * 500
    assert rule.least_player_cap_cents(1, 1, Fraction(3, 2)) == 2
    assert rule.least_table_cap_cents(500_000) == 1_000_000


def test_no_rule_on_caps_is_known_before_2008():
    with pytest.raises(RegulationError, match=r"2007-05-01.*begins on 2008-01-01"):
        payout_cap(date(2007, 5, 1))


def test_wac_230_15_671_a_displayed_jackpot_falls_only_for_a_stated_reason():
    law = jackpot_law()
    assert set(law.may_fall_because) == {
        "won",
        "malfunction",
        "above-cap",
        "undisplayed-receipts",
        "seed-recovered",
    }
    assert law.allows_fall("won") and not law.allows_fall("the owner wished it")
    assert law.cap_is_lawful(500_000, 500_000) and not law.cap_is_lawful(499_999, 500_000)


@pytest.mark.slow
@given(st.dates(min_value=date(2008, 1, 1)), st.dates(min_value=date(2008, 1, 1)))
def test_limits_on_wagers_and_games_have_only_risen(one, other):
    early, late = sorted((one, other))
    assert wager_law(early).largest.cents <= wager_law(late).largest.cents
    assert wager_law(early).games.most <= wager_law(late).games.most


@pytest.mark.parametrize("subject", DATED)
def test_every_dated_fact_is_in_order_and_has_a_source_and_a_confidence(subject):
    facts = state_file()[subject]
    dates = [fact.get("from", date.min) for fact in facts]
    assert dates == sorted(set(dates))
    for fact in facts:
        assert fact["source"]
        assert fact["confidence"] in ("read", "part", "second-hand", "recall")


def test_approval_letters_bind_commercial_and_tribal_houses_differently():
    commercial = {c.id for c in conditions("commercial", 2008)}
    tribal = {c.id for c in conditions("tribal", 2008)}
    assert commercial - tribal == {"internal-controls", "equipment-licensed"}
    assert tribal - commercial == {
        *("tribal-agency", "state-concurrence", "compact-supplement", "equipment-certified")
    }
    assert "owner-licensed" in {c.id for c in conditions("commercial", 2005)}
    assert "owner-licensed" not in commercial
    assert all(c.houses and set(c.houses) <= set(KINDS) for c in all_conditions())


def test_interest_holders_are_the_owners_matter_and_no_paper_of_the_house():
    bound = {c.id: c.binds for c in all_conditions()}
    assert {id for id, binds in bound.items() if binds == "owner"} == {"interest-holders"}


def test_a_progressive_is_no_game_of_its_own_before_2008_by_the_letter_of_2005():
    assert not wager_law(date(2005, 4, 15)).games.progressives_counted
    assert wager_law(date(2005, 4, 15)).games.confidence == "second-hand"
    assert wager_law(date(2008, 7, 31)).games.progressives_counted


def test_an_unknown_letter_or_kind_of_house_is_one_sentence():
    with pytest.raises(RegulationError, match="letters of 2005 and 2008"):
        conditions("tribal", 1999)
    with pytest.raises(RegulationError, match="commercial or tribal, not 'floating'"):
        conditions("floating", 2008)
