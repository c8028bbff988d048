"""A card room that is killed: a child process deals without end until it is shot.

The child is forked from a warmed process, tells over a pipe what it was told had happened, and
dies by SIGKILL at a moment nobody chose. Whatever it was told must be in the books.
"""

from __future__ import annotations

import os
import random
import select
import signal
import time
import traceback
from collections.abc import Callable
from dataclasses import dataclass, field

from tests.ask.rounds import Decide

from feltworks.errors import FeltworksError
from feltworks.house import House
from feltworks.house.demo import DemoDealer, Guests

from .conftest import DAY
from .dealing import count_and_reopen
from .rooms import room
from .test_jackpot_play import CINCOS, NOTHING, ROYAL, spanish

RING = """
[tables.ring]
game = "mini-tex-ring"
minimum = "$10"
maximum = "$10"
"""
PLAYERS = {1: "ann", 2: "bob", 3: "cyd", 4: "dee"}
LONGEST_AIM_SECONDS = 0.15
PATIENCE_SECONDS = 300


@dataclass
class Died:
    """What a child had been told before it died."""

    settled: list[int] = field(default_factory=list)
    bought: list[str] = field(default_factory=list)
    counted: list[int] = field(default_factory=list)
    moved: list[tuple[int, int]] = field(default_factory=list)
    """Rounds, and how many moves of each had been answered."""


def kill_one(books: str, seed: int) -> Died:
    """Lets a child deal, kills it, and gives what it had been told."""
    rng = random.Random(seed)
    told, tell = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(told)
        _deal_until_killed(books, seed, lambda line: os.write(tell, f"{line}\n".encode()))
    os.close(tell)
    heard = _hear(told, rng.randrange(1, 5), child)
    time.sleep(rng.random() * LONGEST_AIM_SECONDS)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    while more := os.read(told, 65536):
        heard += more
    os.close(told)
    return _died(heard.decode())


def _hear(pipe: int, lines: int, child: int) -> bytes:
    """Listens until the child has been told of so many things."""
    heard, until = b"", time.monotonic() + PATIENCE_SECONDS
    while heard.count(b"\n") < lines:
        assert time.monotonic() < until, "the child does nothing"
        if select.select([pipe], [], [], 1)[0]:
            more = os.read(pipe, 65536)
            assert more, f"the child gave up: {heard.decode()}"
            heard += more
    return heard


def _died(heard: str) -> Died:
    died = Died()
    # The last line may be torn; what is whole was said after the books had it.
    for line in heard.splitlines(keepends=True):
        word, _, rest = line.partition(" ")
        if not line.endswith("\n"):
            break
        assert word in ("settled", "bought", "counted", "moved"), line
        if word == "moved":
            number, count = rest.split()
            died.moved.append((int(number), int(count)))
        else:
            getattr(died, word).append(rest.strip() if word == "bought" else int(rest))
    return died


def _deal_until_killed(books: str, seed: int, tell: Callable[[str], object]) -> None:
    try:
        house, rng = House(books), random.Random(seed)
        open_again(house)
        _tell_moves(house, tell)
        dealers = [
            DemoDealer(house, table, seed * 100 + n) for n, table in enumerate(house.tables())
        ]
        turn = 0
        while True:
            turn += 1
            _do_something(house, rng, dealers, f"{seed}-{turn}", tell)
    except BaseException:
        tell(traceback.format_exc())
    finally:
        os._exit(1)


def open_again(house: House) -> None:
    """Opens a house that was killed between closing for a count and opening again."""
    if not house.tables():
        house.open(room(more=RING), DAY)


def _tell_moves(house: House, tell: Callable[[str], object]) -> None:
    """Has every move told once it was answered."""
    move, write, asked = house.rounds.move, house.write, []

    def asks(number, round):
        asked.append((number, sum(isinstance(entry, Decide) for entry in round.log)))
        return move(number, round)

    def writes(unit):
        result = write(unit)
        while asked:
            tell("moved {} {}".format(*asked.pop()))
        return result

    house.rounds.move, house.write = asks, writes


def finish_open_rounds(house: House, seed: int) -> list[int]:
    """Deals every round on that a dead process has left; gives their numbers."""
    found = house.open_rounds()
    assert house.lost_rounds() == {}
    for each in found:
        guests = Guests(list(each.record.players), random.Random(seed))
        settled = DemoDealer(house, each.table, seed).finish(each, guests)
        assert (settled.number, settled.outcome) == (each.number, "settled")
    return [each.number for each in found]


def _do_something(house, rng, dealers, name, tell):
    """A round, a jackpot hit, a count, an adjustment, or chips: in no order."""
    whim = rng.random()
    if whim < 0.5:
        settled = rng.choice(dealers).deal_round(Guests([1, 2, 3], rng), PLAYERS)
        if settled is not None:
            tell(f"settled {settled.number}")
    elif whim < 0.7:
        hand = rng.choice([CINCOS, ROYAL[1], NOTHING])
        tell(f"settled {spanish(house, s1=hand).settled().number}")
    elif whim < 0.8:
        name = rng.choice(["gran", "royal"])
        tell(f"counted {count_and_reopen(house, name, room(more=RING)).number}")
    elif whim < 0.9:
        house.sell_chips(PLAYERS[rng.randint(1, 4)], 500_00, key=name)
        tell(f"bought {name}")
    else:
        by = rng.choice([-100, 250])
        try:
            house.jackpots.adjust("gran", by, "malfunction", document=f"Slip {name}")
        except FeltworksError:
            # A jackpot that has just been emptied cannot be lowered.
            assert by < 0
