"""What people at full tables are told in a round and after it: real tables played in this process.

Every seat is taken by a guest who bets on everything and plays as many hands and cards as he can.
Decks come from seeds, so that the same pictures are recorded each time. A page that is `shown` a
recording gets its messages over the socket, one by one, as a table would send them.
"""

from __future__ import annotations

import asyncio
import json
import re
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from importlib.resources import files
from types import SimpleNamespace
from typing import TYPE_CHECKING

from tests.ask.house import new_house
from tests.ask.rules import EXAMPLES_DIR
from tests.web.room import DAY, QUICK
from tests.web.whims import Whim, parsed

from feltworks.house import load_house
from feltworks.web.floor.connections import Connection
from feltworks.web.floor.floor import Floor
from feltworks.web.serve import open_house
from feltworks.web.settings import Settings

if TYPE_CHECKING:
    from pathlib import Path

EXAMPLES = (
    "baccarat",
    "casino-war",
    "dragon-tiger",
    "jacks-or-better",
    "let-it-ride",
    "oasis-poker",
    "six-deck-blackjack",
    "ultimate-texas-holdem",
)
EXAMPLE = '\n[tables.{id}-1]\ngame = "{path}"\nminimum = "$5"\nmaximum = "$100"\n'
LIKED = ("split", "bet", "raise", "play", "call", "check", "hit")
STACK_CENTS = 5_000_00
SEEDS = {"texas-21-1": 10_601, "six-deck-blackjack-1": 11_102}  # shoes with hands to split
ROUNDS = {"texas-21-1": 2}  # the second ends with two hands at a seat
TOTAL = re.compile(r"\b\d+$")
SURE = SimpleNamespace(random=lambda: 0.0)


class Eager(Whim):
    """Bets on everything, splits and stays in; draws up to 13."""

    def give_seed(self, seeds):
        """The house's shuffles alone are dealt."""

    async def play_and_see_the_next(self, rounds, cents):
        """Plays so many rounds and stays until the last result is taken off the table."""
        await self.play(rounds, cents)
        while parsed(await self.connection.next_text()).get("phase", "over") == "over":
            pass

    def decide(self, now):
        choices = [choice for choice in now["choices"] if choice["affordable"]]
        ids = [choice["choice"] for choice in choices]
        total = TOTAL.search(now["turn"]["holds"] or "")
        stands = "split" not in ids and "stand" in ids and total and int(total[0]) >= 14
        liked = ["stand"] if stands else [each for each in LIKED if each in ids]
        choice = choices[ids.index(liked[0])] if liked else choices[-1]
        fields = {}
        if choice["amounts"] is not None:
            only = choice["amounts"]["only"]
            fields["cents"] = only[0] if only else choice["amounts"]["least_cents"]
        if choice["discards"] is not None:
            fields["cards"] = _own_cards(now)[: choice["discards"]["least"]]
        seat, turn = choice["seat"], now["turn"]["turn"]
        self.ask(type="decide", seat=seat, choice=choice["choice"], turn=turn, **fields)


@dataclass
class Recording:
    """`hello` and the pictures of the guest in the middle of one table, as texts."""

    table: str
    hello: str = ""
    pictures: list[tuple[str, dict]] = field(default_factory=list)
    """Each with what it says."""

    def of(self, holds) -> str | None:
        """Of the pictures that fit the one with the most on the felt."""
        fitting = [each for each in self.pictures if holds(each[1])]
        return max(fitting, key=lambda each: _crowded(each[1]))[0] if fitting else None


def _own_cards(now) -> list[str]:
    places = [place for place in now["cards"] if place["seat"] == now["turn"]["seat"]]
    return [card["card"] for place in places for card in place["cards"]]


def _crowded(now) -> tuple[int, int, int]:
    own = [place for place in now["cards"] if place["seat"] in now["you"]["seats"]]
    cards = sum(len(place["cards"]) for place in now["cards"])
    return len(own), sum(len(place["cards"]) for place in own), cards + len(now["spots"])


class Kept(Connection):
    """Keeps what the guest in the middle is told; every picture tells the whole round."""

    def __init__(self, guest, recording):
        super().__init__(guest, 1_000_000)
        self.recording = recording

    def tell_text(self, text):
        said = parsed(text)
        if said["type"] == "hello":
            self.recording.hello = text
        elif said["type"] == "table":
            self.recording.pictures.append((text, said))
        self.epoch = -1
        super().tell_text(text)


class Shown:
    """A page at a table that sends what was recorded."""

    def __init__(self, page, at, recording):
        self.page, self.line, self.picture = page, None, None
        self.recording = recording
        page.route_web_socket("**/ws/table/*", self._connected)
        page.goto(f"{at}/table/{recording.table}")

    def _connected(self, line):
        self.line = line
        line.on_message(lambda text: line.send(done(json.loads(text))))
        line.send(self.recording.hello)
        # A line that was renewed is told how the table stands, as by a server.
        if self.picture is not None:
            line.send(self.picture)

    def tell(self, picture):
        self.picture = picture
        self.line.send(picture)


def done(message):
    return json.dumps({"type": "done", "ref": message.get("ref")})


def house_file(folder: Path) -> Path:
    """The practice house, and a table for examples of other layouts."""
    text = files("feltworks.house.cardroom").joinpath("practice.toml").read_text("utf-8")
    for game in EXAMPLES:
        text += EXAMPLE.format(id=game, path=EXAMPLES_DIR / f"{game}.toml")
    file = folder / "house.toml"
    file.write_text(text, "utf-8")
    return file


def recordings(file: Path, folder: Path) -> dict[str, Recording]:
    """Of a table for every game; in a thread, for a browser's driver has a loop of its own."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, _record(file, folder)).result()


async def _record(file: Path, folder: Path) -> dict[str, Recording]:
    recorded = {}
    with new_house(folder / "recorded.db") as house:
        open_house(house, load_house(file), DAY)
        floor = Floor(house, Settings(pace=QUICK))
        await floor.open()
        games = {each.state.sheet.rules.game.id: each for each in floor.tables.values()}
        for number, runner in enumerate(games.values(), 1):
            table = runner.state.name
            runner.state.deck.seed = SEEDS.get(table, number)
            recorded[table] = Recording(table)
            await asyncio.gather(*_guests(house, runner, recorded[table], number))
        await floor.close()
    return recorded


def _guests(house, runner, recording, number):
    """Plays of a guest at every seat; the one in the middle keeps what he is told."""
    seats = range(1, runner.state.chairs.count + 1)
    rounds = ROUNDS.get(runner.state.name, 1)
    for seat in seats:
        guest = f"Regular guest {number} of seat {seat}"
        house.sell_chips(guest, STACK_CENTS, key=guest)
        middle = seat == (len(seats) + 1) // 2
        connection = Kept(guest, recording) if middle else Connection(guest, 1_000_000)
        runner.connect(connection)
        cents = STACK_CENTS // 2 if runner.state.description.between_players else None
        yield Eager(connection, runner, seat, SURE).play_and_see_the_next(rounds, cents)
