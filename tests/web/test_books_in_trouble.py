"""Books that cannot be written for a while: nobody loses a chip, whoever looks disturbs no one."""

import asyncio
import json
import sqlite3
from contextlib import asynccontextmanager, closing
from dataclasses import replace
from functools import partial

import pytest
from tests.ask.house import KeyLost, database, new_house, open_tables, put_on_staff
from tests.ask.rounds import Irregularity, dealt
from tests.house.rooms import text
from tests.web.room import DAY, QUICK, open_floor, open_room, until
from tests.web.whims import Recorded, fails_once, in_play

from feltworks.house import BooksAway, House, HouseError, practice_house, read_house
from feltworks.web.floor import cashier, ending, floor, table
from feltworks.web.floor.ending import settle
from feltworks.web.floor.floor import Floor
from feltworks.web.floor.resuming import put_back
from feltworks.web.floor.runner import TableRunner
from feltworks.web.floor.state import Act, Betting, Over, Playing
from feltworks.web.floor.supervising import declare, hold
from feltworks.web.protocol.requests import READER, read_request
from feltworks.web.protocol.sentences import BOOKS_AWAY, BOOKS_BROKEN, HELD, error_text
from feltworks.web.seating.chairs import RingChairs
from feltworks.web.serve import open_house as serve_open
from feltworks.web.settings import Settings

STACK, BOUGHT, ANTE = 100_000, 30_000, 500


@pytest.fixture(autouse=True)
def little_patience(monkeypatch):
    monkeypatch.setattr(database, "WAIT_SECONDS", 0.2)
    monkeypatch.setattr(cashier, "PATIENCE_SECONDS", 0.2)
    monkeypatch.setattr(table, "SECONDS_UNTIL_SAID", 0.05)
    monkeypatch.setattr(ending, "SECONDS_UNTIL_AGAIN", 0.05)


table_in_play = partial(in_play, rounds=1)


def sat_down(house, runner, seats, **brings):
    """Guests sit down; returns how they ask for more."""
    guests = {}

    def ask(guest, **fields):
        runner.ask(guests[guest], READER.validate_python(fields))

    for guest, seat in seats.items():
        house.sell_chips(guest, STACK, key=guest)
        guests[guest] = Recorded(guest, runner, lambda *told: None)
        runner.connect(guests[guest])
        ask(guest, type="sit", seat=seat, **brings)
    return ask


@asynccontextmanager
async def table_in_betting(folder):
    """A table at which ann and bob have put out their antes, and cyd has not."""
    async with open_floor(folder) as (house, on):
        runner = on.tables["mini-tex-1"]
        ask = sat_down(house, runner, {"ann": 1, "bob": 2, "cyd": 3})
        await until(lambda: isinstance(runner.state.phase, Betting))
        for seat, guest in ((1, "ann"), (2, "bob")):
            ask(guest, type="bet", seat=seat, wager="ante", cents=ANTE)
        await until(lambda: len(runner.state.live.wagers.out) == 2)
        yield house, runner, ask


def locked(folder):
    """The books in another program's hands, until it is closed."""
    other = sqlite3.connect(folder / "house.db", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    return closing(other)


@pytest.mark.slow
async def test_whoever_comes_to_look_disturbs_no_round(tmp_path):
    async with table_in_play(tmp_path) as (_, runner, _):
        playing = runner.state.phase
        with locked(tmp_path):
            bob = Recorded("bob", runner, lambda *told: None)
            runner.connect(bob)
            await until(lambda: bob in runner.connections)
            await asyncio.sleep(0.5)
        assert runner.state.phase is playing


def test_somebody_whose_stack_cannot_be_read_is_sent_away_and_no_round_is_voided(
    tmp_path, monkeypatch
):
    async def play():
        async with table_in_play(tmp_path) as (house, runner, _):
            with monkeypatch.context() as patched:
                patched.setattr(house.database, "reading", closed_books)
                bob = Recorded("bob", runner, lambda *told: None)
                runner.connect(bob)
                await until(lambda: bob.closed_with is not None)
            assert bob not in runner.connections and bob.closed_with == 1013
            assert isinstance(runner.state.phase, Playing)

    def closed_books():
        raise database.BooksError("the books cannot be used")

    asyncio.run(play())


@pytest.mark.slow
async def test_a_decision_waits_for_the_books_and_is_made_when_they_are_back(tmp_path):
    async with table_in_play(tmp_path) as (house, runner, ann):
        state, number = runner.state, runner.state.phase.number
        told = []
        bob = Recorded("bob", runner, lambda guest, text, log, players: told.append(text))
        runner.connect(bob)
        await until(lambda: bob in runner.connections)
        with locked(tmp_path):
            ann.ask(type="decide", seat=1, choice="bet", ref="bets")
            await until(lambda: state.books_away)
            # Whoever asks meanwhile is answered at once, and nobody hears of a database.
            runner.ask(bob, read_request('{"type": "sit", "seat": 2, "ref": "sits"}'))
            await until(lambda: any(BOOKS_AWAY in text and "sits" in text for text in told))
            await asyncio.sleep(0.5)
            assert isinstance(state.phase, Playing) and state.phase.live.turn == 0
            with house.database.reading() as reader:
                assert reader.moves(number) == []
        await until(lambda: not state.books_away and state.phase.live.turn == 1)
        with house.database.reading() as reader:
            assert reader.moves(number) == ["seat 1 decides bet $5"]
        assert any(BOOKS_AWAY in text and '"type":"table"' in text for text in told)
        assert not any("house.db" in text or "too small" in text for text in told)
        assert house.recall(number).outcome == "in flight"


@pytest.mark.slow
async def test_a_finished_round_is_booked_when_the_books_are_back(tmp_path):
    async with table_in_play(tmp_path) as (house, runner, ann):
        state, number = runner.state, runner.state.phase.number
        with locked(tmp_path):
            ann.ask(type="decide", seat=1, choice="fold")
            await until(lambda: state.books_away)
            await asyncio.sleep(1)
            assert isinstance(state.phase, Playing)
        await until(lambda: isinstance(state.phase, Over) or state.phase.live is None)
        await until(lambda: house.recall(number).outcome == "settled")
        assert house.audit().in_order


@pytest.mark.slow
async def test_no_result_is_told_before_it_is_booked_and_a_lost_answer_is_asked_for_again(
    tmp_path, monkeypatch
):
    async with table_in_play(tmp_path) as (house, runner, ann):
        state, number, told = runner.state, runner.state.phase.number, []
        really, answers = runner.table.services.cashier.settle, []
        dealers = state.phase.live.round.log
        bob = Recorded("bob", runner, lambda guest, text, *_: told.append(json.loads(text)))
        runner.connect(bob)

        async def settle(*given, **named):
            if not answers or answers[-1] == "lost":
                # First the books are away, then they do it and the answer is lost.
                if answers:
                    await really(*given, **named)
                answers.append("lost" if not answers else "given")
                raise BooksAway("the books are away")
            return await really(*given, **named)

        with monkeypatch.context() as patched:
            patched.setattr(table, "FIRST_PAUSE_SECONDS", 0.3)
            patched.setattr(runner.table.services.cashier, "settle", settle)
            ann.ask(type="decide", seat=1, choice="fold")
            await until(lambda: state.books_away)
            late = Recorded("cyd", runner, lambda guest, text, *_: told.append(json.loads(text)))
            runner.connect(late)
            await until(lambda: late in runner.connections)
            assert state.phase.live.finished is not None
            assert state.phase.live.round.log[: len(dealers)] == dealers
            pictures = [each for each in told if each["type"] == "table"]
            assert pictures[-1]["notice"] == BOOKS_AWAY
            assert pictures[-1]["turn"]["waits_for"] == "nothing" and not pictures[-1]["choices"]
            for each in pictures:
                assert each["phase"] == "playing" and each["round"]["outcome"] is None
                assert each["settlement"] == [] and "settled" not in str(each["events"])
            await until(lambda: house.recall(number).outcome == "settled")
            await until(lambda: any(each.get("phase") == "over" for each in told))
        over = next(each for each in told if each.get("phase") == "over")
        net = house.recall(number).closing.facts["net"]["1"]
        assert over["settlement"] and over["seats"][0]["net_cents"] == net
        assert sum(each["net_cents"] for each in over["settlement"]) == net
        assert house.audit().in_order


@pytest.mark.slow
def test_a_round_that_was_over_and_not_booked_is_not_shown_after_a_restart_either(tmp_path):
    async def interrupted():
        async with table_in_play(tmp_path) as (_, runner, ann):
            number, cashier = runner.state.phase.number, runner.table.services.cashier

            async def away(*_, **__):
                raise BooksAway("the books are away")

            cashier.settle = away
            ann.ask(type="decide", seat=1, choice="fold")
            await until(lambda: runner.state.books_away)
            return number

    async def resumed(number):
        with House(str(tmp_path / "house.db")) as house:
            (found,) = house.open_rounds()
            over = replace(found, round=dealt(found.round, found.order))
            floor = Floor(house, Settings())
            runner = TableRunner(found.sheet, floor.services, house.deck(found.table))
            await put_back(runner.table, over)
            live = runner.state.phase.live
            assert live.finished is over.round and live.round.turn.waits_for != "nothing"
            assert live.decides is None and live.turn == 1
            await settle(runner.table)
            assert house.recall(number).outcome == "settled"
            assert runner.state.phase.live.round.turn.waits_for == "nothing"
            await floor.close()

    asyncio.run(resumed(asyncio.run(interrupted())))


def test_a_player_is_not_told_where_the_deck_keys_lie():
    assert error_text(KeyLost("the key 12 is not in /srv/house.db.deck-keys")) == BOOKS_BROKEN


async def test_a_step_that_fails_takes_nothing_from_the_round(tmp_path):
    async with table_in_play(tmp_path) as (house, runner, ann):
        state, number = runner.state, runner.state.phase.number

        async def breaks():
            raise RuntimeError("a fault at the table")

        runner.put(breaks)
        await until(lambda: state.notice == ending.WENT_WRONG)
        assert isinstance(state.phase, Playing) and state.phase.number == number
        ann.ask(type="decide", seat=1, choice="fold")
        await until(lambda: house.recall(number).outcome == "settled")


@pytest.mark.slow
@pytest.mark.parametrize("is_journaled", [False, True])
async def test_a_decision_that_fails_inside_is_answered_and_stands_as_the_books_have_it(
    tmp_path, caplog, is_journaled
):
    told = []
    async with table_in_play(tmp_path, told) as (house, runner, ann):
        state, number = runner.state, runner.state.phase.number
        turn = runner.state.phase.live.turn
        fails_once(runner.table.services.cashier, "move", is_journaled)
        ann.ask(type="decide", seat=1, choice="bet", ref="bets")
        await until(lambda: any('"ref":"bets"' in text for text in told))
        (answer,) = [json.loads(text) for text in told if '"ref":"bets"' in text]
        assert (answer["type"], answer["rule"]) == ("refused", "fault")
        assert "Nothing is lost" in answer["text"] and "fault in" not in answer["text"]
        assert state.notice == ending.WENT_WRONG and "a fault in move" in caplog.text
        await until(lambda: state.notice is None)
        assert state.phase.number == number
        assert state.phase.live.turn == turn + is_journaled
        with house.database.reading() as reader:
            assert reader.moves(number) == ["seat 1 decides bet $5"] * is_journaled
        ann.ask(type="decide", seat=1, choice="fold")
        await until(lambda: house.recall(number).outcome == "settled")


@pytest.mark.slow
@pytest.mark.parametrize("is_booked", [False, True])
async def test_a_round_whose_booking_fails_inside_is_booked_once_and_the_next_one_is_dealt(
    tmp_path, caplog, is_booked
):
    async with table_in_play(tmp_path) as (house, runner, ann):
        state, number = runner.state, runner.state.phase.number
        told = fails_once(runner.table.services.cashier, "settle", is_booked)
        ann.ask(type="decide", seat=1, choice="fold")
        await until(lambda: isinstance(state.phase, Betting))
        first, again = (args[0] for args in told)
        assert first is again and house.recall(number).outcome == "settled"
        assert state.deck.promise().digest == first.next_deck.digest
        assert state.notice is None and house.audit().in_order
        assert caplog.text.count("Traceback") == 1


async def test_what_fails_again_and_again_is_tried_less_often_and_logged_in_a_line(
    tmp_path, monkeypatch, caplog
):
    monkeypatch.setattr(ending, "SECONDS_UNTIL_AGAIN", 0.01)
    monkeypatch.setattr(ending, "LONGEST_UNTIL_AGAIN", 0.03)
    async with table_in_play(tmp_path) as (house, runner, ann):
        state, number, pauses = runner.state, runner.state.phase.number, []
        cashier = runner.table.services.cashier
        really = cashier.settle

        async def settle(*given, **named):
            if state.faults < 4:
                raise RuntimeError("a fault in settle")
            return await really(*given, **named)

        def start_clock(seconds, act):
            if act is Act.CATCH_UP:
                pauses.append(seconds)
            start(seconds, act)

        start, state.start_clock, cashier.settle = state.start_clock, start_clock, settle
        ann.ask(type="decide", seat=1, choice="fold")
        await until(lambda: house.recall(number).outcome == "settled")
        await until(lambda: isinstance(state.phase, Betting))
        assert pauses == [0.01, 0.02, 0.03, 0.03] and state.faults == 0
        assert caplog.text.count("Traceback") == 1
        assert caplog.text.count("failed again: RuntimeError('a fault in settle')") == 3


@pytest.mark.slow
@pytest.mark.parametrize("is_given", [False, True], ids=["raised", "given"])
def test_a_decision_is_heard_of_although_the_books_cannot_be_read_at_once(tmp_path, is_given):
    told = []

    async def play():
        async with table_in_play(tmp_path, told) as (house, runner, ann):
            state, number = runner.state, runner.state.phase.number
            cashier, turn = runner.table.services.cashier, runner.state.phase.live.turn
            fails_once(cashier, "move", is_booked=True)
            really, asked = cashier.left_open, []

            async def left_open(table):
                asked.append(table)
                if len(asked) > 1:
                    return await really(table)
                if is_given:
                    return HouseError("it cannot be read now")
                raise HouseError("it cannot be read now")

            cashier.left_open = left_open
            ann.ask(type="decide", seat=1, choice="bet")
            await until(lambda: asked)
            if is_given:
                # The table goes on as it was, until the books refuse what does not follow.
                await until(lambda: state.notice is None)
                ann.ask(type="decide", seat=1, choice="fold", ref="folds")
                await until(lambda: any('"ref":"folds"' in text for text in told))
            await until(lambda: state.phase.live.turn == turn + 1)
            ann.ask(type="decide", seat=1, choice="fold")
            await until(lambda: house.recall(number).outcome == "settled")
            assert house.audit().in_order

    asyncio.run(play())


@pytest.mark.slow
@pytest.mark.parametrize("is_booked", [False, True])
def test_a_declaration_that_fails_inside_stands_as_the_books_have_it(tmp_path, is_booked):
    noted, told = [Irregularity("misbet", "seen by the floor", 1)], []

    async def play():
        async with table_in_play(tmp_path, told) as (house, runner, _):
            state, number = runner.state, runner.state.phase.number
            house.write(lambda batch: put_on_staff(batch, "otto", "operator", by=None))
            house.write(lambda batch: put_on_staff(batch, "sue", "supervisor", by=None))
            fails_once(runner.table.services.cashier, "declare", is_booked)
            await runner.order(lambda at: hold(at, "sue"))
            with pytest.raises(RuntimeError):
                await runner.order(lambda at: declare(at, noted, number, "sue"))
            if not is_booked:
                await until(lambda: state.notice != ending.WENT_WRONG)
                assert (state.held_by, state.notice) == ("sue", HELD)
                assert state.due.act is Act.RELEASE
                assert house.recall(number).outcome == "in flight"
                # The declaration was not heard: it is made once more.
                await runner.order(lambda at: declared(at, noted, number))
            await until(lambda: any('"phase":"over"' in text for text in told))
            over = next(text for text in told if '"phase":"over"' in text)
            assert "misbet at seat 1: seen by the floor" in over and state.held_by is None
            assert house.recall(number).outcome == "voided"
            assert house.stack_cents("ann") == STACK and house.audit().in_order

    async def declared(at, noted, number):
        await declare(at, noted, number, "sue")
        return Act.DEAL

    asyncio.run(play())


@pytest.mark.parametrize("is_booked", [False, True])
async def test_a_round_whose_beginning_fails_inside_begins_with_everybodys_wagers(
    tmp_path, is_booked
):
    async with table_in_betting(tmp_path) as (house, runner, ask):
        state = runner.state
        begun = fails_once(runner.table.services.cashier, "begin", is_booked)
        for guest in ("ann", "bob", "cyd"):
            ask(guest, type="ready")
        await until(lambda: isinstance(state.phase, Playing))
        assert len(begun) == 2 and state.notice is None
        assert state.live.players == {1: "ann", 2: "bob"}
        assert state.chairs.of("cyd") == [3]
        (found,) = house.open_rounds()
        assert found.number == state.phase.number
        assert house.stack_cents("ann") == house.stack_cents("bob") == STACK - ANTE


async def test_whoever_sits_out_keeps_his_seat_and_chips_when_a_round_between_players_is_taken_up(
    tmp_path,
):
    async with open_floor(tmp_path) as (house, on):
        runner = on.tables["mini-tex-ring-1"]
        state, chairs = runner.state, runner.state.chairs
        begun = fails_once(runner.table.services.cashier, "begin", is_booked=True)
        sat_down(house, runner, {"cyd": 3}, cents=BOUGHT)("cyd", type="away", away=True, seat=3)
        sat_down(house, runner, {"ann": 1, "bob": 2}, cents=BOUGHT)
        await until(lambda: isinstance(state.phase, Playing))
        assert len(begun) == 1 and state.live.players == {1: "ann", 2: "bob"}
        assert {seat: chair.player for seat, chair in chairs.taken.items()} == {
            1: "ann",
            2: "bob",
            3: "cyd",
        }
        assert chairs.chips_before(3, None) == BOUGHT and chairs.taken[3].away


async def test_chips_before_the_players_follow_the_books_although_a_fault_came_between(
    tmp_path, monkeypatch
):
    really, failed = RingChairs.after, []

    def after(chairs, net_cents):
        if not failed:
            failed.append(net_cents)
            raise RuntimeError("a fault at the seats")
        really(chairs, net_cents)

    monkeypatch.setattr(RingChairs, "after", after)
    async with open_floor(tmp_path) as (house, on):
        runner = on.tables["mini-tex-ring-1"]
        state, seats = runner.state, {"ann": 1, "bob": 2}
        ask = sat_down(house, runner, seats, cents=BOUGHT)
        await until(lambda: state.live is not None and state.live.decides)
        number, seat = state.phase.number, state.live.decides
        ask("ann" if seat == 1 else "bob", type="decide", seat=seat, choice="fold")
        await until(lambda: getattr(state.phase, "number", number) > number)
        assert any(failed[0].values())
        assert house.recall(number).outcome == "settled"
        for seat, cents in failed[0].items():
            assert state.chairs.chips_before(seat, None) == BOUGHT + cents


@pytest.mark.parametrize("does", ["leaves", "buys"])
def test_a_fault_with_one_guest_leaves_the_wagers_of_the_others(tmp_path, monkeypatch, does):
    async def play():
        async with table_in_betting(tmp_path) as (_, runner, ask):
            state, betting = runner.state, runner.state.phase
            with monkeypatch.context() as patched:
                patched.setattr(table.LiveTable, "broadcast", breaks)
                if does == "leaves":
                    ask("cyd", type="stand", seat=3)
                    runner.get_up("cyd")
                else:
                    runner.stack_changed("cyd")
                await until(lambda: state.notice == ending.WENT_WRONG)
            assert state.phase == betting and len(betting.live.wagers.out) == 2
            for guest in ("ann", "bob", "cyd")[: 3 - (does == "leaves")]:
                ask(guest, type="ready")
            await until(lambda: isinstance(state.phase, Playing))

    def breaks(_):
        raise RuntimeError("a fault in a picture")

    asyncio.run(play())


async def test_somebody_to_whom_the_table_cannot_be_shown_is_sent_away_and_the_others_play(
    tmp_path, monkeypatch, caplog
):
    told = []
    async with table_in_play(tmp_path, told) as (house, runner, ann):
        number = runner.state.phase.number
        bob, cyd = (Recorded(name, runner, lambda *told: None) for name in ("bob", "cyd"))
        runner.connect(bob)
        runner.connect(cyd)
        await until(lambda: {bob, cyd} <= runner.connections)
        really = table.Picture.seen_on

        def seen_on(picture, connection):
            if connection is bob:
                raise RuntimeError("a fault in a picture")
            return really(picture, connection)

        with monkeypatch.context() as patched:
            patched.setattr(table.Picture, "seen_on", seen_on)
            ann.ask(type="decide", seat=1, choice="fold", ref="folds")
            await until(lambda: house.recall(number).outcome == "settled")
            await until(lambda: any('"ref":"folds"' in text for text in told))
        assert bob.closed_with == 1013 and cyd.closed_with is None
        assert caplog.text.count("Traceback") == 1
        assert any('"type":"done","ref":"folds"' in text for text in told)


async def test_any_other_request_that_fails_inside_is_answered_and_disturbs_no_round(
    tmp_path, monkeypatch, caplog
):
    told = []

    def breaks(*_):
        raise RuntimeError("a fault in a picture")

    async with table_in_play(tmp_path, told) as (house, runner, ann):
        playing, number = runner.state.phase, runner.state.phase.number
        with monkeypatch.context() as patched:
            patched.setattr(table.LiveTable, "show", breaks)
            ann.ask(type="resync", ref="looks")
            bob = Recorded("bob", runner, lambda guest, text, *_: told.append(text))
            runner.connect(bob)
            await until(lambda: bob.closed_with == 1013)
            assert bob not in runner.connections
            faults = [text for text in told if '"rule":"fault"' in text]
            assert len(faults) == 2 and '"ref":"looks"' in faults[0]
            # A table that cannot even be shown lives on, and its round with it.
            patched.setattr(table.LiveTable, "broadcast", breaks)
            ann.ask(type="clock", on=True, ref="clock")
            await until(lambda: any('"ref":"clock"' in text for text in told))
        assert runner.state.phase is playing and "a fault in a picture" in caplog.text
        ann.ask(type="decide", seat=1, choice="fold")
        await until(lambda: house.recall(number).outcome == "settled")


async def test_a_round_that_the_house_does_not_book_waits_and_one_that_was_voided_is_over(
    tmp_path, monkeypatch
):
    async with table_in_play(tmp_path) as (house, runner, ann):
        state, number = runner.state, runner.state.phase.number

        async def refuses(*_, **__):
            raise HouseError("it does not fit")

        with monkeypatch.context() as patched:
            patched.setattr(runner.table.services.cashier, "settle", refuses)
            ann.ask(type="decide", seat=1, choice="fold")
            await until(lambda: state.notice == ending.NOT_BOOKED)
            assert house.recall(number).outcome == "in flight"
            house.write(house.rounds.void(number, "by order of the floor"))
            await until(lambda: isinstance(state.phase, Over))
            assert state.phase.outcome == "voided"
            assert state.notice == "The round is void: by order of the floor"
        assert house.stack_cents("ann") == STACK


@pytest.mark.slow
def test_requests_while_the_books_are_away_are_answered_with_503_and_no_address(tmp_path):
    with open_room(tmp_path) as room:
        client = room.guest("Ann Away")
        with locked(tmp_path):
            answer = client.post("/api/session/chips", json={"cents": 100})
        assert answer.status_code == 503 and answer.headers["retry-after"] == "2"
        assert answer.json() == {"detail": BOOKS_AWAY}
        assert client.post("/api/session/chips", json={"cents": 100}).status_code == 200


@pytest.mark.slow
def test_terms_posted_on_a_page_hold_for_what_is_opened_on_the_same_page(tmp_path):
    before, after = (read_house(text().replace("$100", most)) for most in ("$100", "$200"))
    with new_house(tmp_path / "house.db") as house:
        house.open(before, DAY)

        def opened(batch):
            return house.rounds.posted(batch, "spanish", "a" * 64)[0].limits.maximum_cents

        writes = house.writer.write_each(
            [opened, lambda batch: open_tables(batch, after, [], DAY), opened]
        )
        assert [writes[at].outcome() for at in (0, 2)] == [10_000, 20_000]


def test_tables_open_when_a_database_that_went_away_at_the_start_is_back(tmp_path, monkeypatch):
    """The server has told its address by then: it waits, and does not end."""
    with new_house(tmp_path / "house.db") as house:
        serve_open(house, practice_house(), DAY)
        monkeypatch.setattr(floor, "BOOKS_AWAY_SECONDS", 0.01)
        deck, asked = house.deck, []

        def away_at_times(table):
            asked.append(table)
            if len(asked) % 3 == 2:
                raise BooksAway("the database starts again")
            return deck(table)

        monkeypatch.setattr(house, "deck", away_at_times)

        async def opened():
            found = floor.Floor(house, Settings(pace=QUICK))
            await found.open()
            tables = set(found.tables)
            await found.close()
            return tables

        assert asyncio.run(opened()) == set(house.tables())
        assert len(asked) > len(house.tables())
