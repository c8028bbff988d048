"""`feltworks serve` as a process of its own, at the pace of tests, that may be killed and its clock
set; and guests who play at its tables and note what they are told."""

import asyncio
import os
import random
import re
import subprocess
import sys
from dataclasses import dataclass, field, fields
from pathlib import Path

import pytest
from tests.web.room import QUICK, Room, Seat
from websockets.exceptions import InvalidHandshake, WebSocketException

from feltworks.web import settings

ADDRESS = re.compile(r"http://localhost:(\d+)/")
LIBRARIES = "/usr/lib"


def main():
    """The command line, with tables that show a result only for a moment."""
    quick = {each.name: getattr(QUICK, each.name) for each in fields(QUICK)}
    settings.Pace.__init__.__kwdefaults__.update(quick, seed_seconds=0.2)
    from feltworks.cli import main as command_line

    command_line()


def faketime():
    """The library that sets the clock of a process; where there is none it says how to get it."""
    found = sorted(Path(LIBRARIES).glob("*/faketime/libfaketimeMT.so.1"))
    if not found:
        pytest.skip("no libfaketime: on Debian, apt-get install libfaketime")
    return str(found[0])


def shifts_over(house):
    """Of each shift that was served, whether it is over: a server that is ended says so, and of
    one that was killed the next one does."""
    with house.database.reading() as reader:
        return [shift["over"] for shift in reader.states("shift").values()]


class Server:
    """One server after the other on the same books; `clock` is a file that sets their clock."""

    def __init__(self, books, log, *, clock=None):
        self.books, self.log = str(books), log
        self.process, self.port = None, 0
        self.environment = dict(os.environ)
        if clock is not None:
            self.environment |= {
                "LD_PRELOAD": faketime(),
                "FAKETIME_TIMESTAMP_FILE": str(clock),
                "FAKETIME_NO_CACHE": "1",
                "FAKETIME_DONT_FAKE_MONOTONIC": "1",
                # Else threads that wait for each other wait no time at all, and ask again at once.
                "FAKETIME_FORCE_MONOTONIC_FIX": "0",
            }

    def start(self):
        """Starts one; gives the first line that it prints."""
        words = [sys.executable, "-m", "tests.web.serving", "serve", "--port", "0", "--no-browser"]
        with Path(self.log).open("a") as log:
            self.process = subprocess.Popen(
                [*words, "--database", self.books],
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
                env=self.environment,
            )
        line = self.process.stdout.readline()
        found = ADDRESS.search(line)
        assert found, (line, Path(self.log).read_text())
        self.port = int(found[1])
        return line

    def end(self, how):
        """Ends it by a signal; gives its exit code."""
        self.process.send_signal(how)
        code = self.process.wait(180)
        self.process.stdout.close()
        return code


@dataclass
class Told:
    """What a guest was told had happened."""

    moved: dict[int, int] = field(default_factory=dict)
    """By round, how many of his decisions were answered."""
    nets: dict[int, dict[int, int]] = field(default_factory=dict)
    """By round that he saw end, what each seat won or lost."""


class Player:
    """A guest who plays at one table until he is stopped, and comes back when the server does."""

    def __init__(self, server, table, name, seed, stack_cents):
        self.server, self.table, self.name = server, table, name
        self.rng, self.told, self.over = random.Random(seed), Told(), asyncio.Event()
        self.client = Room(None, None, server.port).guest(name, stack_cents)
        self.last = None

    async def play(self):
        while not self.over.is_set():
            try:
                room = Room(None, None, self.server.port)
                async with room.seat(self.table, self.client) as seat:
                    await self._stay(seat)
            except (OSError, TimeoutError, WebSocketException, InvalidHandshake):
                await asyncio.sleep(0.05)

    async def _stay(self, seat: Seat):
        while not self.over.is_set():
            now = seat.now
            assert now["you"] is not None, f"{self.name} is not known any more"
            self._note(now)
            if not now["you"]["seats"]:
                await seat.ask("sit", seat=1)
            elif now["phase"] == "betting" and now["bets"]:
                await self._bet(seat, now)
            elif now["turn"]["yours"]:
                await self._decide(seat, now)
            # While he waited for an answer the table may have gone on. Where he was refused it says
            # nothing more: then he comes again and asks anew.
            while seat.now is now:
                self._note(await seat.until(lambda m: m["type"] == "table", 3))

    def _note(self, now):
        parts = ("phase", "notice", "turn", "bets", "you")
        self.last = self.table, {part: now[part] for part in parts}
        if now["phase"] == "over" and now["round"]["number"] is not None:
            assert now["round"]["outcome"] == "settled", now["round"]
            nets = {each["seat"]: each.get("net_cents") for each in now["seats"]}
            told = {seat: net for seat, net in nets.items() if net is not None}
            self.told.nets[now["round"]["number"]] = told

    async def _bet(self, seat, now):
        """The least on every wager that opens the hand, and then he is ready."""
        mine = now["you"]["seats"][0]
        kinds = {each["id"]: each["kind"] for each in seat.hello["table"]["wagers"]}
        for bet in now["bets"]:
            wanted = kinds[bet["wager"]] == "required" or self.rng.random() < 0.5
            if bet["seat"] == mine and wanted and not (bet["tip"] or bet["out_cents"]):
                cents = bet["amounts"]["least_cents"]
                await seat.ask("bet", seat=mine, wager=bet["wager"], cents=cents)
        await seat.ask("ready")

    async def _decide(self, seat, now):
        choice = self.rng.choice([each for each in now["choices"] if each["affordable"]])
        amounts, number = choice["amounts"], now["round"]["number"]
        cents = None if amounts is None else (amounts["only"] or [amounts["least_cents"]])[0]
        asked = {"seat": choice["seat"], "choice": choice["choice"], "turn": now["turn"]["turn"]}
        if cents is not None:
            asked["cents"] = cents
        if await seat.ask("decide", **asked) is None:
            self.told.moved[number] = self.told.moved.get(number, 0) + 1


if __name__ == "__main__":
    main()
