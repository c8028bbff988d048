"""A supervisor at a running table in the web: stop, see what follows, declare."""

import asyncio

import httpx
import pytest

from web.room import Seat, open_room

from .room import PASSWORD

pytestmark = pytest.mark.slow

TABLE = "pick-2-1"
PATH = f"/api/console/tables/{TABLE}"
WHY = "the machine stopped"


@pytest.fixture(scope="module")
def room(tmp_path_factory):
    with open_room(tmp_path_factory.mktemp("supervised")) as room:
        staff = room.app.state.staff
        for name, role in (
            ("otto", "operator"),
            ("sue", "supervisor"),
            ("carl", "cashier"),
            ("dan", "dealer"),
            ("ada", "auditor"),
        ):
            staff.add(name, role, PASSWORD, by=None)
        yield room


async def client_of(room, name):
    client = httpx.AsyncClient(base_url=room.url, trust_env=False, verify=False, timeout=60)
    log_in = {"name": name, "password": PASSWORD}
    assert (await client.post("/api/console/session", json=log_in)).status_code == 200
    return client


async def asked_to_decide(one, seat=1):
    await one.until_table(lambda t: t["phase"] == "betting")
    await one.bet_least(seat)
    assert await one.ask("ready") is None
    return await one.until_table(lambda t: t["turn"]["yours"])


async def seated(socket, seat=1):
    one = Seat(socket)
    await one.until_table(lambda t: True)
    assert await one.ask("sit", seat=seat) is None
    return one


def play(room, guest, act, *, seat=1):
    """Runs an act with a guest's seat, who is asked to decide, and the supervisor's client."""

    async def run():
        async with room.line(TABLE, room.guest(guest)) as socket:
            one = await seated(socket, seat)
            now = await asked_to_decide(one, seat)
            sue = await client_of(room, "sue")
            try:
                await act(one, now, sue)
            finally:
                await sue.aclose()

    asyncio.run(run())


def test_pick_2_irregularity_d_declared_at_the_table_page(room):
    async def act(one, now, sue):
        number = now["round"]["number"]
        told = (await sue.post(f"{PATH}/hold", json={})).json()
        assert (told["held_by"], told["round"]) == ("sue", number)
        assert told["may"] == ["declare", "void", "tables"]
        offered = {each["kind"]: each for each in told["declarable"]}
        assert offered["shuffler-failure"]["card_check"]
        assert offered["shuffler-failure"]["by"] == "rules"
        held = await one.until_table(lambda t: t["notice"])
        assert "supervisor is looking" in held["notice"] and not held["choices"]
        assert held["clock"] is None
        refused = await one.ask("decide", seat=1, choice="fold", turn=now["turn"]["turn"])
        assert "supervisor is looking" in refused

        wanted = {"round": number, "kind": "exposed-dealer-card", "note": WHY}
        answers = set()
        for card in (rank + suit for rank in "23456789TJQKA" for suit in "cdhs"):
            named = await sue.post(f"{PATH}/irregularity", json={**wanted, "cards": card})
            answers.add((named.status_code, named.text))
        assert len(answers) == 1 and answers.pop()[0] == 200, "no answer tells a card"

        wanted = {"round": number, "kind": "shuffler-failure", "note": WHY}
        answer = (await sue.post(f"{PATH}/irregularity", json=wanted)).json()
        assert (answer["declared"], answer["ruling"], answer["by"]) == (False, "void", "rules")
        assert answer["lines"][-1] == "Round void."
        unchecked = await sue.post(f"{PATH}/irregularity", json={**wanted, "confirmed": True})
        assert unchecked.status_code == 409 and "check of the cards" in unchecked.json()["detail"]
        done = await sue.post(
            f"{PATH}/irregularity", json={**wanted, "checked": "52 cards", "confirmed": True}
        )
        assert done.status_code == 200 and done.json()["declared"]
        over = await one.until_table(lambda t: t["phase"] == "over")
        assert over["round"]["outcome"] == "voided"
        assert over["notice"] == (
            f"A supervisor declared an irregularity, shuffler failure: {WHY}. By the rules of "
            "play, the round is void, and every wager goes back."
        )
        told = [event for m in one.told if m["type"] == "table" for event in m["events"]]
        noted = next(each for each in told if each["kind"] == "Irregularity")
        assert noted["irregularity"] == "shuffler-failure"
        assert any(each["kind"] == "CardCheck" for each in told)
        stale = await sue.post(f"{PATH}/irregularity", json=wanted)
        assert stale.status_code == 409
        records = [(r.kind, r.facts.get("staff")) for r in room.house.recall(number).records]
        assert ("irregularity declared", "sue") in records and ("cards checked", "sue") in records

    play(room, "Ada", act)
    assert room.house.stack_cents("Ada") == 100_000
    assert room.house.audit().in_order


def test_between_the_last_decision_and_the_close_nothing_is_booked_while_play_is_stopped(room):
    """Irregularity b: a wrong number of cards, found at the showdown."""

    async def act(one, now, sue):
        number, turn = now["round"]["number"], now["turn"]["turn"]
        told = (await sue.post(f"{PATH}/hold", json={"at_showdown": True})).json()
        assert (told["held_by"], told["stops_for"]) == (None, "sue")
        assert await one.ask("decide", seat=2, choice="three-card", turn=turn) is None
        held = await one.until_table(lambda t: t["notice"])
        assert held["phase"] == "playing" and not held["settlement"]
        assert room.house.recall(number).closing is None
        stands = (await sue.get(f"{PATH}/round")).json()
        offered = stands["declarable"]
        assert stands["showdown"][-1] == "Round closed."
        assert "exposed-dealer-card" not in [each["kind"] for each in offered]
        wanted = {"round": number, "kind": "wrong-card-count", "note": "six cards", "seat": 2}
        done = await sue.post(f"{PATH}/irregularity", json={**wanted, "confirmed": True})
        assert done.status_code == 200
        over = await one.until_table(lambda t: t["phase"] == "over")
        assert over["round"]["outcome"] == "voided"
        settled = await sue.post(f"{PATH}/irregularity", json=wanted)
        assert settled.status_code == 409, "what is booked is put right by a correction"

    play(room, "Bob", act, seat=2)
    assert room.house.stack_cents("Bob") == 100_000
    assert room.house.audit().in_order


def test_play_goes_on_when_it_is_released_and_the_clock_runs_anew(room):
    async def act(one, now, sue):
        assert (await sue.post(f"{PATH}/hold", json={})).json()["held_by"] == "sue"
        otto = await client_of(room, "otto")
        other = await otto.post(f"{PATH}/hold", json={})
        assert other.status_code == 409 and "stopped already, by sue" in other.json()["detail"]
        await otto.aclose()
        assert (await sue.post(f"{PATH}/release")).json()["held_by"] is None
        again = await one.until_table(lambda t: t["turn"]["yours"] and t["choices"])
        turn = again["turn"]["turn"]
        assert await one.ask("decide", seat=3, choice="fold", turn=turn) is None
        await one.until_table(lambda t: t["phase"] == "over")
        assert (await sue.get(f"{PATH}/round")).json()["declarable"] == []

    play(room, "Cyd", act, seat=3)


def test_only_staff_with_the_right_stop_and_declare(room):
    async def run():
        for name, status in (("carl", 403), ("dan", 403), ("ada", 403)):
            client = await client_of(room, name)
            wanted = {"round": 1, "kind": "misbet", "note": WHY}
            for act, body in (("hold", {}), ("release", None), ("irregularity", wanted)):
                answer = await client.post(f"{PATH}/{act}", json=body)
                assert answer.status_code == status, (name, act)
            assert (await client.get(f"{PATH}/round")).json()["may"] == []
            await client.aclose()
        sue = await client_of(room, "sue")
        for path in ("jackpots/gran/count", "backups", "corrections", "staff"):
            body = {"name": "x", "role": "auditor", "password": PASSWORD} if path == "staff" else {}
            assert (await sue.post(f"/api/console/{path}", json=body)).status_code == 403, path
        assert (await sue.post("/api/console/tables/nowhere/hold", json={})).status_code == 404
        await sue.aclose()

    asyncio.run(run())
