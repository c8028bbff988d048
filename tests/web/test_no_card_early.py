"""Everything sent to anybody over many rounds, held against what they might know by then.

The judge here does not ask the views: it follows the dealer's own log and keeps for itself who may
know which card. A card is everybody's once it was dealt face up, turned, shown, or laid out by the
dealer; a card dealt face down to a seat is its player's; burnt cards and the rest of the deck are
nobody's until the deck is shown. That is with the round, but not for a shoe that runs on: there a
finished round is told, over REST too, without what lay face down in it.

In a shoe a face comes several times, so that names alone would hide a leak: the judge also looks at
every place on the felt by itself.
"""

import asyncio
import json
import os
import random
import re
import tempfile
from pathlib import Path

import pytest
from tests.ask.house import new_house
from tests.ask.rounds import (
    Arranged,
    Burnt,
    Dealt,
    Exposed,
    Laid,
    Moved,
    Shown,
    Turned,
    read_transcript,
)
from tests.web.room import DAY, QUICK, open_room
from tests.web.whims import Recorded, Whim, parsed

from feltworks.house import practice_house
from feltworks.web.floor.floor import Floor
from feltworks.web.serve import open_house
from feltworks.web.settings import Settings

ROUNDS = int(os.environ.get("FELTWORKS_LEAK_ROUNDS", "8"))
# What stands before a card is looked at after its rank: most letters begin no card.
CARD = re.compile(r"[2-9TJQKA](?<![A-Za-z0-9].)(?:[cdhs]|(?<=J)o)(?![A-Za-z0-9])")
TABLES = ("mini-tex-1", "pick-2-1", "spanish-1", "texas-21-1", "mini-tex-ring-1")


def may_know(log, seats):
    """The cards that whoever plays those seats may know, as texts."""
    known = []
    for entry in log:
        match entry:
            case Dealt(seat, _, card, face):
                if face == "up" or (face == "down" and seat is not None and seat in seats):
                    known.append(str(card))
            case Turned(_, cards) | Shown(_, _, cards):
                known += map(str, cards)
            case Exposed(_, _, _, card) | Moved(_, _, _, card):
                known.append(str(card))
            case Arranged():
                known += map(str, entry.row)
            case Laid() if entry.seat in seats:
                known += map(str, (*entry.cards, *entry.aside))
    return set(known)


def may_know_places(log, seats):
    """For each place on the felt, which of its cards in order may be known by those seats."""
    places = {}
    for entry in log:
        match entry:
            case Dealt(seat, zone, card, face):
                known = face == "up" or (face == "down" and seat is not None and seat in seats)
                places.setdefault((seat, zone), []).append([str(card), known])
            case Shown(seat, zone, cards):
                places[seat, zone] = [[str(card), True] for card in cards]
            case Turned(zone, cards):
                hidden = [card for card in places[None, zone] if not card[1]]
                for lying in hidden[: len(cards)]:
                    lying[1] = True
            case Exposed(seat, zone, number, _):
                places[seat, zone][number - 1][1] = True
            case Moved(seat, zone, to, card):
                places[seat, zone].pop()
                places[seat, to] = [[str(card), True]]
    return places


class Judge:
    def __init__(self):
        self.messages = self.hidden = self.told = self.opened = 0
        self._last = (None, None, None)

    def __call__(self, guest, text, log, players):
        message = parsed(text)
        if message["type"] != "table":
            assert not CARD.search(text) or message["type"] == "hello", message["type"]
            return
        self.messages += 1
        revealed = (message["round"] or {}).get("revealed")
        if revealed is not None:
            # The deck is shown with the result and not a moment earlier.
            assert message["round"]["outcome"] is not None
            # Between players it is never shown as a whole.
            assert not message["round"]["opened"] and self.is_banked(players)
            text = json.dumps({**message, "round": {**message["round"], "revealed": None}})
        elif (message["round"] or {}).get("opened"):
            assert message["round"]["outcome"] is not None
            self.opened += len(message["round"]["opened"])
        seats = {seat for seat, name in players.items() if name == guest and guest is not None}
        allowed = self.allowed(log, seats)
        sent = set(CARD.findall(text))
        assert sent <= allowed, (guest, sorted(sent - allowed), message["phase"])
        self.told += len(sent)
        places = may_know_places(log, seats)
        for place in message["cards"]:
            lying = places[place["seat"], place["zone"]]
            for told, (card, known) in zip(place["cards"], lying, strict=True):
                assert told["card"] is None or (known and told["card"] == card), (guest, place)
            self.hidden += sum(card["card"] is None for card in place["cards"])
        if not message["turn"]["yours"]:
            assert message["choices"] == []
            clock = message["clock"]
            assert clock is None or clock["default"] is None or message["phase"] == "betting"

    def is_banked(self, players):
        return not any(name.startswith("mini-tex-ring") for name in players.values())

    def allowed(self, log, seats):
        key = (id(log), len(log), frozenset(seats))
        if self._last[0] != key:
            self._last = (key, may_know(log, seats), log)
        return self._last[1]


async def play(folder):
    judge = Judge()
    room = practice_house()
    with new_house(Path(folder) / "house.db") as house:
        open_house(house, room, DAY)
        floor = Floor(house, Settings(pace=QUICK))
        await floor.open()
        whims = []
        for at, table in enumerate(TABLES):
            runner = floor.tables[table]
            runner.connect(Recorded(None, runner, judge))
            for seat in (1, 2, 4):
                name = f"{table} {seat}"
                house.sell_chips(name, 5_000_000_00, key=f"{name} buys in")
                connection = Recorded(name, runner, judge)
                runner.connect(connection)
                rng = random.Random(at * 10 + seat)
                cents = 1_000_000_00 if runner.state.description.between_players else None
                whims.append(Whim(connection, runner, seat, rng).play(ROUNDS, cents))
        await asyncio.gather(*whims)
        await floor.close()
        return judge, house.audit(replay=False)


@pytest.mark.slow
def test_no_hidden_card_leaves_early():
    memory = Path("/dev/shm")
    with tempfile.TemporaryDirectory(dir=memory if memory.is_dir() else None) as folder:
        judge, report = asyncio.run(play(folder))
    assert report.in_order
    assert judge.messages > ROUNDS * len(TABLES) * 8
    assert judge.hidden > judge.messages and judge.told > judge.messages
    assert judge.opened > ROUNDS


@pytest.mark.slow
def test_a_finished_round_of_a_running_shoe_tells_nothing_that_lay_face_down(tmp_path):
    """Over REST, as over the line: burnt and face-down cards wait until the shoe is shown."""

    async def play(room):
        client = room.guest("Shoe Ann")
        async with room.seat("texas-21-1", client) as ann:
            assert await ann.ask("sit", seat=1) is None
            burnt = hidden = 0
            for _ in range(8):
                over = await ann.play_round(1, lambda choices: choices[0])
                number, revealed = over["round"]["number"], over["round"]["revealed"]
                story = room.house.recall(number)
                log = (
                    room.house.sheet("texas-21-1")
                    .dealt.replay(read_transcript(story.transcript, "round"))
                    .log
                )
                allowed = may_know(log, {1})
                burnt += sum(isinstance(entry, Burnt) for entry in log)
                proof = client.get(f"/api/rounds/{number}/proof").json()
                told = client.get(f"/api/rounds/{number}")
                assert revealed is None and proof["revealed"] is None
                assert told.json()["transcript"] is None
                assert set(CARD.findall(told.text)) <= allowed
                assert set(CARD.findall(" ".join(proof["dealt"]))) <= allowed
                hidden += proof["dealt"].count("??")
                steps = len(told.json()["steps"])
                felt = client.get(f"/api/rounds/{number}/felt/{steps}").text
                assert set(CARD.findall(felt)) <= allowed
                await ann.until_table(lambda t: t["phase"] == "betting")
            assert burnt and hidden >= burnt

    with open_room(tmp_path) as room:
        asyncio.run(play(room))


@pytest.mark.parametrize("seats", [set(), {1}, {2}])
def test_the_judge_would_see_a_leak(seats):
    """Were the dealer's own log sent, the judge would object."""
    from tests.ask.rounds import Bet, Deal, NoMoreBets, Terms, open_table
    from tests.ask.rules import read

    from feltworks.cards import parse_cards

    round = open_table(read("mini-tex")).open_round(Terms())
    round = round.play_all([Bet(1, "ante", 500), Bet(2, "ante", 500), NoMoreBets()])
    round = round.play_all([Deal(card) for card in parse_cards("9c 2c Kh 9d 3c 2d")])
    text = " ".join(entry.line for entry in round.log)
    assert set(CARD.findall(text)) - may_know(round.log, seats)
