"""Guests without a network: connected straight to a table, played at random."""

import asyncio
import json
import random
from contextlib import asynccontextmanager
from functools import lru_cache

from tests.web.room import open_floor, until

from feltworks.cards import player_seed
from feltworks.web.floor.connections import Connection
from feltworks.web.floor.state import Playing
from feltworks.web.protocol.requests import READER


@lru_cache(100)
def parsed(text):
    """A message, which whoever keeps it and whoever plays by it read alike and leave as it is."""
    return json.loads(text)


def fails_once(cashier, name, is_booked):
    """The cashier's first answer of that name is lost in a fault; returns what it is asked."""
    really, asked = getattr(cashier, name), []

    async def asked_for(*args, **named):
        asked.append(args)
        if is_booked or len(asked) > 1:
            answer = await really(*args, **named)
        if len(asked) == 1:
            raise RuntimeError(f"a fault in {name}")
        return answer

    setattr(cashier, name, asked_for)
    return asked


class Recorded(Connection):
    """Keeps everything it is told, with the round as only the dealer knows it at that moment."""

    def __init__(self, guest, runner, keep):
        super().__init__(guest, 1_000_000)
        self.runner, self.keep = runner, keep

    def tell_text(self, text):
        game = self.runner.state.live
        log = () if game is None else game.round.log
        players = {} if game is None else dict(game.players)
        self.keep(self.guest, text, log, players)
        super().tell_text(text)


class Whim:
    """A guest at one seat who bets and decides whatever is offered."""

    def __init__(self, connection, runner, seat, rng):
        self.connection, self.runner, self.seat, self.rng = connection, runner, seat, rng
        self.over = 0
        self._seen = None
        self._asked_in, self._asked, self._made = -1, set(), set()
        self.seeds, self._seed = random.Random(seat), None

    def ask(self, **fields):
        self.runner.ask(self.connection, READER.validate_python(fields))

    async def play(self, rounds, cents=None):
        sit = {"cents": cents} if cents is not None else {}
        self.ask(type="sit", seat=self.seat, **sit)
        while self.over < rounds:
            text = await asyncio.wait_for(self.connection.next_text(), 300)
            message = parsed(text)
            # A seed that comes when its time is over is refused, and that is no leak.
            if message["type"] == "refused" and message["rule"] != "no-seed-asked":
                raise AssertionError(message)
            if message["type"] == "table":
                self.react(message)

    def react(self, now):
        self.give_seed(now["seeds"])
        if now["phase"] == "over" and now["round"]["number"] != self._seen:
            self._seen = now["round"]["number"]
            self.over += 1
        elif now["phase"] == "betting" and now["bets"]:
            self.bet(now)
        elif now["phase"] == "playing" and now["turn"]["yours"]:
            self.decide(now)

    def give_seed(self, seeds):
        """Half of the time there is a seed for the next deck; it is opened when it is asked for."""
        seat = str(self.seat)
        if self._seed is not None and seeds["opening"].get(seat) == self._seed.hash:
            self.ask(type="open_seed", seat=self.seat, seed=self._seed.seed)
            self._seed = None
        elif self._seed is None and seat not in seeds["opening"] and self.seeds.random() < 0.5:
            self._seed = player_seed(self.seat, f"{self.seeds.random()}")
            self.ask(type="seed_hash", seat=self.seat, hash=self._seed.hash)

    def bet(self, now):
        """One wager at a time, for each may open the way to the next; then ready."""
        if self._asked_in != self.over:
            self._asked_in, self._asked, self._made = self.over, set(), set()
        if self._made - {bet["wager"] for bet in now["bets"] if bet["out_cents"]}:
            return
        kinds = {each.id: each.kind for each in self.runner.state.description.wagers}
        free = [bet for bet in now["bets"] if not bet["out_cents"] and not bet["tip"]]
        for bet in sorted(free, key=lambda bet: kinds[bet["wager"]] != "required"):
            wager = bet["wager"]
            if wager in self._asked:
                continue
            self._asked.add(wager)
            if kinds[wager] == "required" or self.rng.random() < 0.5:
                cents = bet["amounts"]["least_cents"]
                self._made.add(wager)
                self.ask(type="bet", seat=self.seat, wager=wager, cents=cents)
                return
        if "ready" not in self._asked:
            self._asked.add("ready")
            self.ask(type="ready")

    def decide(self, now):
        choices = [choice for choice in now["choices"] if choice["affordable"]]
        choice = self.rng.choice(choices)
        fields = {}
        if choice["amounts"] is not None:
            only = choice["amounts"]["only"]
            fields["cents"] = self.rng.choice(only) if only else choice["amounts"]["least_cents"]
        turn = now["turn"]["turn"]
        seat, name = choice["seat"], choice["choice"]
        self.ask(type="decide", seat=seat, choice=name, turn=turn, **fields)


@asynccontextmanager
async def in_play(folder, told=None, rounds=2):
    """A table where ann has been dealt in, for so many rounds, and decides nothing by herself."""
    async with open_floor(folder) as (house, on):
        if house.stack_cents("ann") == 0:
            house.sell_chips("ann", 100_000, key="ann buys in")
        runner = on.tables["mini-tex-1"]
        ann = Recorded(
            "ann", runner, lambda guest, text, *_: told is not None and told.append(text)
        )
        runner.connect(ann)
        whim = Whim(ann, runner, 1, random.Random(1))
        whim.decide = lambda now: None
        playing = asyncio.create_task(whim.play(rounds))
        await until(lambda: playing.done() or isinstance(runner.state.phase, Playing))
        if playing.done():
            playing.result()  # raises what ann was refused
        yield house, runner, whim
        playing.cancel()
