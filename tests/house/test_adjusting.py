"""A jackpot changed by hand, its daily statement, and its removal."""

from __future__ import annotations

from datetime import date

import pytest

from feltworks.house import House, HouseError, read_house
from feltworks.house.ledger import accounts
from feltworks.regulation import jackpot_law

from .conftest import DAY
from .dealing import count_and_reopen, count_closed
from .rooms import room
from .test_jackpot_play import (
    CINCOS,
    NOTHING,
    ROYAL,
    displayed,
    in_order,
    ledger,
    spanish,
    texas,
    twenty,
)

SLIP = "Slip 17 of 14 November"


def test_the_display_falls_only_for_a_reason_the_state_allows(house):
    for reason in ("won", "greed", ""):
        with pytest.raises(HouseError, match=f"may not fall because of '{reason}'"):
            house.jackpots.adjust("gran", -100, reason, document=SLIP)
    assert displayed(house) == 500_00


def test_every_lawful_reason_is_offered_but_a_win_which_is_booked_at_the_table(house):
    with pytest.raises(HouseError) as raised:
        house.jackpots.adjust("gran", -100, "greed", document=SLIP)
    for reason in jackpot_law().may_fall_because.keys() - {"won"}:
        assert f"{reason} (" in str(raised.value)


@pytest.mark.parametrize("document", ["", "  ", "two\nlines", "x" * 201])
def test_no_change_without_its_document(house, document):
    desk = house.jackpots
    for change in (
        lambda: desk.adjust("gran", -100, "malfunction", document=document),
        lambda: desk.adjust("gran", 100, "added", document=document),
        lambda: desk.seed("gran", 100, document=document),
        lambda: desk.cap("gran", 900_00, document=document),
    ):
        with pytest.raises(HouseError, match="a document is named in one printable line"):
            change()
    house.close()
    with pytest.raises(HouseError, match="a document is named in one printable line"):
        desk.remove("gran", document=document)
    assert displayed(house) == 500_00


def test_a_malfunction_is_put_right_both_ways(house):
    house.jackpots.adjust("gran", 10_00, "added", document=SLIP)
    house.jackpots.adjust("gran", -10_00, "malfunction", document=SLIP)
    house.jackpots.adjust("gran", 2_50, "malfunction", document=SLIP)
    assert displayed(house) == 502_50
    in_order(house)


def test_nothing_is_no_adjustment_and_more_than_there_is_cannot_be_taken(house):
    with pytest.raises(HouseError, match="an adjustment of nothing is none"):
        house.jackpots.adjust("gran", 0, "malfunction", document=SLIP)
    with pytest.raises(HouseError, match=r"\$501 cannot be taken: \$500 is what gran displays"):
        house.jackpots.adjust("gran", -501_00, "malfunction", document=SLIP)


def test_a_jackpot_is_raised_only_for_a_known_reason(house):
    with pytest.raises(HouseError, match="not raised because of 'won'"):
        house.jackpots.adjust("gran", 100, "won", document=SLIP)


def test_a_seed_is_recovered_up_to_what_is_out(house):
    house.jackpots.adjust("gran", 900_00, "added", document=SLIP)
    with pytest.raises(HouseError, match=r"\$500 is what of the seed of gran is still out"):
        house.jackpots.adjust("gran", -600_00, "seed-recovered", document=SLIP)
    house.jackpots.adjust("gran", -500_00, "seed-recovered", document=SLIP)
    assert ledger(house, accounts.seed("gran")) == 0
    assert displayed(house) == 900_00
    in_order(house)


def test_more_seed_is_advanced_by_the_house(house):
    house.jackpots.seed("gran", 250_00, document=SLIP)
    assert displayed(house) == 750_00
    assert ledger(house, accounts.seed("gran")) == -750_00
    with pytest.raises(HouseError, match="a seed is an amount above zero"):
        house.jackpots.seed("gran", 0, document=SLIP)
    in_order(house)


def test_a_change_asked_again_with_its_key_is_made_and_noted_once(house):
    desk = house.jackpots

    def seed(cents=250_00):
        who = {"by": "otto", "at": "the terminal", "key": "seed 1"}
        return desk.seed("gran", cents, document=SLIP, **who)

    first = seed()
    assert seed() == first and displayed(house) == 750_00
    with house.database.reading() as reader:
        (noted,) = reader.about("staff otto")
    assert (noted.kind, noted.number) == ("jackpot seeded at the terminal", first.number + 1)
    assert noted.facts == {"jackpot": "gran", "record": first.number}
    for other in (
        lambda: seed(251_00),
        lambda: desk.seed("royal", 250_00, document=SLIP, key="seed 1"),
        lambda: desk.adjust("gran", 250_00, "added", document=SLIP, key="seed 1"),
    ):
        with pytest.raises(HouseError, match="the key 'seed 1' was used for something else"):
            other()
    for _ in range(2):
        desk.adjust("gran", 1_00, "added", document=SLIP, key="adjustment 1")
    assert displayed(house) == 751_00
    in_order(house)


def test_a_cap_is_posted_only_at_or_above_the_display(house):
    with pytest.raises(HouseError, match=r"a cap of \$499\.99 is \$0\.01 below what gran displays"):
        house.jackpots.cap("gran", 499_99, document=SLIP)
    house.jackpots.cap("gran", 500_00, document=SLIP)
    spanish(house, s1=NOTHING).settled()
    count_and_reopen(house)
    held = house.jackpots.show("gran").held
    assert (held.displayed, held.reserve) == (500_00, 1_00)
    in_order(house)


def test_a_display_above_its_cap_comes_down_to_it_and_no_further(house):
    house.jackpots.cap("gran", 500_00, document=SLIP)
    house.jackpots.adjust("gran", 40_00, "malfunction", document=SLIP)
    with pytest.raises(HouseError, match=r"\$40 is what the display of gran stands above"):
        house.jackpots.adjust("gran", -41_00, "above-cap", document=SLIP)
    house.jackpots.adjust("gran", -40_00, "above-cap", document=SLIP)
    assert house.jackpots.show("gran").held.reserve == 40_00
    in_order(house)


def test_nobody_puts_money_on_display_above_a_cap(house):
    house.jackpots.cap("gran", 510_00, document=SLIP)
    for change in (
        lambda: house.jackpots.adjust("gran", 10_01, "added", document=SLIP),
        lambda: house.jackpots.seed("gran", 10_01, document=SLIP),
    ):
        with pytest.raises(
            HouseError, match=r"gran would display \$510\.01, \$0\.01 above its cap"
        ):
            change()
    house.jackpots.adjust("gran", 10_00, "added", document=SLIP)
    assert displayed(house) == 510_00


def test_a_cap_leaves_room_for_the_seed(house):
    spanish(house, s1=ROYAL[1]).settled()
    with pytest.raises(
        HouseError, match=r"a cap of \$450 is below the \$500 that gran starts with"
    ):
        house.jackpots.cap("gran", 450_00, document=SLIP)


def test_undisplayed_money_may_be_taken_as_receipts_and_no_more_than_that(house):
    house.jackpots.cap("gran", 500_00, document=SLIP)
    spanish(house, s1=NOTHING).settled()
    count_and_reopen(house)
    with pytest.raises(HouseError, match=r"\$1 is what gran holds undisplayed"):
        house.jackpots.adjust("gran", -2_00, "undisplayed-receipts", document=SLIP)
    house.jackpots.adjust("gran", -1_00, "undisplayed-receipts", document=SLIP)
    assert displayed(house) == 500_00
    in_order(house)


# --- the daily statement -----------------------------------------------------------------------


def test_a_day_reconciles(house):
    spanish(house, s1=NOTHING, s2="2h 4c 5h 6s 7d").settled()
    house.jackpots.adjust("gran", 100_00, "added", document=SLIP)
    house.jackpots.adjust("gran", -5_00, "malfunction", document=SLIP)
    spanish(house, s1=ROYAL[1]).settled()
    count_closed(house)
    stated = house.jackpots.statement("gran")
    assert stated.opening_displayed + stated.opening_reserve == 0
    assert stated.total("seed") == 500_00
    assert stated.total("prizes") == 148_75
    assert stated.total("adjustments") == -95_00
    # The royal's own dollar came back: two are in the box.
    assert stated.total("contributions") == 2_00
    assert (stated.displayed, stated.reserve, stated.difference) == (446_25, 2_00, 0)
    papers = [line.document for line in stated.lines if line.purpose == "adjustment"]
    assert papers == [SLIP, SLIP]
    (won,) = [line for line in stated.lines if line.purpose == "prize"]
    assert won.round == 2


def test_the_next_day_opens_with_what_the_last_one_closed_with(house):
    spanish(house, s1=NOTHING).settled()
    house.close()
    house.jackpots.count("gran")
    house.open(room(), date(2025, 11, 15))
    spanish(house, s1=CINCOS).settled()
    first, second = (house.jackpots.statement("gran", day) for day in (DAY, date(2025, 11, 15)))
    # What the first day added is posted the next day.
    assert (first.displayed, first.reserve) == (500_00, 1_00)
    assert (second.opening_displayed, second.opening_reserve) == (500_00, 1_00)
    assert (second.total("prizes"), second.total("seed")) == (501_00, 500_00)
    assert first.difference == second.difference == 0


def test_a_day_before_the_jackpot_was_there_is_all_zeros(house):
    stated = house.jackpots.statement("gran", date(2024, 1, 1))
    assert (stated.displayed, stated.expected, stated.lines) == (0, 0, [])


# --- counts ------------------------------------------------------------------------------------


def test_a_day_is_counted_once(house):
    spanish(house, s1=NOTHING).settled()
    first = count_closed(house, document="Sheet 1")
    assert house.jackpots.count("gran", document="Sheet 2") == first
    assert house.jackpots.show("gran").held.counted == 1_00


def test_play_after_a_count_is_counted_by_another(house):
    for _ in range(2):
        spanish(house, s1=NOTHING).settled()
        count_and_reopen(house)
    assert displayed(house) == 502_00
    in_order(house)


def test_a_count_for_a_day_that_is_past_is_refused(house):
    house.close()
    with pytest.raises(HouseError, match=r"nothing was staked .* The books stand at 2025-11-14"):
        house.jackpots.count("gran", day=date(2025, 11, 13))


def test_a_count_for_the_next_day_waits_until_the_tables_are_closed(house):
    tomorrow = date(2025, 11, 15)
    spanish(house, s1=NOTHING).settled()
    with pytest.raises(HouseError, match="table spanish is open and plays for gran: close it"):
        house.jackpots.count("gran", day=tomorrow)
    # The day goes on for whoever plays.
    spanish(house, s1=NOTHING).settled()
    house.close()
    assert house.jackpots.count("gran", day=tomorrow).facts["addition"] == 2_00
    assert house.open(room(), tomorrow).opened == ("spanish", "texas")
    in_order(house)


def test_what_the_house_does_not_keep_is_told(house):
    with pytest.raises(HouseError, match="the house keeps no jackpot 'grand'"):
        house.jackpots.count("grand")
    with pytest.raises(HouseError, match=r"fees are -\$1: they cannot be below zero"):
        house.jackpots.count("gran", fees=-100)


def test_spanish_poker_gran_fees_by_hand_stay_within_those_of_the_house_file(house):
    for _ in range(4):
        spanish(house, s1=NOTHING).settled()
    house.close()
    with pytest.raises(HouseError, match=r"fees on the \$4 that the count leaves are \$0 at most"):
        house.jackpots.count("gran", fees=4_00)
    assert house.jackpots.count("gran", fees=0).facts["addition"] == 4_00
    fees = room(gran='fees = "2%"')
    house.open(fees, DAY)
    spanish(house, s1=NOTHING).settled()
    house.close()
    with pytest.raises(HouseError, match=r"fees of \$0\.03 cannot be taken from gran"):
        house.jackpots.count("gran", fees=3)
    assert house.jackpots.count("gran", fees=2).facts["addition"] == 98
    in_order(house)


# --- removal -----------------------------------------------------------------------------------


def test_a_jackpot_is_removed_only_when_nobody_plays_for_it_and_all_is_counted(house):
    spanish(house, s1=NOTHING).settled()
    with pytest.raises(HouseError, match="table spanish plays for gran: close it first"):
        house.jackpots.remove("gran", document=SLIP)
    house.close()
    with pytest.raises(HouseError, match="has not been counted since it was last played for"):
        house.jackpots.remove("gran", document=SLIP)


def test_a_removed_jackpot_keeps_every_cent_in_custody(house):
    house.close()
    house.jackpots.remove("gran", document=SLIP)
    assert ledger(house, accounts.custody("gran")) == 500_00
    assert house.jackpots.all()["gran"].status == "removed"
    for change in (house.jackpots.count, lambda name: house.jackpots.seed(name, 1, document=SLIP)):
        with pytest.raises(HouseError, match="the jackpot gran was removed from play"):
            change("gran")
    with pytest.raises(HouseError, match="was removed: a new one needs a new name"):
        house.open(room(), DAY)
    in_order(house)


def test_a_removed_jackpot_may_go_into_another(house):
    house.close()
    with pytest.raises(HouseError, match="cannot be moved into itself"):
        house.jackpots.remove("gran", document=SLIP, into="gran")
    house.jackpots.remove("gran", document=SLIP, into="royal")
    assert displayed(house, "royal") == 1_000_00
    in_order(house)


def test_a_jackpot_does_not_leave_by_leaving_the_file(house, books):
    house.close()
    text = room(spanish='options = { side_wagers = "dos-pares-and-joker" }').text
    cut = text[: text.index("[jackpots.gran]")] + text[text.index("[jackpots.royal]") :]
    with pytest.raises(HouseError, match=r"no longer has the jackpot gran, which holds \$500"):
        house.open(read_house(cut), DAY)
    house.jackpots.remove("gran", document=SLIP)
    assert house.open(read_house(cut), DAY).opened == ("spanish", "texas")


def test_a_heir_with_a_cap_is_not_lifted_above_it(house):
    house.jackpots.cap("royal", 900_00, document=SLIP)
    house.close()
    with pytest.raises(HouseError, match=r"royal would display \$1,000, \$100 above its cap"):
        house.jackpots.remove("gran", document=SLIP, into="royal")


def test_books_written_by_one_house_are_kept_on_by_the_next(house, books):
    house.jackpots.adjust("gran", 10_00, "added", document=SLIP)
    with House(books) as other:
        other.jackpots.adjust("gran", 10_00, "added", document=SLIP)
    house.jackpots.adjust("gran", 10_00, "added", document=SLIP)
    assert displayed(house) == 530_00
    in_order(house)


# --- a jackpot that is kept by hand ------------------------------------------------------------


def test_spanish_poker_gran_is_counted_at_the_end_of_the_day_and_posted_the_next_day(house):
    spanish(house, s1=NOTHING).settled()
    with pytest.raises(HouseError, match="table spanish is open and plays for gran: close it"):
        house.jackpots.count("gran")
    count_closed(house)
    held = house.jackpots.show("gran").held
    assert (held.displayed, held.counted) == (500_00, 1_00)
    in_order(house)
    house.open(room(), date(2025, 11, 15))
    assert displayed(house) == 501_00
    with house.database.reading() as reader:
        posted = reader.last_of_kind("jackpot amount posted", "jackpot gran")
        opened = reader.last_of_kind("table opened", "table spanish")
    assert (posted.day, posted.facts["counted"]) == ("2025-11-15", 1_00)
    assert posted.number < opened.number
    in_order(house)


def test_texas_21_the_amount_is_updated_before_its_table_opens_and_at_no_other_opening(house):
    cards = {(None, "dealer"): "8s 9c", (None, "flop"): "2c 3d 5d 7h"}
    texas(house, {**cards, **twenty(1, 2, 3)}, 1, 2, 3).settled()
    count_closed(house, "royal")
    # Another table opens: the amount of this one waits.
    closed = room(under="2008-09-01", texas='player_limit = "$1"')
    assert house.open(closed, DAY).opened == ("spanish",)
    assert house.jackpots.show("royal").held.counted == 75
    house.open(room(), DAY)
    assert displayed(house, "royal") == 500_75
    in_order(house)


def test_what_was_counted_is_posted_up_to_a_cap_and_the_rest_kept_above_it(house):
    spanish(house, s1=NOTHING, s2="2h 4c 5h 6s 7d").settled()
    count_closed(house)
    house.jackpots.cap("gran", 501_00, document=SLIP)
    house.open(room(), DAY)
    held = house.jackpots.show("gran").held
    assert (held.displayed, held.reserve, held.counted) == (501_00, 1_00, 0)
    in_order(house)


def test_a_removed_jackpot_keeps_what_was_counted_for_it(house):
    spanish(house, s1=NOTHING).settled()
    count_closed(house)
    house.jackpots.remove("gran", document=SLIP)
    assert ledger(house, accounts.custody("gran")) == 501_00
    in_order(house)


@pytest.mark.parametrize("because", ["malfunction", "seed-recovered"])
def test_spanish_poker_gran_is_not_adjusted_under_its_seed_of_500(house, because):
    house.jackpots.adjust("gran", 10_00, "added", document=SLIP)
    with pytest.raises(HouseError, match=r"not lowered under its seed of \$500"):
        house.jackpots.adjust("gran", -10_01, because, document=SLIP)
    house.jackpots.adjust("gran", -10_00, because, document=SLIP)
    assert displayed(house) == 500_00
    spanish(house, s1=ROYAL[1]).settled()
    with pytest.raises(HouseError, match=r"gran displays \$375, and a jackpot kept by hand"):
        house.jackpots.adjust("gran", -1, because, document=SLIP)
    in_order(house)


def test_a_past_day_is_refused_with_what_was_staked_on_it(house):
    tomorrow = date(2025, 11, 15)
    house.close()
    house.open(room(), tomorrow)
    house.close()
    for name in ("gran", "royal"):
        with pytest.raises(HouseError, match=f"nothing was staked for {name} on 2025-11-14"):
            house.jackpots.count(name, day=DAY)
    assert house.jackpots.count("gran").facts["dropped"] == 0
    with pytest.raises(HouseError, match="gran was counted for 2025-11-15, and with it what"):
        house.jackpots.count("gran", day=DAY)


def test_what_was_staked_on_a_past_day_is_counted_for_the_day_of_the_books(house):
    spanish(house, s1=NOTHING).settled()
    house.close()
    opening = house.open(room(), date(2025, 11, 15))
    told = {each.jackpot: each for each in opening.uncounted}
    assert str(told["gran"]) == (
        "the jackpot gran was not counted for 2025-11-14: $1 was staked since its last count"
    )
    assert str(told["royal"]).endswith("nothing was staked since its last count")
    house.close()
    with pytest.raises(HouseError, match="is counted for 2025-11-15, and no longer for 2025-11-14"):
        house.jackpots.count("gran", day=DAY)
    asked = house.jackpots.day_to_count("gran", date(2025, 11, 15))
    assert asked == (date(2025, 11, 15), "gran was last played for on 2025-11-14")
    assert house.jackpots.count("gran", day=asked.day).facts["addition"] == 1_00
    assert house.jackpots.day_to_count("gran", date(2025, 11, 15)).because is None
    assert house.audit().in_order


def test_a_house_that_opens_again_on_its_day_has_nothing_uncounted(house):
    spanish(house, s1=NOTHING).settled()
    house.close()
    assert house.open(room(), DAY).uncounted == ()
