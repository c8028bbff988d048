"""Seeds at the tables: hashes first, then the seeds, and nobody waits where nobody gives one."""

import asyncio
import json
import re
import time
import tomllib
from dataclasses import replace

import pytest
from tests.ask.rounds import read_transcript
from tests.web.room import QUICK, open_room

from feltworks.cards import (
    Card,
    Opening,
    PlayerSeed,
    Reveal,
    parse_cards,
    player_seed,
    verify,
    verify_card,
)

pytestmark = pytest.mark.slow


async def give(seat, number, text):
    """Sends the hash of a seed."""
    seed = player_seed(number, text)
    assert await seat.ask("seed_hash", seat=number, hash=seed.hash) is None
    return seed


def given(now):
    return [PlayerSeed(each["seat"], each["hash"], each["seed"]) for each in now["seeds"]["given"]]


async def bet_and_wait(seat, number):
    await seat.until_table(lambda t: t["phase"] == "betting" and not t["seeds"]["opening"])
    await seat.bet_least(number)
    assert await seat.ask("ready") is None


async def to_the_end(seat):
    while True:
        now = await seat.until_table(lambda t: t["turn"]["yours"] or t["phase"] == "over")
        if now["phase"] == "over":
            return now
        choice = now["choices"][-1]
        amounts = choice["amounts"]
        cents = None if amounts is None else (amounts["only"] or [amounts["least_cents"]])[0]
        fields = {} if cents is None else {"cents": cents}
        turn = now["turn"]["turn"]
        refused = await seat.ask(
            "decide", seat=choice["seat"], choice=choice["choice"], turn=turn, **fields
        )
        assert refused is None, refused


def test_a_seed_fixes_the_order_and_everything_can_be_checked_afterwards(tmp_path):
    async def play(room):
        client = room.guest("Seeded Ann")
        async with room.seat("mini-tex-1", client) as ann:
            assert await ann.ask("sit", seat=2) is None
            seed = await give(ann, 2, "horseshoe")
            betting = await ann.until_table(lambda t: t["phase"] == "betting")
            digest = betting["round"]["commitment"]
            await bet_and_wait(ann, 2)
            now = await ann.until_table(lambda t: t["seeds"]["opening"])
            assert now["phase"] == "betting" and now["seeds"]["opening"] == {"2": seed.hash}
            assert now["round"]["commitment"] == digest and now["seeds"]["given"] == []
            wager = now["bets"][0]["wager"]
            assert "before the deal" in await ann.ask("bet", seat=2, wager=wager, cents=0)
            assert "being opened" in await ann.ask("seed_hash", seat=2, hash="0" * 64)
            assert "does not fit" in await ann.ask("open_seed", seat=2, seed="clover")
            assert await ann.ask("open_seed", seat=2, seed="horseshoe") is None
            over = await to_the_end(ann)
            assert given(over) == [seed]
            shown = over["round"]["revealed"]
            deck = Reveal(shown["salt"], parse_cards(shown["deck"]), shown["scheme"])
            assert verify(digest, deck) and shown["scheme"] == 2
            number = over["round"]["number"]
            proof = client.get(f"/api/rounds/{number}/proof").json()
            order = [str(card) for card in deck.dealt([seed])]
            assert proof["dealt"] == order[: len(proof["dealt"])] and proof["holds"]
            assert proof["seeds"] == over["seeds"]["given"] and proof["revealed"] == shown
            text = client.get(f"/api/rounds/{number}").json()["transcript"]
            assert read_transcript(text).terms.seeds == (seed,)
            assert tomllib.loads(text)["shuffle"]["seeds"] == [seed.line]
            facts = room.house.recall(number).facts
            assert facts["seeds"] == [seed.line] and room.house.verify(number).holds

    with open_room(tmp_path) as room:
        asyncio.run(play(room))
        assert room.house.audit().in_order


def test_who_does_not_open_in_time_is_left_out_and_noted(tmp_path):
    async def play(room):
        ann_client, ben_client = room.guest("Open Ann"), room.guest("Late Ben")
        async with (
            room.seat("mini-tex-1", ann_client) as ann,
            room.seat("mini-tex-1", ben_client) as ben,
        ):
            assert await ann.ask("sit", seat=1) is None
            assert await ben.ask("sit", seat=3) is None
            hers, his = await give(ann, 1, "a"), await give(ben, 3, "b")
            await ann.until_table(lambda t: t["phase"] == "betting")
            await ann.bet_least(1)
            await ben.until_table(lambda t: t["phase"] == "betting")
            await ben.bet_least(3)
            assert await ann.ask("ready") is None
            assert await ben.ask("ready") is None
            now = await ann.until_table(lambda t: t["seeds"]["opening"])
            assert now["seeds"]["opening"] == {"1": hers.hash, "3": his.hash}
            assert "not your seat" in await ann.ask("open_seed", seat=3, seed="b")
            assert await ann.ask("open_seed", seat=1, seed="a") is None
            now = await ann.until_table(lambda t: t["phase"] == "playing")
            assert given(now) == [hers, PlayerSeed(3, his.hash)]
            assert "No seed of yours" in await ben.ask("open_seed", seat=3, seed="b")
            number = now["round"]["number"]
            lines = room.house.recall(number).facts["seeds"]
            assert lines == [hers.line, f"3 {his.hash} not opened"]

    with open_room(tmp_path, pace=replace(QUICK, seed_seconds=3)) as room:
        asyncio.run(play(room))


def test_after_a_restart_the_same_seeds_are_asked_for_and_those_that_were_opened_hold(tmp_path):
    async def asked(room, client):
        async with room.seat("mini-tex-1", client) as ann:
            assert await ann.ask("sit", seat=2) is None
            seed = await give(ann, 2, "first")
            await bet_and_wait(ann, 2)
            now = await ann.until_table(lambda t: t["seeds"]["opening"])
            return seed, now["round"]["commitment"]

    async def opened(room, client, first, digest):
        never = asyncio.Event()

        async def away(*_):
            await never.wait()

        room.app.state.floor.cashier.begin = away
        async with room.seat("mini-tex-1", client) as ann:
            assert await ann.ask("sit", seat=2) is None
            await give(ann, 2, "second")
            await bet_and_wait(ann, 2)
            now = await ann.until_table(lambda t: t["seeds"]["opening"])
            assert now["round"]["commitment"] == digest
            assert now["seeds"]["opening"] == {"2": first.hash}
            opening = {"type": "open_seed", "seat": 2, "seed": "first", "ref": "opens"}
            await ann.socket.send(json.dumps(opening))
            kept = None
            while kept is None:
                await asyncio.sleep(0.02)
                with room.house.database.reading() as reader:
                    kept = reader.last_of_kind("seeds opened", f"deck {digest}")
            assert kept.facts == {"seeds": [first.line]}

    async def dealt(room, client, first, digest):
        async with room.seat("mini-tex-1", client) as ann:
            assert await ann.ask("sit", seat=2) is None
            await give(ann, 2, "third")
            await bet_and_wait(ann, 2)
            now = await ann.until_table(lambda t: t["phase"] == "playing")
            assert now["round"]["commitment"] == digest and given(now) == [first]
            return await to_the_end(ann)

    with open_room(tmp_path) as room:
        client = room.guest("Again Ann")
        first, digest = asyncio.run(asked(room, client))
        with room.house.database.reading() as reader:
            facts = reader.last_of_kind("seeds asked", f"deck {digest}").facts
        assert facts["seeds"] == [f"2 {first.hash} not opened"] and list(facts["players"]) == ["2"]
    with open_room(tmp_path) as room:
        asyncio.run(opened(room, client, first, digest))
    with open_room(tmp_path) as room:
        over = asyncio.run(dealt(room, client, first, digest))
        assert room.house.verify(over["round"]["number"]).holds
        assert room.house.audit().in_order


def test_where_nobody_gives_a_seed_nobody_waits(tmp_path):
    async def play(room):
        client = room.guest("Plain Ann")
        async with room.seat("mini-tex-1", client) as ann:
            assert await ann.ask("sit", seat=2) is None
            began = time.monotonic()
            over = await ann.play_round(2)
            assert time.monotonic() - began < 300
            assert over["seeds"] == {"waiting": {}, "opening": {}, "given": []}
            assert "seeds" not in room.house.recall(over["round"]["number"]).facts

    with open_room(tmp_path, pace=replace(QUICK, seed_seconds=600)) as room:
        asyncio.run(play(room))


def test_who_is_gone_when_the_seeds_are_opened_is_not_waited_for(tmp_path):
    async def play(room):
        ann_client, ben_client = room.guest("There Ann"), room.guest("Gone Ben")
        async with room.seat("mini-tex-1", ann_client) as ann:
            async with room.seat("mini-tex-1", ben_client) as ben:
                assert await ann.ask("sit", seat=1) is None
                assert await ben.ask("sit", seat=3) is None
                await give(ben, 3, "b")
                await ben.until_table(lambda t: t["phase"] == "betting")
                await ben.bet_least(3)
            await ann.until_table(lambda t: t["seats"][2].get("connected") is False)
            await bet_and_wait(ann, 1)
            began = await asyncio.wait_for(ann.until_table(lambda t: t["phase"] == "playing"), 300)
            assert began["seats"][2]["in_round"] and began["seeds"]["given"] == []

    with open_room(tmp_path, pace=replace(QUICK, seed_seconds=600)) as room:
        asyncio.run(play(room))


def test_a_shoe_takes_seeds_once_and_who_comes_later_joins_at_the_next_one(tmp_path):
    async def play(room):
        client = room.guest("Shoe Seed")
        async with room.seat("texas-21-1", client) as ann:
            assert await ann.ask("sit", seat=1) is None
            seed = await give(ann, 1, "first")
            await bet_and_wait(ann, 1)
            await ann.until_table(lambda t: t["seeds"]["opening"])
            assert await ann.ask("open_seed", seat=1, seed="first") is None
            over = await to_the_end(ann)
            digest = over["round"]["commitment"]
            later = await give(ann, 1, "second")
            await ann.until_table(lambda t: t["phase"] == "betting")
            over = await ann.play_round(1)
            assert over["round"]["commitment"] == digest and given(over) == [seed]
            assert over["seeds"]["waiting"] == {"1": later.hash}
            assert room.house.verify(over["round"]["number"]).holds

    with open_room(tmp_path) as room:
        asyncio.run(play(room))
        assert room.house.audit().in_order


def test_between_players_each_gets_his_own_cards_and_what_was_shown(tmp_path):
    async def play(room):
        names = {1: "Ring Ann", 2: "Ring Ben"}
        clients = {seat: room.guest(name) for seat, name in names.items()}
        async with (
            room.seat("mini-tex-ring-1", clients[1]) as ann,
            room.seat("mini-tex-ring-1", clients[2]) as ben,
            room.seat("mini-tex-ring-1") as watcher,
        ):
            seats = {1: ann, 2: ben}
            for number, seat in seats.items():
                assert await seat.ask("sit", seat=number, cents=40_000) is None
            seeds = {
                number: await give(seat, number, f"s{number}") for number, seat in seats.items()
            }

            async def run(number, seat):
                while True:
                    now = await seat.until_table(
                        lambda t: (
                            t["turn"]["yours"]
                            or t["phase"] == "over"
                            or str(number) in t["seeds"]["opening"]
                        )
                    )
                    if now["phase"] == "over":
                        return now
                    seat.now = None
                    if now["seeds"]["opening"]:
                        await seat.ask("open_seed", seat=number, seed=f"s{number}")
                    elif now["turn"]["yours"]:
                        wanted = "fold" if number == 2 else None
                        offered = [each["choice"] for each in now["choices"]]
                        choice = (
                            wanted
                            if wanted in offered
                            else ("check" if "check" in offered else "call")
                        )
                        await seat.ask(
                            "decide", seat=number, choice=choice, turn=now["turn"]["turn"]
                        )

            told = dict(
                zip(
                    seats,
                    await asyncio.gather(*(run(*each) for each in seats.items())),
                    strict=True,
                )
            )
            public = await watcher.until_table(lambda t: t["phase"] == "over")
            digest, number = public["round"]["commitment"], public["round"]["number"]
            return seeds, told, public, digest, number, clients

    with open_room(tmp_path) as room:
        seeds, told, public, digest, number, clients = asyncio.run(play(room))
        story = room.house.recall(number)
        whole = read_transcript(story.transcript).reveal
        order = whole.dealt(read_transcript(story.transcript).terms.seeds)
        watched = {each["place"] for each in public["round"]["opened"]}
        for seat, now in told.items():
            assert now["round"]["revealed"] is None
            opened = now["round"]["opened"]
            for each in opened:
                card = Card.parse(each["card"])
                assert card is order[each["place"]]
                proof = tuple(each["proof"])
                assert verify_card(
                    digest, Opening(52, each["place"], each["slot"], card, each["salt"], proof)
                )
            own = {each["place"] for each in opened} - watched
            assert len(own) in (0, 2)
            proof = clients[seat].get(f"/api/rounds/{number}/proof").json()
            assert proof["revealed"] is None and proof["opened"] == opened
            assert proof["between_players"] and whole.salt not in str(proof)
            text = clients[seat].get(f"/api/rounds/{number}").json()["transcript"]
            assert whole.salt not in text and ("?? " in text)
            room.house.sheet("mini-tex-ring-1").dealt.replay(read_transcript(text))
        assert {each["seat"] for each in public["seeds"]["given"]} <= set(seeds)
        assert re.search(r'"\?\? to seat', room.house.public_round(number).transcript)
