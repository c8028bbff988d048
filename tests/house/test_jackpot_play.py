"""Jackpots won at the table: shares as settled, booked to the cent, and a new jackpot started."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
from tests.ask.rounds import Bet, Decide

from feltworks.house import House, HouseError, read_house
from feltworks.house.audit.jackpots import JackpotCheck
from feltworks.house.jackpots.keeping import HouseJackpot, JackpotRecord
from feltworks.house.ledger import accounts

from .conftest import DAY
from .dealing import Rigged, bets, count_and_reopen, count_closed, likes
from .rooms import one_table, room, text

ROYAL = {1: "7s Js Qs Ks As", 2: "7h Jh Qh Kh Ah", 3: "7d Jd Qd Kd Ad"}
CINCOS = "2s 2h 2d 2c Jo"
NOTHING = "2c 3d 4s 5s 7c"
DEALER = {(None, "dealer"): "3s 3h 4d 4h 6c"}


def spanish(house, table="spanish", **hands):
    """Seats s1, s2 ... with those cards, each with a dollar on the jackpot and an ante."""
    seats = {int(name[1:]): cards for name, cards in hands.items()}
    moves = [move for seat in seats for move in bets(seat, ante=500, gran_progressive=100)]
    cards = {(seat, "cards"): text for seat, text in seats.items()}
    decisions = [Decide(seat, "bet") for seat in seats]
    return Rigged(house, table, moves, {**cards, **DEALER}, decisions)


def raised_to(house, cents, name="gran"):
    """Brings a jackpot up to an amount."""
    by = cents - house.jackpots.all()[name].displayed
    house.jackpots.adjust(name, by, "added", document="Opening balance")


def prize(house, settled, seat, name="gran"):
    """What a seat got from the jackpot, by the transcript that was booked."""
    told = house.recall(settled.number).transcript
    rules_name = "gran" if name == "gran" else "texas-21-jackpot"
    lines = [
        line
        for line in told.splitlines()
        if f"seat {seat} " in line and f"from the jackpot {rules_name}" in line
    ]
    return [line.split(" is paid ")[1].split(" from ")[0] for line in lines]


def displayed(house, name="gran"):
    cents = house.jackpots.show(name).displayed
    assert ledger(house, accounts.displayed(name)) == cents
    return cents


def ledger(house, account):
    with house.database.reading() as reader:
        return reader.cents(account)


def in_order(house):
    report = house.audit()
    assert report.in_order, report.violations
    for name in house.jackpots.all():
        assert house.jackpots.statement(name).difference == 0


def test_a_royal_wins_a_quarter_and_leaves_the_rest_standing(house):
    raised_to(house, 2_000_00)
    settled = spanish(house, s1=ROYAL[1]).settled()
    assert prize(house, settled, 1) == ["$500"]
    assert displayed(house) == 1_500_00
    in_order(house)


@pytest.mark.slow
def test_two_royals_win_a_quarter_each(house):
    raised_to(house, 2_000_00)
    settled = spanish(house, s1=ROYAL[1], s2=ROYAL[2]).settled()
    assert prize(house, settled, 1) == prize(house, settled, 2) == ["$500"]
    assert displayed(house) == 1_000_00
    in_order(house)


def test_royals_share_a_quarter_beside_cincos_which_take_the_rest(house):
    raised_to(house, 2_000_00)
    settled = spanish(house, s1=ROYAL[1], s2=CINCOS, s3=ROYAL[3]).settled()
    assert prize(house, settled, 1) == prize(house, settled, 3) == ["$250"]
    assert prize(house, settled, 2) == ["$1500"]
    assert displayed(house) == 500_00
    in_order(house)


def test_a_prize_of_the_tray_is_paid_in_full_beside_them(house):
    raised_to(house, 2_000_00)
    booked = spanish(house, s1=CINCOS, s2="Ac 3c 4c 5c 7c").settled()
    assert prize(house, booked, 1) == ["$2000"]
    # A flush: $75 from the tray, and the dollar itself comes back.
    assert house.jackpots.all()["gran"].tray_paid == 75_00
    in_order(house)


def test_after_cincos_the_next_jackpot_starts_from_the_seed(house):
    assert ledger(house, accounts.seed("gran")) == -500_00
    spanish(house, s1=CINCOS).settled()
    assert displayed(house) == 500_00
    assert ledger(house, accounts.seed("gran")) == -1_000_00
    in_order(house)


@pytest.mark.slow
def test_after_cincos_the_next_jackpot_starts_from_the_backups_if_there_are_any(books):
    options = 'options = { gran_backups = "on", backup_share = 50 }'
    with House(books, create=True) as house:
        opened = room(spanish=options)
        house.open(opened, DAY)
        house.sell_chips("ann", 1_000_00, key="ann buys in")
        raised_to(house, 6_000_00)
        for _ in range(8):
            spanish(house, s1=NOTHING).settled()
        count_and_reopen(house, opened=opened)
        held = house.jackpots.show("gran").held
        assert (held.displayed, held.first) == (6_004_00, 4_00)
        spanish(house, s1=CINCOS).settled()
        # Four dollars of backup are less than a new jackpot starts with.
        assert displayed(house) == 500_00
        assert house.jackpots.show("gran").held.first == 0
        assert ledger(house, accounts.seed("gran")) == -500_00 - 496_00
        in_order(house)


@pytest.mark.slow
def test_what_lay_above_the_cap_goes_into_the_next_jackpot(books):
    with House(books, create=True) as house:
        opened = room(gran='cap = "$501"')
        house.open(opened, DAY)
        house.sell_chips("ann", 1_000_00, key="ann buys in")
        for _ in range(4):
            spanish(house, s1=NOTHING).settled()
        count_and_reopen(house, opened=opened)
        assert displayed(house) == 501_00
        assert house.jackpots.show("gran").held.reserve == 3_00
        spanish(house, s1=CINCOS).settled()
        assert displayed(house) == 500_00
        assert ledger(house, accounts.seed("gran")) == -500_00 - 497_00
        in_order(house)


def test_a_new_jackpot_does_not_start_above_the_cap(books):
    metered = room(
        spanish='options = { gran_mode = "meter" }', gran='contribution = "33%"\ncap = "$501"'
    )
    with House(books, create=True) as house:
        house.open(metered, DAY)
        house.sell_chips("ann", 1_000_00, key="ann buys in")
        for by, why in ((600_00, "malfunction"), (-599_00, "above-cap")):
            house.jackpots.adjust("gran", by, why, document="Slip 1")
        assert displayed(house) == 501_00
        # The winner's own dollar moves the meter: the reserve fills up what that leaves.
        spanish(house, s1=CINCOS).settled()
        assert displayed(house) == 501_00
        assert house.jackpots.show("gran").held.reserve == 599_00 - 501_00 + 33
        assert ledger(house, accounts.seed("gran")) == -500_00
        in_order(house)


# --- blackjack's progressive -------------------------------------------------------------------

SHARED_ROYAL = {(None, "dealer"): "As 9d", (None, "flop"): "Ks Qs Js Ts"}


def texas(house, cards, *seats):
    moves = [move for seat in seats for move in bets(seat, blackjack=500, progressive=100)]
    return Rigged(house, "texas", moves, cards, likes("decline", "stand"))


def twenty(*seats):
    return {(seat, "cards"): f"K{suit} Q{suit}" for seat, suit in zip(seats, "hdc", strict=False)}


def test_a_royal_made_by_the_shared_cards_is_shared_evenly_by_all(house):
    raised_to(house, 1_000_00, "royal")
    booked = texas(house, {**SHARED_ROYAL, **twenty(1, 2, 3)}, 1, 2, 3).settled()
    assert [prize(house, booked, seat, "royal") for seat in (1, 2, 3)] == [["$333.33"]] * 3
    # One cent could not be shared: it is the first of the new jackpot's 500 dollars.
    assert displayed(house, "royal") == 500_00
    assert ledger(house, accounts.seed("royal")) == -500_00 - 499_99
    in_order(house)


def test_a_winner_keeps_the_dollar_and_a_quarter_of_every_dollar_is_added_at_the_count(house):
    cards = {(1, "cards"): "9h 9d", (None, "dealer"): "8s 9c", (None, "flop"): "9s 9h 2c 3d"}
    rigged = texas(house, cards, 1)
    before = house.stack_cents("ann")
    settled = rigged.settled()
    standing = house.jackpots.all()["royal"]
    # Four of a kind pays 10 to 1 from the tray, and the dollar comes back.
    assert (standing.wagered, standing.lost, standing.tray_paid) == (100, 0, 10_00)
    assert house.stack_cents("ann") == before + settled.net[1]
    counted = count_and_reopen(house, "royal")
    assert (counted.facts["addition"], counted.facts["to_house"]) == (25, -25 + 0)
    assert displayed(house, "royal") == 500_25
    in_order(house)


# --- a meter, and fractions of a cent ----------------------------------------------------------


@pytest.mark.slow
def test_a_meter_moves_at_once_and_carries_fractions(books):
    options = 'options = { gran_mode = "meter" }'
    with House(books, create=True) as house:
        house.open(room(spanish=options, gran='contribution = "33.3%"'), DAY)
        house.sell_chips("ann", 1_000_00, key="ann buys in")
        # A dollar gives 33.3 cents: the fourth brings the carried parts to a whole one.
        for cents, carried in ((33, "3/10"), (66, "3/5"), (99, "9/10"), (133, "1/5")):
            spanish(house, s1=NOTHING).settled()
            assert displayed(house) == 500_00 + cents
            assert str(house.jackpots.all()["gran"].carry.contribution) == carried
        in_order(house)


@pytest.mark.slow
def test_a_jackpot_nobody_here_has_seen_is_kept_by_its_own_rules(books):
    jackpot = '[jackpots.ride]\ntables = ["t"]\njackpot = "ride"'
    with House(books, create=True) as house:
        house.open(one_table("rules/games/ride-along.toml", jackpots=jackpot), DAY)
        house.sell_chips("ann", 1_000_00, key="ann buys in")
        standing = house.jackpots.all()["ride"]
        assert (standing.terms.mode, str(standing.terms.contribution)) == ("meter", "1/5")
        wagers = [Bet(1, id, 500) for id in ("third", "second", "first")]
        rigged = Rigged(
            house,
            "t",
            [*wagers, Bet(1, "bonus", 100)],
            {(1, "hole"): "2c 7d 9h"},
            [Decide(1, "check"), Decide(1, "check")],
        )
        rigged.settled()
        assert displayed(house, "ride") == 250_00 + 20
        in_order(house)


# --- one jackpot, several tables ---------------------------------------------------------------

LINKED = """
[tables.other]
game = "spanish-poker"
minimum = "$5"
maximum = "$100"
side_maximum = "$25"
"""


@pytest.fixture
def linked(books):
    file = text(more=LINKED).replace('tables = ["spanish"]', 'tables = ["spanish", "other"]')
    with House(books, create=True) as house:
        house.open(read_house(file, "linked.toml"), DAY)
        for player in ("ann", "bob"):
            house.sell_chips(player, 1_000_00, key=f"{player} buys in")
        raised_to(house, 8_000_00)
        yield house


@pytest.mark.slow
def test_two_tables_that_hit_at_once_are_paid_one_after_the_other(linked):
    first = spanish(linked, "spanish", s1=CINCOS).finished()
    second = spanish(linked, "other", s2=ROYAL[2]).finished()
    booked = [
        linked.write(linked.rounds.settle(f.number, round, c.reveal()))
        for f, round, c in (first, second)
    ]
    assert prize(linked, booked[0], 1) == ["$8000"]
    # The display had fallen to the new jackpot's seed when the second was booked.
    assert prize(linked, booked[1], 2) == ["$125"]
    assert booked[1].round.terms.jackpots == {"gran": 500_00}
    assert displayed(linked) == 375_00
    # Whoever has lost the answer is told the amounts that were booked, not those he came with.
    _, round, commitment = second
    again = linked.write(linked.rounds.settle(booked[1].number, round, commitment.reveal()))
    assert again == booked[1] and again.round.log == booked[1].round.log != round.log
    assert all(linked.verify(settled.number).holds for settled in booked)
    in_order(linked)


def test_a_round_that_won_nothing_is_booked_as_it_was_whatever_the_jackpot_does(linked):
    record, round, commitment = spanish(linked, "other", s2=NOTHING).finished()
    raised_to(linked, 9_000_00)
    booked = linked.write(linked.rounds.settle(record.number, round, commitment.reveal()))
    assert booked.round is round
    assert linked.verify(record.number).holds


@pytest.mark.slow
def test_the_boxes_of_all_tables_are_counted_together(linked):
    spanish(linked, "spanish", s1=NOTHING).settled()
    spanish(linked, "other", s1=NOTHING, s2="2h 4c 5h 6s 7d").settled()
    counted = count_closed(linked)
    assert counted.facts["boxes"] == {"spanish": 100, "other": 200}
    held = linked.jackpots.show("gran").held
    assert (held.displayed, held.counted) == (8_000_00, 3_00)
    in_order(linked)


@pytest.mark.slow
def test_a_table_leaves_a_jackpot_only_when_its_box_is_counted(linked):
    spanish(linked, "other", s1=NOTHING).settled()
    linked.close()
    alone = read_house(
        text(more=LINKED + 'options = { side_wagers = "dos-pares-and-joker" }'), "alone.toml"
    )
    with pytest.raises(HouseError, match="counted before table other no longer plays for it"):
        linked.open(alone, DAY)
    assert linked.jackpots.count("gran").facts["boxes"] == {"other": 100}
    linked.open(alone, DAY)
    assert linked.jackpots.show("gran").tables == ("spanish",)
    in_order(linked)


def test_a_jackpot_that_stands_at_nothing_and_is_won_is_seeded_again(books):
    """A meter may be put right down to nothing; whoever wins then still ends that jackpot."""
    metered = room(spanish='options = { gran_mode = "meter" }', gran='contribution = "33%"')
    with House(books, create=True) as house:
        house.open(metered, DAY)
        house.sell_chips("ann", 1_000_00, key="ann buys in")
        house.jackpots.adjust("gran", -500_00, "malfunction", document="Slip 1")
        settled = spanish(house, s1=CINCOS).settled()
        assert prize(house, settled, 1) == ["$0"]
        assert displayed(house) == 500_00
        in_order(house)


def test_spanish_poker_gran_what_a_royal_leaves_below_the_seed_is_filled_up_by_option(books):
    options = 'options = { gran_after_royal = "filled-up" }'
    with House(books, create=True) as house:
        house.open(room(spanish=options), DAY)
        for player in ("ann", "bob"):
            house.sell_chips(player, 1_000_00, key=f"{player} buys in")
        spanish(house, s1=ROYAL[1]).settled()
        assert displayed(house) == 500_00
        assert ledger(house, accounts.seed("gran")) == -500_00 - 125_00
        raised_to(house, 2_000_00)
        spanish(house, s1=ROYAL[1]).settled()
        assert displayed(house) == 1_500_00
        assert ledger(house, accounts.seed("gran")) == -625_00
        in_order(house)


def test_the_audit_misses_each_of_two_records_that_are_due():
    """A changed account does not make it forget that a won jackpot has to start again."""
    won = HouseJackpot("gran", room().jackpots["gran"])
    check = JackpotCheck(books=SimpleNamespace(state=lambda subject: None))
    check.due["gran"] = [
        JackpotRecord(kind, won, {}, ()) for kind in ("jackpot started", "jackpot account changed")
    ]
    changed = SimpleNamespace(
        kind="jackpot account changed",
        subject_name="gran",
        facts={},
        postings=(),
        content={"after": won.as_json()},
    )
    faults = list(check.faults(changed))
    assert faults[0] == "'jackpot started' was to be recorded of gran before anything else"
    assert not check.due["gran"]
