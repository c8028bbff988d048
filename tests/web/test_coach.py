"""The coach: exact values for one's own choices, and afterwards what each mistake cost."""

import asyncio
from collections import deque
from fractions import Fraction
from types import SimpleNamespace

import pytest
from tests.ask.counts import DecisionAdvice, advise_by, causes
from tests.ask.rounds import Decide
from tests.ask.rules import load

from feltworks.cards import parse_cards
from feltworks.errors import FeltworksError
from feltworks.web.floor.advice import tell_session
from feltworks.web.floor.coach import Weigher
from feltworks.web.floor.connections import Connection
from feltworks.web.floor.state import GuestSession

SOLVING_SECONDS = 240


def advised(message):
    return message["type"] == "advice" and message["state"] != "preparing"


@pytest.mark.slow
async def test_every_choice_has_its_exact_value_and_mistakes_their_cost(room):
    ann, ben = room.guest("Coach Ann"), room.guest("Coach Ben")
    table = "spanish-1"
    async with room.seat(table, ann) as a, room.seat(table, ben) as b:
        assert await a.ask("coach", on=True) is None
        assert await a.ask("sit", seat=1) is None
        await a.until_table(lambda t: t["phase"] == "betting")
        await a.bet_least(1)
        assert await a.ask("ready") is None
        first = await a.until(lambda m: m["type"] == "advice")
        assert first["state"] == "preparing" and first["seat"] == 1
        advice = await a.until(advised, SOLVING_SECONDS)
        assert advice["state"] == "ready" and advice["exact"] and advice["unit"] == "ante"
        values = {each["choice"]: Fraction(each["fraction"]) for each in advice["choices"]}
        assert values["fold"] == -1 and len(values) == 2
        assert [each["best"] for each in advice["choices"]] == [True, False]
        # The causes follow from the guest's own cards alone: nothing hidden goes into them.
        (own,) = [p for p in a.now["cards"] if p["seat"] == 1 and p["zone"] == "cards"]
        cards = parse_cards(" ".join(each["card"] for each in own["cards"]))
        rules = room.app.state.floor.tables[table].state.sheet.rules
        assert tuple(advice["causes"]) == causes(rules, "raise", {"cards": cards})
        best, worst = (each["choice"] for each in advice["choices"])
        choice = next(c for c in a.now["choices"] if c["choice"] == worst)
        fields = {"cents": choice["amounts"]["only"][0]} if choice["amounts"] else {}
        assert await a.ask("decide", seat=1, choice=worst, **fields) is None
        (review,) = [message for message in a.told if message["type"] == "review"]
        (mistake,) = review["mistakes"]
        cost = abs(values[best] - values[worst])
        assert (mistake["chose"], mistake["best"]) == (worst, best)
        assert mistake["cost"] == pytest.approx(float(cost))
        assert mistake["cost_cents"] == round(cost * 500)
        assert await a.ask("session") is None
        session = await a.until(lambda m: m["type"] == "session")
        assert session["state"] == "ready" and (session["decisions"], session["right"]) == (
            1,
            0,
        )
        assert session["cost_cents"] == mistake["cost_cents"] and session["rounds"] == 1
        (point,) = session["practise"]
        assert (point["chose"], point["best"], point["times"]) == (worst, best, 1)
        assert point["cards"] == " ".join(each["card"] for each in own["cards"])
        # Of the round before the decision only its moves are kept, from which it is played again.
        sessions = room.app.state.floor.tables[table].state.sessions.values()
        ((past, _),) = (made for each in sessions for made in each.decisions)
        before = past.before
        assert (before.turn.seat, before.moves) == (1, past.moves[: past.count])
        assert past.moves[past.count] == past.move
        # Nobody else hears a word of it.
        await b.until_table(lambda t: t["phase"] == "over")
        assert not any(m["type"] in ("advice", "review") for m in b.told)
        assert await a.ask("stand", seat=1) is None


def test_a_fault_in_the_causes_loses_no_values(monkeypatch):
    def fails(*_):
        raise OverflowError("a fault")

    rules, move = load("mini-tex"), Decide(1, "fold")
    advisor = SimpleNamespace(weigh=lambda round, seat: DecisionAdvice(((move, -1.0),)))
    advise_by(monkeypatch, rules, advisor=advisor, causes=fails)
    weighed = Weigher(rules).weigh(None, 1, why=True)
    assert weighed.choices == ((move, -1.0),) and weighed.causes == ()


def test_a_session_is_looked_back_on_once_however_often_it_is_asked_for():
    asked, answered = [], asyncio.Event()

    async def weigh(sheet, round, seat, *, why):
        asked.append(seat)
        await answered.wait()
        raise FeltworksError("it cannot be weighed")

    async def ask():
        decision = SimpleNamespace(move=Decide(3, "fold"), before=None)
        session = GuestSession(decisions=deque([(decision, None)]))
        coach = SimpleNamespace(weigh=weigh, is_prepared=lambda sheet: True)
        between = SimpleNamespace(between_players=False)
        state = SimpleNamespace(sessions={"ann": session}, sheet=None, mechanism=between)
        tasks = []
        start = lambda work: tasks.append(asyncio.ensure_future(work))  # noqa: E731
        at = SimpleNamespace(state=state, services=SimpleNamespace(coach=coach, start=start))
        lines = [Connection("ann", 100), Connection("ann", 100)]
        for line in (*lines, *lines):
            tell_session(at, line)
            await asyncio.sleep(0)
        answered.set()
        await asyncio.gather(*tasks)
        assert asked == [3]
        for line in lines:
            assert "it cannot be weighed" in await line.next_text() and line._waiting.empty()
        tell_session(at, lines[0])
        await asyncio.gather(*tasks)
        assert asked == [3, 3]

    asyncio.run(ask())


@pytest.mark.slow
async def test_between_players_the_coach_tells_the_part_of_the_pot(room):
    client = room.guest("Ring Coach")
    async with room.seat("mini-tex-ring-1", client) as ann:
        assert await ann.ask("coach", on=True) is None
        assert await ann.ask("sit", seat=1, cents=50_000) is None
        assert await ann.ask("add_bot") is None
        advice = await ann.until(advised, SOLVING_SECONDS)
        assert advice["state"] == "ready" and advice["choices"] == []
        equity = advice["equity"]
        assert 0 < equity["part"] < 1 and equity["rivals"] == 1 and equity["exact"]
        assert equity["pays"] == (equity["part"] >= equity["price"])


@pytest.mark.slow
async def test_blackjack_is_weighed_and_says_that_it_is_not_exact(room):
    client = room.guest("Jack Coach")
    async with room.seat("texas-21-1", client) as ann:
        assert await ann.ask("coach", on=True) is None
        assert await ann.ask("sit", seat=1) is None
        await ann.until_asked(1)
        advice = await ann.until(advised, SOLVING_SECONDS)
        assert advice["state"] == "ready" and not advice["exact"]
        offered = {choice["choice"] for choice in ann.now["choices"]}
        assert {each["choice"] for each in advice["choices"]} <= offered
