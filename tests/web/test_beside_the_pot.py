"""Wagers beside the pot, before the deal of a game between players."""

import random
from functools import partial

import pytest
from tests.ask.house import claim, forget
from tests.ask.rounds import Button
from tests.web.room import Seat, open_floor, open_room, until
from tests.web.whims import Recorded, Whim

from feltworks.house import House, read_house
from feltworks.web.console.staff import Member
from feltworks.web.console.tables import HouseTables
from feltworks.web.floor.ending import WENT_WRONG
from feltworks.web.floor.state import Act, Betting, TableClosed
from feltworks.web.floor.table import LiveTable

HOUSE = """
[house]
name = "Beside the pot"
kind = "practice"
under = 2023-09-01

[tables.other]
game = "mini-tex"
minimum = "$5"
maximum = "$10"

[tables.ring]
game = "mini-tex-ring"
options = { pocket_poker_table = "30-20" }
minimum = "$10"
maximum = "$10"
side_maximum = "$5"
"""
WAGER = "pocket-poker"
STACK, BROUGHT = 100_000, 50_000


@pytest.fixture(scope="module")
def room(tmp_path_factory):
    folder = tmp_path_factory.mktemp("room")
    with open_room(folder, room=read_house(HOUSE, "house", folder)) as room:
        yield room


def spots(now):
    return [(spot["seat"], spot["wager"], spot["cents"]) for spot in now["spots"]]


def offers(now):
    return [(bet["wager"], bet["out_cents"], bet["amounts"]["most_cents"]) for bet in now["bets"]]


async def test_a_side_wager_is_put_out_changed_and_taken_back_before_the_deal(room):
    async with (
        room.line("ring", room.guest("Ann", STACK)) as one,
        room.line("ring", room.guest("Ben", STACK)) as two,
    ):
        ann, ben = Seat(one), Seat(two)
        for number, seat in enumerate((ann, ben), start=1):
            await seat.until_table(lambda t: True)
            assert await seat.ask("sit", seat=number, cents=BROUGHT) is None
        await ann.until_table(lambda t: t["phase"] == "betting")
        offered = offers(ann.now)
        assert [(wager, out) for wager, out, _ in offered] == [(WAGER, 0)]

        for cents in (100, 300):
            assert await ann.ask("bet", seat=1, wager=WAGER, cents=cents) is None
            assert spots(ann.now) == [(1, WAGER, cents)]
            assert ann.now["seats"][0]["stack_cents"] == BROUGHT - cents
            # Chips on the table are the seat's: the player's stack is told by the books.
            assert ann.now["you"]["stack_cents"] == STACK
            assert offers(ann.now) == [(WAGER, cents, offered[0][2])]

        assert await ann.ask("bet", seat=1, wager=WAGER, cents=0) is None
        assert spots(ann.now) == [] and offers(ann.now) == offered
        assert ann.now["seats"][0]["stack_cents"] == BROUGHT
        assert ann.now["events"][-1]["kind"] == "Returned"
        refused = await ann.ask("bet", seat=1, wager=WAGER, cents=0)
        assert refused == f"Seat 1 has no wager on {WAGER!r} to take back."
        assert await ben.ask("bet", seat=2, wager=WAGER, cents=200) is None

        assert await ann.ask("ready") is None
        assert await ben.ask("ready") is None
        playing = await ann.until_table(lambda t: t["phase"] == "playing")
        # What was taken back is forgotten: the log that is dealt on has Ben's wager alone.
        bets = [(e["seat"], e["cents"]) for e in playing["events"] if e["kind"] == "Bet"]
        assert bets == [(2, 200)] and playing["events"][0]["n"] == 0
        assert playing["clock"] is not None
        for seat, number in ((ann, 1), (ben, 2)):
            assert await seat.ask("stand", seat=number) is None
        over = await ann.until_table(lambda t: t["phase"] == "over")
        number = over["round"]["number"]
        assert room.house.verify(number).holds
        # Blinds and bets are whole half-bets of $5; beside them lie Ben's $2 and nothing else.
        staked = room.house.recall(number).stakes
        assert (staked[1] % 500, staked[2] % 500) == (0, 200)


@pytest.mark.slow
async def test_an_order_at_the_terminal_moves_no_button_and_starts_no_clock(tmp_path, monkeypatch):
    """The seats are dealt in and no side wager is out: such a round is not opened again."""
    cards, dee = read_house(HOUSE, "house", tmp_path), Member("dee", "operator")
    async with open_floor(tmp_path, cards) as (house, on):
        runner, other_table = on.tables["ring"], on.tables["other"]
        told = []
        for number, player in enumerate(("ann", "ben", "cyd"), start=1):
            house.sell_chips(player, STACK, key=player)
            line = Recorded(player, runner, lambda *_: told.append(1))
            runner.connect(line)
            Whim(line, runner, number, random.Random(1)).ask(type="sit", seat=number, cents=BROUGHT)
        await until(lambda: isinstance(runner.state.phase, Betting))
        live, due = runner.state.phase.live, runner.state.due
        assert (
            live.dealt_in
            and due is not None
            and any(isinstance(move, Button) for move in live.round.moves)
        )
        with House(str(tmp_path / "house.db")) as other:
            HouseTables(other, cards).close("other", dee)
            await on.look()
            await until(lambda: isinstance(other_table.state.phase, TableClosed))
            await runner.order(_nothing)
            assert runner.state.phase.live is live and runner.state.due is due
            unit = partial(claim, name="Zed", player="guest 0123456789")
            assert other.write(unit)
            other.write(lambda batch: forget(batch, "Zed", staff="dee"))
            before = len(told)
            await on.look()
            assert len(told) > before
            await runner.order(_nothing)
            assert runner.state.phase.live is live and runner.state.due is due
            # What this server has looked at already, as after an order at the console, is done.
            HouseTables(other, cards).open("other", dee)
            await on.refresh()
            with monkeypatch.context() as patched:
                patched.setattr(on, "refresh", None)
                await on.look()
            # A table that was closed meanwhile is closed when its betting is.
            HouseTables(other, cards).close("ring", dee)
            await on.look()
            runner.soon(Act.CLOSE_BETTING)
            await until(lambda: isinstance(runner.state.phase, TableClosed))
        assert house.audit().in_order


async def test_a_fault_with_one_player_moves_no_button_and_leaves_the_wagers_of_the_others(
    tmp_path, monkeypatch
):
    def breaks(_):
        raise RuntimeError("a fault in a picture")

    async with open_floor(tmp_path, read_house(HOUSE, "house", tmp_path)) as (house, on):
        runner = on.tables["ring"]
        for number, player in enumerate(("ann", "ben"), start=1):
            house.sell_chips(player, STACK, key=player)
            line = Recorded(player, runner, lambda *_: None)
            runner.connect(line)
            whim = Whim(line, runner, number, random.Random(1))
            whim.ask(type="sit", seat=number, cents=BROUGHT)
        await until(lambda: isinstance(runner.state.phase, Betting))
        betting, due = runner.state.phase, runner.state.due
        whim.ask(type="bet", seat=2, wager=WAGER, cents=100)
        await until(lambda: betting.live.wagers.out)
        with monkeypatch.context() as patched:
            patched.setattr(LiveTable, "broadcast", breaks)
            runner.stack_changed("ann")
            await until(lambda: runner.state.notice == WENT_WRONG)
        await runner.order(_nothing)
        assert runner.state.phase is betting and runner.state.due is due
        assert len(betting.live.wagers.out) == 1


async def _nothing(at):
    """An order that comes when all that was to be done before is done."""
