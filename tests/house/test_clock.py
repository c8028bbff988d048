"""A clock that cannot be believed is refused with both times; somebody may answer for it."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

import pytest
from tests.frozen.books import load_sqlite
from tests.frozen.versions import FOLDERS

from feltworks.house import BooksAway, House, HouseError
from feltworks.house.audit.auditing import HeldAgainst
from feltworks.house.books import clock
from feltworks.house.books.clock import TIME_FORM, ClockError, check_clock
from feltworks.house.sealing import Sealer
from feltworks.house.seals import read_place

from .rooms import room

NOW = datetime(2026, 3, 2, 12, 0, tzinfo=UTC)


@pytest.fixture(autouse=True)
def a_year_is_long(monkeypatch):
    """As in the product: other tests write today in books of a day of long ago."""
    monkeypatch.setattr(clock, "MOST_AWAY", timedelta(days=366))


class SetClock:
    def __init__(self, now):
        self.now = now

    def __call__(self):
        return self.now


def opened(books, now=NOW):
    """Books whose last record is of that time."""
    with House(books, create=True, clock=SetClock(now)) as house:
        house.open(room(), now.date())
        house.sell_chips("ann", 1_000_00, key="buy-in")


def started(books, now):
    """A house whose machine starts at that time, as a server would."""
    house = House(books, clock=SetClock(now))
    house.check_clock()
    return house


def times(house):
    with house.database.reading() as reader:
        return [record.at for record in reader.chain()]


@pytest.mark.parametrize(
    ("step", "told"),
    [
        (timedelta(days=1826), "2031-03-02 12:00:00 UTC, which is 1,826 days later"),
        (timedelta(hours=-5), "2026-03-02 07:00:00 UTC, which is 5 hours earlier"),
        (timedelta(days=-2), "2026-02-28 12:00:00 UTC, which is 2 days earlier"),
        (timedelta(minutes=-10), "2026-03-02 11:50:00 UTC, which is 10 minutes earlier"),
    ],
)
def test_an_implausible_step_is_refused_with_both_times(books, step, told):
    opened(books)
    with pytest.raises(ClockError) as refused:
        started(books, NOW + step)
    said = str(refused.value)
    assert "the books' last record is of 2026-03-02 12:00:00 UTC" in said and told in said
    assert "feltworks house clock --accept --by NAME --because REASON" in said


@pytest.mark.parametrize("step", [timedelta(0), timedelta(minutes=-1), timedelta(days=200)])
def test_a_plausible_step_is_none(books, step):
    opened(books)
    with started(books, NOW + step) as house:
        before = times(house)
        house.sell_chips("bob", 100, key="b")
        # A record is never dated before the one that it follows.
        assert [*before, max(before[-1], f"{NOW + step:{TIME_FORM}}")] == times(house)


def test_nobody_begins_to_write_behind_the_last_record(books):
    opened(books)
    with House(books, clock=SetClock(NOW - timedelta(hours=5))) as house:
        before = len(times(house))
        with pytest.raises(ClockError, match="5 hours earlier"):
            house.sell_chips("bob", 100, key="b")
        assert len(times(house)) == before


def test_nobody_begins_to_write_years_ahead_beside_a_server_either(books, feltworks, monkeypatch):
    """A command at the terminal with a wrong clock would date the server's next round 2031."""
    opened(books)
    ahead = SetClock(NOW + timedelta(days=1826))
    with House(books, clock=ahead) as house:
        before = len(times(house))
        with pytest.raises(ClockError, match="1,826 days later"):
            house.sell_chips("bob", 100, key="b")
        monkeypatch.setitem(House.__init__.__kwdefaults__, "clock", ahead)
        said = feltworks("house", "table", "spanish", "--close", "--by", "sue", "--books", books)
        assert said.code == 2 and "1,826 days later" in said.err
        assert len(times(house)) == before


def test_a_clock_set_ahead_under_a_server_holds_its_writes(books):
    """They wait as they do for a database; an idle weekend, or a season, is none of that."""
    clock = SetClock(NOW)
    with House(books, create=True, clock=clock) as house:
        house.open(room(), NOW.date())
        for key, away in (("weekend", timedelta(days=3)), ("season", timedelta(days=200))):
            clock.now += away
            house.sell_chips("ann", 100, key=key)
        right = clock.now
        clock.now += timedelta(days=1826)
        for _ in range(2):
            with pytest.raises(BooksAway, match="1,826 days later"):
                house.sell_chips("ann", 100, key="ahead")
        clock.now = right + timedelta(hours=1)
        assert house.sell_chips("ann", 100, key="ahead") == 300
        clock.now += timedelta(days=400)
        house.accept_clock(by="Ada", because="the house was shut for a year")
        assert house.sell_chips("ann", 100, key="later") == 400


def test_a_day_of_the_wrong_year_is_not_opened(books):
    opened(books)
    says = "the books stand at 2026-03-02 and the house is to open for 2031-03-03, 1,827 days"
    with House(books, clock=SetClock(datetime(2031, 3, 3, tzinfo=UTC))) as house:
        with pytest.raises(ClockError, match=says):
            house.open(room(), date(2031, 3, 3))
        with pytest.raises(ClockError):
            house.check_clock()


def test_a_clock_that_steps_back_while_the_house_is_open_does_not_turn_times_back(books):
    clock = SetClock(NOW)
    with House(books, create=True, clock=clock) as house:
        house.open(room(), NOW.date())
        clock.now -= timedelta(hours=5)
        house.sell_chips("ann", 100, key="a")
        clock.now += timedelta(hours=6)
        house.sell_chips("ann", 100, key="b")
        assert times(house) == sorted(times(house))
        assert times(house)[-1] == "2026-03-02T13:00:00.000000Z"
        assert house.audit().violations == ()


def test_books_of_a_wrong_year_go_on_when_somebody_answers_for_the_clock(books):
    """The machine stood in 2031 for a morning; with its clock set right the books go on."""
    opened(books, datetime(2031, 3, 2, 12, tzinfo=UTC))
    with House(books, clock=SetClock(NOW)) as house:
        with pytest.raises(ClockError):
            house.sell_chips("bob", 100, key="b")
        record = house.accept_clock(by="Ada", because="the clock stood in 2031 on Monday")
        assert (record.kind, record.day) == ("clock accepted", "2026-03-02")
        assert record.facts["by"] == "Ada" and record.facts["last"].startswith("2031-03-02")
        assert record.facts["day_before"] == "2031-03-02"
        house.open(room(), NOW.date())
        house.sell_chips("bob", 100, key="b")
        house.check_clock()
        assert house.audit().violations == ()


def test_seals_of_a_wrong_year_do_not_contradict_the_books_that_were_put_right(books, tmp_path):
    clock, place = SetClock(datetime(2031, 3, 2, 12, tzinfo=UTC)), str(tmp_path / "seals.txt")

    def sealed(house, key):
        house.sell_chips("ann", 100, key=key)
        return Sealer(house.database, "Felt", [place], clock=clock).seal()[0]

    with House(books, create=True, clock=clock) as house:
        house.open(room(), clock.now.date())
        sealed(house, "a")
        # While a clock that was set back catches up, seals stand still as records do.
        clock.now -= timedelta(hours=5)
        assert sealed(house, "b").at == "2031-03-02T12:00:00.000000Z"
    clock.now = NOW
    with House(books, clock=clock) as house:
        house.accept_clock(by="Ada", because="the battery was changed")
        assert sealed(house, "c").at == "2026-03-02T12:00:00.000000Z"
        clock.now += timedelta(hours=1)
        sealed(house, "d")
        report = house.audit(against=HeldAgainst(seals=read_place(place)))
        assert report.violations == () and report.uncovered == 0
        (told,) = report.repairs
        assert told.kind == "clock"
        for part in ("accepted on 2026-03-02 by Ada", "2031-03-02 12:00:00 UTC", "battery"):
            assert part in told.text


def test_older_books_with_a_wrong_clock_are_put_right_in_one_step(feltworks, tmp_path, monkeypatch):
    """They are brought up to date by the command that the refusal names."""
    books = load_sqlite(FOLDERS[0], tmp_path / "house.db")
    behind = datetime.now(UTC) - timedelta(days=4000)
    monkeypatch.setitem(House.__init__.__kwdefaults__, "clock", lambda: behind)
    words = ("house", "clock", "--accept", "--by", "Ada", "--because", "so", "--books")
    said = feltworks(*words, books)
    assert said.code == 0 and "accepted by record" in said.out
    assert feltworks("house", "clock", "--books", books).code == 0
    nowhere = tmp_path / "none.db"
    said = feltworks(*words, nowhere)
    assert said.code == 2 and "there are no books" in said.err and not nowhere.exists()


def test_a_clock_that_is_right_need_not_be_accepted_and_words_are_needed(books):
    opened(books)
    with House(books, clock=SetClock(NOW + timedelta(days=1))) as house:
        with pytest.raises(ClockError, match="there is nothing to accept"):
            house.accept_clock(by="Ada", because="so")
        house.check_clock()
    with House(books, clock=SetClock(NOW + timedelta(days=999))) as house:
        for by, because in (("", "so"), ("Ada", " "), ("Ada\n", "a\nb")):
            with pytest.raises(HouseError, match="one printable line"):
                house.accept_clock(by=by, because=because)
        with house.database.reading() as reader, pytest.raises(ClockError):
            check_clock(reader, house.writer.clock())


@pytest.mark.slow
def test_the_clock_at_the_terminal(feltworks, tmp_path):
    books = str(tmp_path / "house.db")
    opened(books, datetime.now(UTC) + timedelta(days=2000))
    said = feltworks("house", "open", "--books", books)
    assert said.code == 2 and "days earlier" in said.err
    said = feltworks("house", "clock", "--books", books)
    assert said.code == 1 and "this machine's clock: " in said.out and "days earlier" in said.out
    said = feltworks("house", "clock", "--accept", "--by", "Ada", "--books", books)
    assert said.code == 2 and "say why the clock is right" in said.err
    words = ("house", "clock", "--accept", "--by", "Ada", "--because", "battery", "--books", books)
    said = feltworks(*words)
    assert said.code == 0 and "accepted by record" in said.out
    assert feltworks("house", "clock", "--books", books).code == 0
    assert feltworks("house", "open", "--books", books).code in (0, 1)
    assert feltworks("audit", "--books", books).code == 0
