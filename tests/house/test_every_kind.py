"""Every kind of record, written and audited on SQLite and on PostgreSQL."""

from __future__ import annotations

from dataclasses import asdict, replace
from datetime import UTC, datetime, timedelta

import pytest
from tests.ask.rounds import Irregularity

from feltworks.cards import commit, player_seed
from feltworks.house import House
from feltworks.house.activity import Period, activity
from feltworks.house.archive import archive
from feltworks.house.backup import back_up
from feltworks.house.corrections import confirm, propose, read_moves, withdraw
from feltworks.house.jackpots.statement import jackpot_periods
from feltworks.house.opening import close_after_round
from feltworks.house.orders import give_order
from feltworks.house.people import claim, forget, new_pseudonym
from feltworks.house.restoring import restore
from feltworks.house.rounds.declaring import declared
from feltworks.house.staff import change_role, put_on_staff, take_off_staff

from .conftest import DAY
from .dealing import Rigged, bets, count_and_reopen, likes
from .rooms import room
from .test_jackpot_play import CINCOS, NOTHING, spanish

pytestmark = pytest.mark.slow

KINDS = {
    *("house opened", "table opened", "table closing", "table closed", "table ordered"),
    *("table filled", "shift started", "shift ended", "deck key made", "clock accepted"),
    *("rounds archived", "books restored"),
    *("deck committed", "seeds asked", "seeds opened", "deck revealed", "shoe revealed"),
    *("round opened", "round held", "round settled", "round voided", "cards looked at"),
    "irregularity declared",
    *("jackpot opened", "jackpot posted", "jackpot started", "jackpot played", "jackpot won"),
    *("jackpot counted", "jackpot amount posted", "jackpot adjusted", "jackpot seeded"),
    *("jackpot capped", "jackpot deposited", "jackpot account changed", "jackpot removed"),
    "jackpot inherited",
    *("chips sold", "chips bought back", "guest forgotten"),
    *("correction proposed", "correction booked", "correction withdrawn"),
    *("put on the staff", "role changed", "taken off the staff"),
}
SLIP = "Slip 12"


def play(house):
    """Rounds of every outcome; one has a player's seed, one lasts until its table closes."""
    house.close()
    house.open(room(spanish='tray = "$20"'), DAY)
    house.change_key(by="dee")
    asked, deck = player_seed(1, "lucky"), commit(house.sheet("spanish").dealt.deck.cards)
    house.write(house.rounds.decks.commit("spanish", deck))
    house.write(house.rounds.decks.ask_seeds(deck.digest, {1: ("ann", replace(asked, seed=None))}))
    house.write(house.rounds.decks.note_seeds(deck.digest, [asked]))
    for cards in (CINCOS, NOTHING):
        number = spanish(house, s1=cards).settled().number
    house.look(number, by="staff dee", why="a dispute")
    texas = Rigged(house, "texas", bets(1, blackjack=500), {}, likes("stand"))
    texas.settled()
    house.write(
        house.rounds.decks.reveal(
            house.deck("texas").commitment.digest, house.deck("texas").commitment.reveal()
        )
    )
    dealt, round, commitment = Rigged(
        house, "spanish", bets(1, ante=500), {}, likes("fold")
    ).begun()
    round = round.play(Irregularity("wrong-card-count", "six cards"))
    house.write(declared(house.rounds, dealt.number, round, by="sue"))
    house.write(house.rounds.settle(dealt.number, round, commitment.reveal()))
    open_still, *_ = spanish(house, s1=NOTHING).begun()
    house.write(lambda batch: close_after_round(batch, "spanish", DAY))
    house.void(open_still.number, by="sue", because="the power failed")


def change_jackpots(house):
    house.open(room(), DAY, as_filed=True, staff="dee")
    count_and_reopen(house, "gran")
    for account in ("Trust account 1", "Bank B"):
        house.open(room(gran=f'account = "{account}"'), DAY)
        house.jackpots.deposit("gran", 1_000_00, dated=DAY, reference="4411", document=SLIP)
    house.jackpots.adjust("royal", 250, "malfunction", document=SLIP)
    house.jackpots.seed("royal", 100_00, document=SLIP)
    house.jackpots.cap("royal", 9_000_00, document=SLIP)
    house.close()
    house.jackpots.count("gran")
    house.jackpots.remove("gran", document=SLIP, into="royal")


def do_office_work(house):
    house.buy_back("ann", 500, key="ann cashes in")
    house.write(lambda batch: claim(batch, "Zoë", new_pseudonym()))
    house.write(lambda batch: forget(batch, "Zoë", staff="cyd"))
    sheet = house.sheet("texas")
    house.write(lambda batch: give_order(batch, sheet, closed=True, limits=sheet.limits, by="dee"))
    moves = read_moves([("house", "player:ann", 1250)])
    first, second = (
        house.write(
            lambda batch: propose(batch, moves, corrects=1, because="a chip fell", by="cyd")
        ).number
        for _ in range(2)
    )
    house.write(lambda batch: confirm(batch, first, by="dee"))
    house.write(lambda batch: withdraw(batch, second, by="cyd"))


def change_staff(house):
    for name, role in (("otto", "operator"), ("ada", "dealer")):
        house.write(lambda batch, n=name, r=role: put_on_staff(batch, n, r, by=None))
    house.write(lambda batch: change_role(batch, "ada", "auditor", by="otto"))
    house.write(lambda batch: take_off_staff(batch, "ada", by="otto"))


FIGURES = {
    "spanish, the box": {"drop": 100},
    "spanish": {"rounds": 2, "voids": 2, "irregularities": 1, "handle": 3200, "win": -149_400}
    | {"returned": 1100},
    "texas": {"rounds": 1, "handle": 500, "win": 500},
    "the cage": {"sold": 4_000_00, "bought back": 500},
    "gran": {"contributions": 100, "seed": 1_000_00, "prizes": 500_00, "adjustments": 501_00}
    | {"dropped": 100, "awards": 1},
    "royal": {"seed": 600_00, "adjustments": -503_50, "closing": 1_103_50, "displayed": 1_103_50},
}
"""What the day comes to, in cents."""


def figures_of_day(house):
    """Ask for what the tables did and for the jackpots' statements; leave out what is zero."""
    period = Period(DAY, DAY)
    with house.database.reading() as reader:
        day, jackpots = activity(reader, period), jackpot_periods(reader, period)
    found = {"the cage": {"sold": day.chips_sold, "bought back": day.chips_bought_back}}
    for key, each in day.by_key.items():
        name = key.table if key.sheet else f"{key.table}, the box"
        found[name] = {**each.totals(), "returned": each.returned}
    for each in jackpots:
        assert each.difference == 0
        found[each.jackpot] = {name: v for name, v in asdict(each).items() if name != "jackpot"}
    # Sums of PostgreSQL are decimal numbers, which equal whole ones and are none.
    assert all(type(value) is int for each in found.values() for value in each.values())
    return {
        name: {figure: value for figure, value in each.items() if value}
        for name, each in found.items()
    }


@pytest.mark.both_databases
def test_every_kind_of_record_is_written_and_audited(house, books, tmp_path):
    play(house)
    do_office_work(house)
    change_jackpots(house)
    assert figures_of_day(house) == FIGURES
    house.leave()
    later = datetime.now(UTC) + timedelta(500)
    with House(books, clock=lambda: later) as again:
        again.accept_clock(by="dee", because="the house was shut")
        archive(again.writer, tmp_path, later.date(), staff="dee")
        change_staff(again)
        backup = back_up(again.database, tmp_path / "copy.db")
        assert again.audit(archives=[tmp_path]).violations == ()
    restore(backup.file, books, by="otto", because="a drill", replace=True)
    with House(books, clock=lambda: later) as restored:
        with restored.database.reading() as reader:
            kinds = {record.kind for record in reader.chain()}
        assert kinds == KINDS, (KINDS - kinds, kinds - KINDS)
        assert restored.audit(archives=[tmp_path]).violations == ()
